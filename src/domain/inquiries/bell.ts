/** Kinds of bell entries about an inquiry. */
export const bellKinds = ["mention", "assignment", "answer", "undelivered"] as const;

export type BellKind = (typeof bellKinds)[number];

/** Days for which entries are kept, and max entries of a member: the oldest go first. */
export const bellLimits = { days: 90, perMember: 300, shown: 50 } as const;
