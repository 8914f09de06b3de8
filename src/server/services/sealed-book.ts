import { createHash } from "node:crypto";
import { type Actor, type Change, type Channel, type ChannelBook, emptyBook } from "#domain/channel-book.ts";
import { settle } from "#domain/channel-changes.ts";
import type { Signing } from "../signing/signing.ts";
import type { ChannelBookStore, HistoryEntry, StoredBook } from "../store/channel-book.ts";
import type { NewMessage } from "../store/inquiries.ts";

export type SealedBook = ReturnType<typeof createSealedBook>;

/** The store holds something else than this program has put there. */
export interface Alarm {
  since: number;
  message: string;
}

export interface KnownBook {
  /** The last good one. */
  book: ChannelBook;
  alarm: Alarm | null;
}

/** What `change` answers where the store cannot be trusted. */
export type Untrusted = "alarm";

interface Loaded {
  row: StoredBook | null;
  book: ChannelBook;
  problem: string | null;
}

const alarms = {
  gone: "The list of channels has been taken out of the store.",
  seal: "The list of channels in the store has been changed by something else than this program.",
  older: "The store holds an older list of channels than the one that was published last.",
  history: "The history of the channels in the store has been changed by something else than this program.",
} as const;

/**
 * The book of channels under its seal. What lies in the store is checked at each load: a book that we have not signed, or an older
 * one than the last, is not used; the last good one is. `messagesFor` gives the messages that tell of a change.
 */
