import { type Actor, type Change, type ChannelList, emptyChannelList } from "#domain/channels/channel-list.ts";
import { isUnavailable } from "../store/store-unavailable.ts";
import pLimit from "p-limit";
import { applyCommand, settle } from "#domain/channels/channel-changes.ts";
import { note, asNextVersion } from "#domain/channels/channel-revision.ts";
import type { Signing } from "../signing/signing.ts";
import type { ChannelListStore, HistoryEntry } from "./channel-queries.ts";
import type { NewMessage } from "../notifications/message-queries.ts";
import type { Outbox } from "../notifications/outbox.ts";
import type { Audit } from "../audit/audit.ts";
import { say } from "#copy/server/say.ts";
import {
  createChannelListLoader,
  createChannelListSignature,
  headOver,
  type Loaded,
  type Problem,
  readUnverified,
  type UnverifiedList,
} from "./list-loader.ts";

export type SignedChannels = ReturnType<typeof createSignedChannels>;

/** The store holds something that this program did not write. */
interface Alarm extends Problem {
  since: number;
}

export interface KnownChannelList {
  /** The last good list. */
  channelList: ChannelList;
  alarm: Alarm | null;
  /** Why the copy beside the store is not current; null if it is. */
  writeFailure: { cause: unknown } | null;
}

/** The result of `change` if the store cannot be trusted. */
type Untrusted = "alarm";

const historyProblems = {
  changed: say("channels-alarm.history-changed"),
  unreadable: say("channels-alarm.history-unreadable"),
} as const;

/** Max tries if another program on the same store wrote in between. */
const maxTries = 5;

/**
 * The signed channel list, verified at each load. If the stored list is unverified or older than the last one, the last
 * good list is used. `messagesFor` returns the notifications of a change.
 */
