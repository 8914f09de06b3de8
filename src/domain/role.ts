/** An `owner` may do everything; an `agent` works in the inbox and sees the channels read-only. */
export const roles = ["owner", "agent"] as const;

export type Role = (typeof roles)[number];
