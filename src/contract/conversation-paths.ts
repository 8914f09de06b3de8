/** The URLs of the private page's forms and calls, apart from the others: other pages do not download them. */
import { paths, receiptLink } from "./paths.ts";

export const erasePath = `${paths.receipt}/erase`;
/** Ends emails about an inquiry, or allows them again. */
export const stopMailPath = `${paths.receipt}/stop`;

/** Mails a code to the inquiry's address, takes the code, and tells the team that no email came. */
export const askCodePath = `${paths.receipt}/ask-code`;
export const codePath = `${paths.receipt}/code`;
export const noEmailPath = `${paths.receipt}/no-email`;

/** Outcome of the last of these forms; `sent`: the page has a field for the code. */
export type ConfirmationStep = "sent" | "wrong" | "over" | "many" | "address" | "unsent";

/** Query parameter of the private page with that outcome. */
export const confirmationStep = "proof";

/** Mails a new link to the address of a reference. */
export const lostLinkPath = `${paths.receipt}/lost`;

/** Query parameter of the private page that asks whether emails are to stop. */
export const asksToStop = "stop";

/** The private page, which asks whether emails about the inquiry are to stop. */
export function stopMailLink(key: string): string {
  return `${receiptLink(key)}&${asksToStop}`;
}

/** A file of the conversation, for the private page with this key. */
export const attachmentPath = `${paths.receipt}/attachment`;

export function attachmentLink(key: string, id: string): string {
  return `${attachmentPath}?key=${key}&id=${id}`;
}

/** The paths of the JSON API, below `/api`. */
export const conversationPaths = {
  conversation: "/conversation",
  answers: "/conversation/answers",
} as const;
