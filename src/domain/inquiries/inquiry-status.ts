/** Status of an inquiry. `suspected` holds likely spam until a person checks it. */
export const inquiryStatuses = ["new", "in progress", "answered", "closed", "suspected"] as const;

export type InquiryStatus = (typeof inquiryStatuses)[number];

/** Statuses that still need work. */
export const openStatuses = inquiryStatuses.filter((status) => status !== "closed");
