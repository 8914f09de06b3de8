import { type Channel, type ChannelList, emptyChannelList } from "#domain/channels/channel-list.ts";
import type { Signing } from "../signing/signing.ts";
import type { ChannelListStore, StoredChannelList } from "./channel-queries.ts";
import { StoreUnavailableError } from "../store/store-unavailable.ts";
import { singleFlight } from "../lib/single-flight.ts";
import { createChannelListSignature } from "./channel-list-signature.ts";

/** What is wrong; `cause` is the store's error, if it threw one. */
export interface Problem {
  message: string;
  cause?: unknown;
}

/** The list as found in the store, or the last good one if that is not trusted. */
export interface Loaded {
  row: StoredChannelList | null;
  book: ChannelList;
  problem: Problem | null;
}

const problems = {
  gone: "The list of channels has been taken out of the store.",
  seal: "The list of channels in the store has been changed by something else than this program.",
  older: "The store holds an older list of channels than the one that was published last.",
  unreadable: "The list of channels in the store cannot be read.",
} as const;

/** Loads the channel list, verifies its signature and version, and keeps the last good one beside the store. */
export function createChannelListLoader(deps: {
  store: Pick<ChannelListStore, "read" | "replace" | "unsealed">;
  signing: Signing;
  now: () => number;
}) {
  const { store, signing, now } = deps;
  const { seal, unseal } = createChannelListSignature(signing);
  let loaded: Loaded | undefined;
  let writeFailure: { cause: unknown } | null = null;

  /** The list beside the store; its text may be no valid list. */
  async function readLast(): Promise<{ text: string | null; book: ChannelList | null }> {
    const text = await signing.lastList.read();
    return { text, book: text === null ? null : await unseal(text) };
  }

  /** Copies the published list beside the store. A failure is harmless: each poll tries again. */
  async function keep({ sealed }: StoredChannelList): Promise<void> {
    try {
      await signing.lastList.write(sealed);
      writeFailure = null;
    } catch (cause) {
      writeFailure = { cause };
    }
  }

  /** Reads the store and verifies what has changed; with `anew`, everything. */
  async function load(anew = false): Promise<Loaded> {
    try {
      const seen = await store.read();
      if (
        !anew &&
        loaded !== undefined &&
        loaded.problem?.message !== problems.unreadable &&
        isSame(seen, loaded.row)
      ) {
        return loaded;
      }
      const last = await readLast();
      // Read after the list beside the store: what is in the file was in the store earlier, whatever other programs
      // write meanwhile.
      return await judge(await store.read(), last);
    } catch (cause) {
      if (loaded?.problem?.message === problems.unreadable) return loaded;
      // An unreachable store is no sign of tampering.
      if (loaded !== undefined && cause instanceof StoreUnavailableError && cause.fault === "away") return loaded;
      const book = loaded?.book ?? (await readLast()).book;
      if (book === null) throw cause;
      loaded = { row: null, book, problem: { message: problems.unreadable, cause } };
      return loaded;
    }
  }

  async function judge(row: StoredChannelList | null, last: Awaited<ReturnType<typeof readLast>>): Promise<Loaded> {
    if (row === null) {
      return loaded === undefined && last.text === null ? begin() : untrusted(row, problems.gone, last.book);
    }
    const book = await unseal(row.sealed);
    if (book === null || book.version !== row.version) return untrusted(row, problems.seal, last.book);
    if (book.version < Math.max(last.book?.version ?? 0, loaded?.book.version ?? 0)) {
      return untrusted(row, problems.older, last.book);
    }
    // Of two different lists with one version, one is not the last.
    if (last.book?.version === book.version && last.text !== row.sealed)
      return untrusted(row, problems.seal, last.book);
    if (loaded === undefined || loaded.problem !== null || !isSame(row, loaded.row)) {
      loaded = { row, book, problem: null };
    }
    if (last.text !== row.sealed) await keep(row);
    return loaded;
  }

  function untrusted(row: StoredChannelList | null, message: string, last: ChannelList | null): Loaded {
    const before = loaded?.book ?? emptyChannelList;
    const book = last !== null && last.version > before.version ? last : before;
    loaded = { row, problem: { message }, book };
    return loaded;
  }

  /** The first list: empty, or the channels of a store without signatures. */
  async function begin(): Promise<Loaded> {
    const old = await store.unsealed();
    const time = now();
    // Written by the migration.
    const rows = (old === null ? [] : JSON.parse(old)) as Array<Omit<Channel, "hours"> & { since: number }>;
    const channels = rows.map(({ since: _since, ...channel }) => ({ ...channel, hours: null }));
    const since = Object.fromEntries(rows.filter(({ isActive }) => isActive).map((row) => [row.id, row.since]));
    const book: ChannelList = { ...emptyChannelList, version: 1, listVersion: 1, changedAt: time, channels, since };
    const row = await seal(book);
    if (!(await store.replace(null, row, [], [], time))) return load(true);
    loaded = { row, book, problem: null };
    await keep(row);
    return loaded;
  }

  return {
    /** Runs one load at a time; with `anew`, verifies everything. */
    load: singleFlight(load),

    /** The last load; undefined before the first one. */
    known: (): Loaded | undefined => loaded,

    /** Caches what this program has just written, and copies it beside the store. */
    async written(row: StoredChannelList, book: ChannelList): Promise<void> {
      loaded = { row, book, problem: null };
      await keep(row);
    },

    /** Why the list beside the store is not current; null if it is. */
    writeFailure: () => writeFailure,

    /** Retries a failed copy beside the store. */
    async keepAgain(): Promise<void> {
      if (writeFailure !== null && loaded?.problem === null && loaded.row !== null) await keep(loaded.row);
    },
  };
}

function isSame(one: StoredChannelList | null, other: StoredChannelList | null): boolean {
  return one?.version === other?.version && one?.sealed === other?.sealed;
}
