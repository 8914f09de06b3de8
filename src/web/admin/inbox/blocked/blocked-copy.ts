import type { SenderKind } from "#domain/inquiries/blocked-sender.ts";

const names: Record<SenderKind, string> = { phone: "phone number", email: "email address" };

/** Such as `phone number and email address`. */
export const kindWords = (kinds: readonly SenderKind[]): string => kinds.map((kind) => names[kind]).join(" and ");

export const blockedCopy = {
  block: "Block this sender",
  unblock: "Unblock",
  title: "Block this sender?",
  lead:
    "What they send from now on goes to Suspected, and nobody is notified. They are not told. It ends when you " +
    "unblock them, or after a year.",
  choice: (kind: SenderKind) => `Their ${names[kind]}`,
  strangers: "Anybody can type somebody else's address: block only what you have seen misused.",
  none: "Choose what is blocked.",
  blocked: (kinds: readonly SenderKind[]) => `Blocked by ${kindWords(kinds)}`,
  list: "Blocked senders",
  listLead: "We store only a code and this hint of each. Unblocking deletes both.",
  nobody: "Nobody is blocked. You can block a sender in the details of their inquiry.",
  unblocked: (hint: string) => `${hint} is unblocked.`,
  again: (hint: string) => `${hint} is blocked again.`,
};
