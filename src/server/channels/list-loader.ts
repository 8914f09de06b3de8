import { createHash } from "node:crypto";
import { z } from "zod";
import { exportedFileSchema, publishingRuleSchema } from "#contract/channels/channel-list.ts";
import { say } from "#copy/server/say.ts";
import {
  type Channel,
  type ChannelList,
  emptyChannelList,
  type PublishingRule,
} from "#domain/channels/channel-list.ts";
import { merge } from "#domain/channels/channel-revision.ts";
import { singleFlight } from "../lib/single-flight.ts";
import type { Signing } from "../signing/signing.ts";
import { isUnavailable } from "../store/store-unavailable.ts";
import type { ChannelListStore, HistoryEntry, StoredChannelList } from "./channel-queries.ts";

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
    sign: async (channelList: ChannelList): Promise<StoredChannelList> => ({
      version: channelList.version,
      envelope: JSON.stringify(await signing.sign(JSON.stringify(channelList))),
    }),

    /** Returns the list of a signed text; null if it is not ours, or not byte for byte as we wrote it. */
    verify: async (text: string): Promise<ChannelList | null> => {
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

const unverifiedSchema = z.object({
  version,
  listVersion: version,
  channels: exportedFileSchema.shape.channels,
  hidden: z.looseObject({}).nullable(),
  rule: publishingRuleSchema,
});

/** The content of a signed text, without verification; null if it holds no list. */
export function readUnverified(envelope: string): UnverifiedList | null {
  let channelList: unknown;
  try {
    const { payload } = z.object({ payload: z.string() }).parse(JSON.parse(envelope));
    channelList = JSON.parse(Buffer.from(payload, "base64url").toString());
  } catch {
    return null;
  }
  const read = unverifiedSchema.safeParse(channelList);
  if (!read.success) return null;
  const { hidden, ...list } = { ...read.data, channels: read.data.channels.map((channel) => merge(channel, {})) };
  const ids = new Set(list.channels.map(({ id }) => id));
  return ids.size === list.channels.length ? { ...list, isHidden: hidden !== null } : null;
}

/** A fault in the list; `cause` is the store's error, if it threw one. */
export interface Problem {
  message: string;
  cause?: unknown;
}

/** The list as found in the store, or the last good one if that is not trusted. */
export interface Loaded {
  row: StoredChannelList | null;
  channelList: ChannelList;
  problem: Problem | null;
}

const problems = {
  gone: say("channels-alarm.missing"),
  changed: say("channels-alarm.changed"),
  older: say("channels-alarm.older"),
  unreadable: say("channels-alarm.unreadable"),
} as const;

/** Loads the channel list, verifies its signature and version, and keeps the last good one beside the store. */
export function createChannelListLoader(deps: {
  store: Pick<ChannelListStore, "read" | "replace" | "unsigned">;
  signing: Signing;
  now: () => number;
}) {
  const { store, signing, now } = deps;
  const { sign, verify } = createChannelListSignature(signing);
  let loaded: Loaded | undefined;
  let writeFailure: { cause: unknown } | null = null;

  /** The list beside the store; its text may be no valid list. */
  async function readLast(): Promise<{ text: string | null; channelList: ChannelList | null }> {
    const text = await signing.lastList.read();
    return { text, channelList: text === null ? null : await verify(text) };
  }

  /** Copies the published list beside the store. A failure is harmless: each poll tries again. */
  async function keep({ envelope }: StoredChannelList): Promise<void> {
    try {
      await signing.lastList.write(envelope);
      writeFailure = null;
    } catch (cause) {
      writeFailure = { cause };
    }
  }

  /** Reads the store and verifies what has changed; with `isFull`, everything. */
  async function load(isFull = false): Promise<Loaded> {
    try {
      const seen = await store.read();
      if (
        !isFull &&
        loaded !== undefined &&
        loaded.problem?.message !== problems.unreadable &&
        isSame(seen, loaded.row)
      ) {
        return loaded;
      }
      const last = await readLast();
      // Read after the list beside the store: what is in the file was in the store earlier, whatever other programs
      // write meanwhile.
      return await assess(await store.read(), last);
    } catch (cause) {
      if (loaded?.problem?.message === problems.unreadable) return loaded;
      if (loaded !== undefined && isUnavailable(cause)) return loaded;
      const channelList = loaded?.channelList ?? (await readLast()).channelList;
      if (channelList === null) throw cause;
      loaded = { row: null, channelList, problem: { message: problems.unreadable, cause } };
      return loaded;
    }
  }

  async function assess(row: StoredChannelList | null, last: Awaited<ReturnType<typeof readLast>>): Promise<Loaded> {
    if (row === null) {
      return loaded === undefined && last.text === null ? begin() : untrusted(row, problems.gone, last.channelList);
    }
    const channelList = await verify(row.envelope);
    if (channelList === null || channelList.version !== row.version)
      return untrusted(row, problems.changed, last.channelList);
    if (channelList.version < Math.max(last.channelList?.version ?? 0, loaded?.channelList.version ?? 0)) {
      return untrusted(row, problems.older, last.channelList);
    }
    // A different list with the version of the last one is not the last one.
    if (last.channelList?.version === channelList.version && last.text !== row.envelope)
      return untrusted(row, problems.changed, last.channelList);
    if (loaded === undefined || loaded.problem !== null || !isSame(row, loaded.row)) {
      loaded = { row, channelList, problem: null };
    }
    if (last.text !== row.envelope) await keep(row);
    return loaded;
  }

  function untrusted(row: StoredChannelList | null, message: string, last: ChannelList | null): Loaded {
    const before = loaded?.channelList ?? emptyChannelList;
    const channelList = last !== null && last.version > before.version ? last : before;
    loaded = { row, problem: { message }, channelList };
    return loaded;
  }

  /** The first list: empty, or the channels of a store without signatures. */
  async function begin(): Promise<Loaded> {
    const old = await store.unsigned();
    const time = now();
    // Written by the migration.
    const rows = (old === null ? [] : JSON.parse(old)) as Array<Omit<Channel, "hours"> & { since: number }>;
    const channels = rows.map(({ since: _since, ...channel }) => ({ ...channel, hours: null }));
    const since = Object.fromEntries(rows.filter(({ isActive }) => isActive).map((row) => [row.id, row.since]));
    const channelList: ChannelList = {
      ...emptyChannelList,
      version: 1,
      listVersion: 1,
      changedAt: time,
      channels,
      since,
    };
    const row = await sign(channelList);
    if (!(await store.replace(null, row, [], [], time))) return load(true);
    loaded = { row, channelList, problem: null };
    await keep(row);
    return loaded;
  }

  return {
    /** Runs one load at a time; with `isFull`, verifies everything. */
    load: singleFlight(load),

    /** The last load; undefined before the first one. */
    known: (): Loaded | undefined => loaded,

    /** Caches what this program has just written, and copies it beside the store. */
    async written(row: StoredChannelList, channelList: ChannelList): Promise<void> {
      loaded = { row, channelList, problem: null };
      await keep(row);
    },

    /** Returns why the list beside the store is not current; null if it is. */
    writeFailure: () => writeFailure,

    /** Retries a failed copy beside the store. */
    async keepAgain(): Promise<void> {
      if (writeFailure !== null && loaded?.problem === null && loaded.row !== null) await keep(loaded.row);
    },
  };
}

function isSame(one: StoredChannelList | null, other: StoredChannelList | null): boolean {
  return one?.version === other?.version && one?.envelope === other?.envelope;
}
