/** Files that one message, answer or reply may have, and the size of each. */
export const attachmentLimits = { count: 3, megabytes: 5, bytes: 5 * 1024 * 1024 } as const;

/** The field of the forms and the calls that holds the files. */
export const attachmentField = "attachments";

/** Types that a form offers. iPhones convert their own format (HEIC) to one of these. */
export const chosenTypes = ["image/jpeg", "image/png", "image/webp", "application/pdf"] as const;

/** The longer side of a stored image, in pixels: larger ones are made smaller. */
export const imageSide = 1600;