export function createSealedBook(deps: {
  store: ChannelBookStore;
  signing: Signing;
  messagesFor: (change: Change) => Promise<NewMessage[]>;
  /** Called once messages are on disk. */
  told: () => void;
  now: () => number;
}) {
  const { store, signing, now } = deps;
  let loaded: Loaded | undefined;
  let loading: Promise<Loaded> | undefined;
  let historyProblem: string | null = null;
  let alarm: Alarm | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  /** Of what was seen, the alarm; it keeps its time while it is the same. */
  function known({ book, problem }: Loaded): KnownBook {
    const message = problem ?? historyProblem;
    if (message === null) alarm = null;
    else if (alarm?.message !== message) alarm = { since: now(), message };
    return { book, alarm };
  }

  async function unseal(text: string): Promise<ChannelBook | null> {
    let signed: unknown;
    try {
      signed = JSON.parse(text);
    } catch {
      return null;
    }
    const payload = await signing.verify(signed);
    // What our own key has signed is a book, and in the very spelling that we have written.
    if (payload === null || JSON.stringify(signed) !== text) return null;
    return JSON.parse(payload) as ChannelBook;
  }

  async function seal(book: ChannelBook): Promise<StoredBook> {
    return { version: book.version, sealed: JSON.stringify(await signing.sign(JSON.stringify(book))) };
  }

  async function readLast(): Promise<{ text: string; book: ChannelBook } | null> {
    const text = await signing.lastList.read();
    const book = text === null ? null : await unseal(text);
    return text === null || book === null ? null : { text, book };
  }

  /** Reads the store, and checks what was not seen before. */
  async function load(): Promise<Loaded> {
    const row = await store.read();
    if (loaded !== undefined && row?.version === loaded.row?.version && row?.sealed === loaded.row?.sealed)
      return loaded;
    const last = await readLast();
    if (row === null && last === null && loaded === undefined) return begin();
    const book = row === null ? null : await unseal(row.sealed);
    const newest = Math.max(last?.book.version ?? 0, loaded?.book.version ?? 0);
    const problem =
      row === null
        ? alarms.gone
        : book === null || book.version !== row.version
          ? alarms.seal
          : book.version < newest
            ? alarms.older
            : null;
    if (problem === null && book !== null && row !== null) {
      // Two different books of one version cannot both be the last one.
      if (last?.book.version === book.version && last.text !== row.sealed)
        return untrusted(row, alarms.seal, last.book);
      loaded = { row, book, problem: null };
      if (last?.text !== row.sealed) await signing.lastList.write(row.sealed);
      return loaded;
    }
    return untrusted(row, problem ?? alarms.seal, last?.book);
  }

  function untrusted(row: StoredBook | null, problem: string, last: ChannelBook = emptyBook): Loaded {
    const before = loaded?.book ?? emptyBook;
    loaded = { row, problem, book: before.version >= last.version ? before : last };
    return loaded;
  }

  /** The first book: empty, or the channels of a store from before they were sealed. */
  async function begin(): Promise<Loaded> {
    const old = await store.unsealed();
    const time = now();
    // Written by the migration.
    const rows = (old === null ? [] : JSON.parse(old)) as Array<Omit<Channel, "hours"> & { since: number }>;
    const channels = rows.map(({ since: _since, ...channel }) => ({ ...channel, hours: null }));
    const since = Object.fromEntries(rows.filter(({ isActive }) => isActive).map((row) => [row.id, row.since]));
    const book: ChannelBook = { ...emptyBook, version: 1, listVersion: 1, changedAt: time, channels, since };
    const row = await seal(book);
    if (!(await store.replace(null, row, [], [], time))) return load();
    await signing.lastList.write(row.sealed);
    loaded = { row, book, problem: null };
    return loaded;
  }

  /** One load at a time. */
  function loadOnce(): Promise<Loaded> {
    loading ??= load().finally(() => {
      loading = undefined;
    });
    return loading;
  }

  /** One write after the other. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = queue.then(run, run);
    queue = turn.catch(() => undefined);
    return turn;
  }

  /** Writes the next book over the loaded one; false where another has come in between. */
  async function write({ row, book }: Loaded, next: ChannelBook, changes: readonly Change[]): Promise<boolean> {
    const entries = changes.map((one) => ({ number: one.number, entry: JSON.stringify(one) }));
    const written = { ...next, history: { ...next.history, head: headOver(book.history.head, entries) } };
    const stored = await seal(written);
    const messages = (await Promise.all(changes.map(deps.messagesFor))).flat();
    if (!(await store.replace(row, stored, entries, messages, now()))) return false;
    if (messages.length > 0) deps.told();
    loaded = { row: stored, book: written, problem: null };
    // It is published; should the copy fail, the next look makes it.
    await signing.lastList.write(stored.sealed).catch(() => undefined);
    return true;
  }

  async function change<Answer>(
    make: (book: ChannelBook) => { book: ChannelBook; change: Change | null; answer: Answer } | { answer: Answer },
  ): Promise<Answer | Untrusted> {
    // A second program on the same store may write at the same time; each try looks at the book anew.
    for (let tries = 0; tries < 5; tries += 1) {
      const before = await loadOnce();
      if (known(before).alarm !== null) return "alarm";
      const settled = settle(before.book, now());
      const made = make(settled.book);
      if (!("book" in made)) return made.answer;
      const changes = made.change === null ? settled.changes : [...settled.changes, made.change];
      if (await write(before, made.book, changes)) return made.answer;
    }
    throw new Error("the channels are being changed elsewhere, again and again");
  }

  /** The entries, where they are what the book says; null otherwise. */
  async function provenEntries(): Promise<HistoryEntry[] | null> {
    const { book } = await loadOnce();
    const entries = await store.entries();
    const { from, count, head } = book.history;
    const complete =
      entries.length === count - from && entries.every(({ number }, index) => number === from + index + 1);
    const proven = complete && headOver("", entries) === head;
    historyProblem = proven ? null : alarms.history;
    return proven ? entries : null;
  }

  return {
    /** The book as it is known here, without a look at the store. */
    async current(): Promise<KnownBook> {
      return known(loaded ?? (await loadOnce()));
    },

    /**
     * Looks whether the store holds another book, and writes what was due. `thorough` checks the whole history as well.
     */
    look: (thorough = false): Promise<KnownBook> =>
      inTurn(async () => {
        const before = await loadOnce();
        if (thorough && before.problem === null) await provenEntries();
        if (known(before).alarm === null) {
          const settled = settle(before.book, now());
          if (settled.book !== before.book) await write(before, settled.book, settled.changes);
        }
        return known(loaded ?? before);
      }),

    /** Changes the book as `make` says, once what is due has been done; "alarm", and nothing changed, while there is one. */
    change: <Answer>(make: Parameters<typeof change<Answer>>[0]) => inTurn(() => change(make)),

    /** The history, the oldest first; empty while it cannot be trusted. */
    async history(): Promise<Change[]> {
      const entries = await inTurn(provenEntries);
      // Written by `write` alone.
      return (entries ?? []).map(({ entry }) => JSON.parse(entry) as Change);
    },

    /** Ends an alarm: puts the last good book back. Its history begins anew where it cannot be trusted. */
    restore: (by: Actor): Promise<boolean> =>
      inTurn(async () => {
        const { book, problem } = await loadOnce();
        const isProven = (await provenEntries()) !== null;
        if (problem === null && isProven) return false;
        const number = book.history.count + 1;
        const entry: Change = {
          number,
          at: now(),
          by,
          kind: "restored",
          before: [],
          after: [],
          order: null,
          opens: false,
        };
        const entries = [{ number, entry: JSON.stringify(entry) }];
        const next: ChannelBook = {
          ...book,
          version: book.version + 1,
          history: isProven
            ? { ...book.history, count: number, head: headOver(book.history.head, entries) }
            : { from: number - 1, count: number, head: headOver("", entries) },
        };
        const stored = await seal(next);
        await store.overwrite(stored, entries, isProven);
        loaded = { row: stored, book: next, problem: null };
        historyProblem = null;
        await signing.lastList.write(stored.sealed);
        return true;
      }),

    /** Signs the same channels anew, as after a change of the key. */
    sealAgain: () =>
      inTurn(() => change((book) => ({ book: { ...book, version: book.version + 1 }, change: null, answer: null }))),
  };
}

/** The hash over a history: of each entry with that over those before it. */
function headOver(head: string, entries: readonly HistoryEntry[]): string {
  return entries.reduce(
    (before, { entry }) => createHash("sha256").update(`${before}\n${entry}`).digest("base64url"),
    head,
  );
}
