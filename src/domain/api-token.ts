/** Rights of an API token. */
export const tokenScopes = ["inquiries:read", "inquiries:status", "inquiries:reply", "reports:read"] as const;

export type TokenScope = (typeof tokenScopes)[number];

/**
 * Scopes that need `inquiries:read` too: their calls name the version that the caller has read, and answer with the
 * inquiry.
 */
export const scopesThatRead: readonly TokenScope[] = ["inquiries:status", "inquiries:reply"];

/** Longest name, and the most tokens at a time. */
export const tokenLimits = { name: 60, count: 50, days: 731 } as const;

/** `fd_`, eight characters by which it is found, and 256 random bits: a shape that secret scanners can look for. */
export const tokenPattern = /^fd_([\da-f]{8})_[\w-]{43}$/;

/** Returns the name of a token in place of a member's address. */
export const tokenActor = (name: string): string => `API token ${name}`;
