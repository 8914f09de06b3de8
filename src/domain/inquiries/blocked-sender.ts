/** Details by which a sender can be blocked. */
export const senderKinds = ["phone", "email"] as const;

export type SenderKind = (typeof senderKinds)[number];

/** Days after which a block ends by itself. */
export const blockedDays = 365;
