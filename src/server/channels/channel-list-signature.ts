import { createHash } from "node:crypto";
import { z } from "zod";
import { exportedFileSchema, publishingRuleSchema } from "#contract/channel-list.ts";
import type { Channel, ChannelList, PublishingRule } from "#domain/channels/channel-list.ts";
import type { Signing } from "../signing/signing.ts";
import type { HistoryEntry, StoredChannelList } from "./channel-queries.ts";

/** An unverified list, which somebody must review before it is used. */
export interface UnverifiedList {
  version: number;
  listVersion: number;
  channels: Channel[];
  isHidden: boolean;
  rule: PublishingRule;
}

/** Signs channel lists, and verifies those that our key signed. */
export function createChannelListSignature(signing: Pick<Signing, "sign" | "verify">) {
  return {
    seal: async (book: ChannelList): Promise<StoredChannelList> => ({
      version: book.version,
      sealed: JSON.stringify(await signing.sign(JSON.stringify(book))),
    }),

    /** Null if it is not ours, or not byte for byte as we wrote it. */
    unseal: async (text: string): Promise<ChannelList | null> => {
      let signed: unknown;
      try {
        signed = JSON.parse(text);
      } catch {
        return null;
      }
      const payload = await signing.verify(signed);
      if (payload === null || JSON.stringify(signed) !== text) return null;
      // Our key signs only valid lists.
      return JSON.parse(payload) as ChannelList;
    },
  };
}

/** The hash of a history: each entry chained to the previous ones. */
export function headOver(head: string, entries: readonly HistoryEntry[]): string {
  return entries.reduce(
    (before, { entry }) => createHash("sha256").update(`${before}\n${entry}`).digest("base64url"),
    head,
  );
}

// Far above real versions, far below the limit of exact integers.
const version = z.int().min(0).max(1e12);

const unprovenSchema = z.object({
  version,
  listVersion: version,
  channels: exportedFileSchema.shape.channels,
  hidden: z.looseObject({}).nullable(),
  rule: publishingRuleSchema,
});

/** The content of a signed text, without verification; null if it holds no list. */
export function readUnverified(sealed: string): UnverifiedList | null {
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
