/** Lengths of a password, in UTF-16 units: NIST SP 800-63B asks for length, not for kinds of characters. */
export const passwordLimits = { min: 12, max: 1024 } as const;
