/** The URLs of the private page's forms and calls, apart from the others: other pages do not download them. */
import { paths, receiptLink } from "./paths.ts";

export const erasePath = `${paths.receipt}/erase`;
/** Ends emails about an inquiry, or allows them again. */
export const stopMailPath = `${paths.receipt}/stop`;

/** In the query of the private page: asks whether emails are to stop. */
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
