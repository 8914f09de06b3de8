/** Days that a deleted inquiry stays in the bin: the default, and the maximum that an owner can set. */
export const binDays = { usual: 30, most: 365 } as const;

/** Deleting or exporting more inquiries than this in one call requires step-up authentication. */
export const maxWithoutStepUp = 20;