export function createSignedChannels(deps: {
  store: ChannelListStore;
  signing: Signing;
  messagesFor: (change: Change) => Promise<NewMessage[]>;
  audit: Pick<Audit, "draft" | "written">;
  outbox: Pick<Outbox, "wake">;
  /** Called after each durable change. */
  changed: () => void;
  now: () => number;
}) {
  const { store, signing, audit, now } = deps;
  const { sign } = createChannelListSignature(signing);
  const loader = createChannelListLoader(deps);
  let historyProblem: Problem | null = null;
  let alarm: Alarm | null = null;

  /** Updates the alarm; it keeps its time while the problem stays the same. */
  function known({ channelList, problem }: Loaded): KnownChannelList {
    const wrong = problem ?? historyProblem;
    if (wrong === null) alarm = null;
    else if (alarm?.message !== wrong.message) alarm = { since: now(), ...wrong };
    return { channelList, alarm, writeFailure: loader.writeFailure() };
  }

  /** The audit entry of a change: its number in the history, which holds the details. */
  const auditOf = ({ number, kind, by, opens, describes }: Change) =>
    audit.draft({
      kind: "channels-changed",
      by,
      about: { change: number, what: kind, opens, ...(describes === undefined ? {} : { describes }) },
    });

  /** Serializes writes. */
  const inTurn = pLimit(1);

  /** Replaces the loaded list with the next one; false if another write came in between. */
  async function write({ row, channelList }: Loaded, next: ChannelList, changes: readonly Change[]): Promise<boolean> {
    const entries = entriesOf(changes);
    const written = { ...next, history: { ...next.history, head: headOver(channelList.history.head, entries) } };
    const stored = await sign(written);
    const messages = (await Promise.all(changes.map(deps.messagesFor))).flat();
    try {
      if (!(await store.replace(row, stored, entries, messages, now(), changes.map(auditOf)))) return false;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      // The tables themselves may be the cause: an alarm, which the caller finds on its next read.
      await provenEntries();
      if (known(await loader.load()).alarm === null) throw error;
      return false;
    }
    if (messages.length > 0) deps.outbox.wake();
    audit.written();
    deps.changed();
    await loader.written(stored, written);
    return true;
  }

  async function change<ApiResponse>(
    make: (
      channelList: ChannelList,
    ) => { channelList: ChannelList; change: Change | null; response: ApiResponse } | { response: ApiResponse },
  ): Promise<ApiResponse | Untrusted> {
    // A second program on the same store may write at the same time: each try reads the list again.
    for (let tries = 0; tries < maxTries; tries += 1) {
      const before = await loader.load();
      if (known(before).alarm !== null) return "alarm";
      const settled = settle(before.channelList, now());
      const made = make(settled.channelList);
      if (!("channelList" in made)) return made.response;
      const changes = made.change === null ? settled.changes : [...settled.changes, made.change];
      if (await write(before, made.channelList, changes)) return made.response;
    }
    throw changedElsewhere();
  }

  /** The history entries if they match the list; otherwise null. */
  async function provenEntries(): Promise<HistoryEntry[] | null> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const before = await loader.load();
      let entries: HistoryEntry[];
      try {
        entries = await store.entries();
      } catch (cause) {
        if (isUnavailable(cause)) throw cause;
        historyProblem = { message: historyProblems.unreadable, cause };
        return null;
      }
      // Loads again: another program may have written both in between.
      if ((await loader.load()) !== before) continue;
      const { from, count, head } = before.channelList.history;
      const complete =
        entries.length === count - from && entries.every(({ number }, index) => number === from + index + 1);
      const proven = complete && headOver("", entries) === head;
      historyProblem = proven ? null : { message: historyProblems.changed };
      return proven ? entries : null;
    }
    throw changedElsewhere();
  }

  /** Overwrites the stored list and appends the entries of the changes to `before`; null drops the earlier entries. */
  async function putInPlace(
    channelList: ChannelList,
    changes: readonly Change[],
    before: readonly HistoryEntry[] | null,
  ): Promise<void> {
    const own = entriesOf(changes);
    const entries = [...(before ?? []), ...own];
    const { from, count, head } = channelList.history;
    const history =
      before === null
        ? { from: count - own.length, count, head: headOver("", own) }
        : { from, count, head: headOver(head, own) };
    const next = { ...channelList, history };
    const stored = await sign(next);
    const messages = (await Promise.all(changes.map(deps.messagesFor))).flat();
    const wrote = { entries, messages, now: now(), audit: changes.map(auditOf) };
    await store.overwrite(stored, wrote).catch((error: unknown) => {
      // Hiding works whatever somebody has done to the audit log and the outbox.
      if (next.hidden === null || isUnavailable(error)) throw error;
      return store.overwrite(stored, { ...wrote, messages: [], audit: [] });
    });
    if (messages.length > 0) deps.outbox.wake();
    audit.written();
    deps.changed();
    historyProblem = null;
    await loader.written(stored, next);
  }

  return {
    /** The list as cached, without reading the store. */
    async current(): Promise<KnownChannelList> {
      return known(loader.known() ?? (await loader.load()));
    },

    /**
     * Returns whether there is a verified list, if only the last good one. Without one, this instance has another key
     * than the store's, or cannot read it. @throws what the store throws
     */
    async isKnown(): Promise<boolean> {
      const { channelList } = loader.known() ?? (await loader.load());
      return channelList.version > emptyChannelList.version;
    },

    /** Reads the store for a newer list and applies what is due. `withHistory` also verifies the whole history. */
    poll: (withHistory = false): Promise<KnownChannelList> =>
      inTurn(async () => {
        const seen = await loader.load(withHistory);
        if ((withHistory || historyProblem !== null) && seen.problem === null) await provenEntries();
        await loader.keepAgain();
        const before = loader.known() ?? seen;
        if (known(before).alarm === null) {
          const settled = settle(before.channelList, now());
          if (settled.channelList !== before.channelList) await write(before, settled.channelList, settled.changes);
        }
        return known(loader.known() ?? before);
      }),

    /**
     * Applies what is due, then the change that `make` returns. During an alarm it changes nothing and returns "alarm".
     */
    change: <ApiResponse>(make: Parameters<typeof change<ApiResponse>>[0]) => inTurn(() => change(make)),

    /** The history, oldest first; empty while it cannot be trusted. */
    async history(): Promise<Change[]> {
      const entries = await inTurn(provenEntries);
      // All entries were created by `write`.
      return (entries ?? []).map(({ entry }) => JSON.parse(entry) as Change);
    },

    /**
     * Ends an alarm: restores the last good list, with all channels hidden if `hidden`. The history restarts if it
     * cannot be trusted. False if there is no alarm, unless `anyway`.
     */
    restore: (actor: Actor, { hidden = false, anyway = false } = {}): Promise<boolean> =>
      inTurn(async () => {
        const { channelList, problem } = await loader.load();
        const entries = await provenEntries();
        if (problem === null && entries !== null && !anyway) return false;
        const attribution = { at: now(), by: actor };
        const back = note(channelList, "restored", attribution);
        const hiding = hidden ? applyCommand(back.channelList, { kind: "hide" }, attribution) : null;
        if (hiding?.ok === true) await putInPlace(hiding.channelList, [back.change, hiding.change], entries);
        else await putInPlace(back.channelList, [back.change], entries);
        return true;
      }),

    /** The list in the store, verified or not; null if there is none. */
    async unverified(): Promise<UnverifiedList | null> {
      const row = await store.read();
      return row === null ? null : readUnverified(row.envelope);
    },

    /**
     * Ends an alarm the other way: publishes this reviewed list instead of the last good one. The history restarts;
     * schedules and proposals are dropped.
     */
    trust: (list: UnverifiedList): Promise<void> =>
      inTurn(async () => {
        const { channelList } = await loader.load();
        const attribution = { at: now(), by: null };
        const last: ChannelList = {
          ...channelList,
          // Readers of the published list take a smaller version for an older one.
          version: Math.max(channelList.version, list.version),
          listVersion: Math.max(channelList.listVersion, list.listVersion),
          hidden: list.isHidden ? attribution : null,
          rule: list.rule,
          schedules: [],
          proposals: [],
        };
        const made = applyCommand(
          last,
          { kind: "import", channels: list.channels, over: last.listVersion },
          attribution,
        );
        const next = made.ok ? made : note(asNextVersion(last, attribution), "restored", attribution);
        await putInPlace(next.channelList, [next.change], null);
      }),

    /** Signs the same channels again, as after a key rotation. */
    signAgain: () =>
      inTurn(() =>
        change((channelList) => ({
          channelList: { ...channelList, version: channelList.version + 1 },
          change: null,
          response: null,
        })),
      ),
  };
}

const entriesOf = (changes: readonly Change[]): HistoryEntry[] =>
  changes.map((change) => ({ number: change.number, entry: JSON.stringify(change) }));

const changedElsewhere = () => new Error("the channels are being changed elsewhere, again and again");
