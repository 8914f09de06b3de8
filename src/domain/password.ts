/** Password length in UTF-16 units: NIST SP 800-63B requires length, not character classes. */
export const passwordLimits = { min: 12, max: 1024 } as const;
