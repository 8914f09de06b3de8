/** What the bell tells a member of an inquiry. */
export const noticeKinds = ["mention", "assignment", "answer", "undelivered"] as const;

export type NoticeKind = (typeof noticeKinds)[number];

/** How long notices are kept, in days, and how many of each member: the oldest go first. */
export const noticeLimits = { days: 90, perMember: 300, shown: 50 } as const;
