/** What a member may do: an `owner` everything; an `agent` works the inbox and sees the channels without changing them. */
export const roles = ["owner", "agent"] as const;

export type Role = (typeof roles)[number];
