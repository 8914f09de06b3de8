/** Where an inquiry stands. `suspected` holds what looks like spam until a person has looked at it. */
export const inquiryStatuses = ["new", "in progress", "answered", "closed", "suspected"] as const;

export type InquiryStatus = (typeof inquiryStatuses)[number];
