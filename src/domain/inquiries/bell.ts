/** What the bell tells a member of an inquiry. */
export const bellKinds = ["mention", "assignment", "answer", "undelivered"] as const;

export type BellKind = (typeof bellKinds)[number];

/** How long entries are kept, in days, and how many of each member: the oldest go first. */
export const bellLimits = { days: 90, perMember: 300, shown: 50 } as const;
