import { createHash } from "node:crypto";
import { z } from "zod";
import { exportedFileSchema, publishingRuleSchema } from "#contract/channel-book.ts";
import type { Channel, ChannelBook, PublishingRule } from "#domain/channel-book.ts";
import type { Signing } from "../signing/signing.ts";
import type { HistoryEntry, StoredBook } from "../store/channel-book.ts";

/** A list that nobody has vouched for: what somebody must look at before it is used. */
export interface UnprovenList {
  version: number;
  listVersion: number;
  channels: Channel[];
  isHidden: boolean;
  rule: PublishingRule;
}

/** Puts books under the seal, and takes from under it what our own key has sealed. */
export function createBookSeal(signing: Pick<Signing, "sign" | "verify">) {
  return {
    seal: async (book: ChannelBook): Promise<StoredBook> => ({
      version: book.version,
      sealed: JSON.stringify(await signing.sign(JSON.stringify(book))),
    }),

    /** Null where it is not ours, or not in the very spelling that we have written. */
    unseal: async (text: string): Promise<ChannelBook | null> => {
      let signed: unknown;
      try {
        signed = JSON.parse(text);
      } catch {
        return null;
      }
      const payload = await signing.verify(signed);
      if (payload === null || JSON.stringify(signed) !== text) return null;
      // What our own key has signed is a book.
      return JSON.parse(payload) as ChannelBook;
    },
  };
}

/** The hash over a history: of each entry with that over those before it. */
export function headOver(head: string, entries: readonly HistoryEntry[]): string {
  return entries.reduce(
    (before, { entry }) => createHash("sha256").update(`${before}\n${entry}`).digest("base64url"),
    head,
  );
}

// Far above any of ours, and far below where numbers are no longer exact.
const version = z.int().min(0).max(1e12);

const unprovenSchema = z.object({
  version,
  listVersion: version,
  channels: exportedFileSchema.shape.channels,
  hidden: z.looseObject({}).nullable(),
  rule: publishingRuleSchema,
});

/** What a sealed text says, whoever has sealed it; null where it holds no list. */
export function readUnproven(sealed: string): UnprovenList | null {
  let book: unknown;
  try {
    const { payload } = z.object({ payload: z.string() }).parse(JSON.parse(sealed));
    book = JSON.parse(Buffer.from(payload, "base64url").toString());
  } catch {
    return null;
  }
  const read = unprovenSchema.safeParse(book);
  if (!read.success) return null;
  const { hidden, ...list } = read.data;
  const ids = new Set(list.channels.map(({ id }) => id));
  return ids.size === list.channels.length ? { ...list, isHidden: hidden !== null } : null;
}
