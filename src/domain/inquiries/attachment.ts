/** Files that one message, answer or reply may have. */
export const attachmentLimits = { count: 3, bytes: 5 * 1024 * 1024 } as const;

/** What a form offers to choose. iPhones convert their own format (HEIC) to one of these. */
export const chosenTypes = ["image/jpeg", "image/png", "image/webp", "application/pdf"] as const;

/** The longer side of a stored image, in pixels: larger ones are made smaller. */
export const imageSide = 1600;
