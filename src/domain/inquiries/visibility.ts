import type { EntryKind, EntryWay } from "./conversation.ts";

/**
 * Holders of a key to a private page. `page`: the one who opened the inquiry. `proved`: the same, after they have
 * proved on that page that the inquiry's address is theirs. `mailed`: the reader of that address, by a key from an
 * email.
 */
export const keyHolders = ["page", "proved", "mailed"] as const;

export type KeyHolder = (typeof keyHolders)[number];

/**
 * Extent to which a part is shown. `notice`: only that it exists. `pictures`: visitors' PDF files are shown to nobody,
 * so that nobody uses the site to hand some out.
 */
export type Sight = "all" | "pictures" | "notice" | "none";

/**
 * The parts that each key shows: decision 71. Everything that shows a part of a conversation to a visitor uses this
 * table.
 */
export const visibility = {
  "first message": { page: "all", proved: "all", mailed: "all" },
  // The address may be mistyped, so that its owner is a stranger.
  fields: { page: "all", proved: "all", mailed: "none" },
  "files of the form": { page: "pictures", proved: "pictures", mailed: "none" },
  "page answer": { page: "all", proved: "all", mailed: "all" },
  "files of a page answer": { page: "pictures", proved: "pictures", mailed: "none" },
  "mailed answer": { page: "none", proved: "all", mailed: "all" },
  "files of a mailed answer": { page: "none", proved: "pictures", mailed: "pictures" },
  "page reply": { page: "all", proved: "all", mailed: "all" },
  "files of a page reply": { page: "all", proved: "all", mailed: "all" },
  "mailed reply": { page: "notice", proved: "all", mailed: "all" },
  "files of a mailed reply": { page: "none", proved: "all", mailed: "all" },
  // Anybody can forge the sender of an email.
  "unproven answer": { page: "none", proved: "none", mailed: "none" },
  "files of an unproven answer": { page: "none", proved: "none", mailed: "none" },
  // Messages on WhatsApp or by phone, as the team has logged them.
  "logged entry": { page: "none", proved: "none", mailed: "none" },
  "files of a logged entry": { page: "none", proved: "none", mailed: "none" },
  // The inquiry that it is merged into, and others that are: only the reference under which the team goes on.
  "merged inquiry": { page: "notice", proved: "notice", mailed: "notice" },
} as const satisfies Record<string, Record<KeyHolder, Sight>>;

export type Part = keyof typeof visibility;

export const sightOf = (part: Part, holder: KeyHolder): Sight => visibility[part][holder];

export function keyHolderOf({ isMailedKey, isProved }: { isMailedKey: boolean; isProved: boolean }): KeyHolder {
  return isMailedKey ? "mailed" : isProved ? "proved" : "page";
}

/** An entry with how it came; `email` is the inquiry's address. */
export interface EntryOrigin {
  kind: EntryKind;
  way: EntryWay;
  sender: string | null;
  acceptedAt: number | null;
  email: string;
}

/**
 * Returns whether an answer is the visitor's. It is not proven if only its subject and sender led here: then `sender`
 * is the inquiry's own address. A member can accept it all the same.
 */
export function isProven({ sender, acceptedAt, email }: Pick<EntryOrigin, "sender" | "acceptedAt" | "email">): boolean {
  return sender === null || acceptedAt !== null || sender.toLowerCase() !== email.toLowerCase();
}

/** The parts that an entry and its files are. */
export function partsOf(entry: EntryOrigin): { text: Part; files: Part } {
  const { kind, way } = entry;
  if (way !== "page" && way !== "email") return { text: "logged entry", files: "files of a logged entry" };
  if (kind === "reply")
    return way === "page"
      ? { text: "page reply", files: "files of a page reply" }
      : { text: "mailed reply", files: "files of a mailed reply" };
  if (way === "page") return { text: "page answer", files: "files of a page answer" };
  return isProven(entry)
    ? { text: "mailed answer", files: "files of a mailed answer" }
    : { text: "unproven answer", files: "files of an unproven answer" };
}

/** The parts of the first message. */
export const messageParts = { text: "first message", files: "files of the form" } as const;
