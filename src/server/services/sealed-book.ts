import type { Actor, Change, ChannelBook } from "#domain/channel-book.ts";
import { applyCommand, settle } from "#domain/channel-changes.ts";
import { note, seenAnew } from "#domain/channel-revision.ts";
import type { Signing } from "../signing/signing.ts";
import type { ChannelBookStore, HistoryEntry } from "../store/channel-book.ts";
import type { NewMessage } from "../store/inquiries.ts";
import type { Audit } from "./audit.ts";
import { createBookLoader, type Loaded, type Problem } from "./book-loader.ts";
import { createBookSeal, headOver, readUnproven, type UnprovenList } from "./book-seal.ts";

export type SealedBook = ReturnType<typeof createSealedBook>;

/** The store holds something else than this program has put there. */
export interface Alarm extends Problem {
  since: number;
}

export interface KnownBook {
  /** The last good one. */
  book: ChannelBook;
  alarm: Alarm | null;
  /** Why the list beside the store is not the present one; null where it is. */
  unkept: { cause: unknown } | null;
}

/** What `change` answers where the store cannot be trusted. */
export type Untrusted = "alarm";

const historyProblems = {
  changed: "The history of the channels in the store has been changed by something else than this program.",
  unreadable: "The history of the channels in the store cannot be read.",
} as const;

/** So often a program looks anew because another one on the same store has written in between. */
const mostTries = 5;

/**
 * The book of channels under its seal. What lies in the store is checked at each load: a book that we have not signed, or an older
 * one than the last, is not used; the last good one is. `messagesFor` gives the messages that tell of a change.
 */
export function createSealedBook(deps: {
  store: ChannelBookStore;
  signing: Signing;
  messagesFor: (change: Change) => Promise<NewMessage[]>;
  audit: Pick<Audit, "draft" | "written">;
  /** Called once messages are on disk. */
  told: () => void;
  /** Called after each change that is on disk. */
  changed: () => void;
  now: () => number;
}) {
  const { store, signing, audit, now } = deps;
  const { seal } = createBookSeal(signing);
  const loader = createBookLoader(deps);
  let historyProblem: Problem | null = null;
  let alarm: Alarm | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  /** Of what was seen, the alarm; it keeps its time while it is the same. */
  function known({ book, problem }: Loaded): KnownBook {
    const wrong = problem ?? historyProblem;
    if (wrong === null) alarm = null;
    else if (alarm?.message !== wrong.message) alarm = { since: now(), ...wrong };
    return { book, alarm, unkept: loader.unkept() };
  }

  /** What the audit log says of a change: which one it is in the history, which has the particulars. */
  const auditOf = ({ number, kind, by, opens }: Change) =>
    audit.draft({ kind: "channels-changed", by, about: { change: number, what: kind, opens } });

  /** One write after the other. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = queue.then(run, run);
    queue = turn.catch(() => undefined);
    return turn;
  }

  /** Writes the next book over the loaded one; false where another has come in between. */
  async function write({ row, book }: Loaded, next: ChannelBook, changes: readonly Change[]): Promise<boolean> {
    const entries = entriesOf(changes);
    const written = { ...next, history: { ...next.history, head: headOver(book.history.head, entries) } };
    const stored = await seal(written);
    const messages = (await Promise.all(changes.map(deps.messagesFor))).flat();
    try {
      if (!(await store.replace(row, stored, entries, messages, now(), changes.map(auditOf)))) return false;
    } catch (error) {
      // The tables themselves may be the cause: that is an alarm, which whoever asks finds next.
      await provenEntries();
      if (known(await loader.load()).alarm === null) throw error;
      return false;
    }
    if (messages.length > 0) deps.told();
    audit.written();
    deps.changed();
    await loader.written(stored, written);
    return true;
  }

  async function change<Answer>(
    make: (book: ChannelBook) => { book: ChannelBook; change: Change | null; answer: Answer } | { answer: Answer },
  ): Promise<Answer | Untrusted> {
    // A second program on the same store may write at the same time; each try looks at the book anew.
    for (let tries = 0; tries < mostTries; tries += 1) {
      const before = await loader.load();
      if (known(before).alarm !== null) return "alarm";
      const settled = settle(before.book, now());
      const made = make(settled.book);
      if (!("book" in made)) return made.answer;
      const changes = made.change === null ? settled.changes : [...settled.changes, made.change];
      if (await write(before, made.book, changes)) return made.answer;
    }
    throw changedElsewhere();
  }

  /** The entries, where they are what the book says; null otherwise. */
  async function provenEntries(): Promise<HistoryEntry[] | null> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const before = await loader.load();
      let entries: HistoryEntry[];
      try {
        entries = await store.entries();
      } catch (cause) {
        historyProblem = { message: historyProblems.unreadable, cause };
        return null;
      }
      // Another program may have written both in between.
      if ((await loader.load()) !== before) continue;
      const { from, count, head } = before.book.history;
      const complete =
        entries.length === count - from && entries.every(({ number }, index) => number === from + index + 1);
      const proven = complete && headOver("", entries) === head;
      historyProblem = proven ? null : { message: historyProblems.changed };
      return proven ? entries : null;
    }
    throw changedElsewhere();
  }

  /** Puts a book in the place of whatever is in the store, with the entries that tell of it. */
  async function putInPlace(book: ChannelBook, changes: readonly Change[], keepHistory: boolean): Promise<void> {
    const entries = entriesOf(changes);
    const { from, count, head } = book.history;
    const history = keepHistory
      ? { from, count, head: headOver(head, entries) }
      : { from: count - entries.length, count, head: headOver("", entries) };
    const next = { ...book, history };
    const stored = await seal(next);
    const messages = (await Promise.all(changes.map(deps.messagesFor))).flat();
    await store.overwrite(stored, { entries, keepHistory, messages, now: now(), audit: changes.map(auditOf) });
    if (messages.length > 0) deps.told();
    audit.written();
    deps.changed();
    historyProblem = null;
    await loader.written(stored, next);
  }

  return {
    /** The book as it is known here, without a look at the store. */
    async current(): Promise<KnownBook> {
      return known(loader.known() ?? (await loader.load()));
    },

    /**
     * Looks whether the store holds another book, and writes what was due. `thorough` checks the whole history as well.
     */
    look: (thorough = false): Promise<KnownBook> =>
      inTurn(async () => {
        const seen = await loader.load(thorough);
        if ((thorough || historyProblem !== null) && seen.problem === null) await provenEntries();
        await loader.keepAgain();
        const before = loader.known() ?? seen;
        if (known(before).alarm === null) {
          const settled = settle(before.book, now());
          if (settled.book !== before.book) await write(before, settled.book, settled.changes);
        }
        return known(loader.known() ?? before);
      }),

    /** Changes the book as `make` says, once what is due has been done; "alarm", and nothing changed, while there is one. */
    change: <Answer>(make: Parameters<typeof change<Answer>>[0]) => inTurn(() => change(make)),

    /** The history, the oldest first; empty while it cannot be trusted. */
    async history(): Promise<Change[]> {
      const entries = await inTurn(provenEntries);
      // Written by `write` alone.
      return (entries ?? []).map(({ entry }) => JSON.parse(entry) as Change);
    },

    /**
     * Ends an alarm: puts the last good book back, with `hidden` all its channels hidden. Its history begins anew where it cannot be trusted.
     */
    restore: (by: Actor, { hidden = false } = {}): Promise<boolean> =>
      inTurn(async () => {
        const { book, problem } = await loader.load();
        const isProven = (await provenEntries()) !== null;
        if (problem === null && isProven) return false;
        const doing = { at: now(), by };
        const back = note(book, "restored", doing);
        const hiding = hidden ? applyCommand(back.book, { kind: "hide" }, doing) : "nothing";
        if (typeof hiding === "string") await putInPlace(back.book, [back.change], isProven);
        else await putInPlace(hiding.book, [back.change, hiding.change], isProven);
        return true;
      }),

    /** The list that lies in the store, whoever has put it there; null where there is none. */
    async unproven(): Promise<UnprovenList | null> {
      const row = await store.read();
      return row === null ? null : readUnproven(row.sealed);
    },

    /**
     * Ends an alarm the other way: publishes this list, which somebody has looked at, in the place of the last good one. Its history
     * begins anew; what was scheduled or waited is dropped.
     */
    trust: (list: UnprovenList): Promise<void> =>
      inTurn(async () => {
        const { book } = await loader.load();
        const doing = { at: now(), by: null };
        const last: ChannelBook = {
          ...book,
          // Whoever reads the published list takes a smaller version for an older one.
          version: Math.max(book.version, list.version),
          listVersion: Math.max(book.listVersion, list.listVersion),
          hidden: list.isHidden ? doing : null,
          rule: list.rule,
          schedules: [],
          proposals: [],
        };
        const made = applyCommand(last, { kind: "import", channels: list.channels, over: last.listVersion }, doing);
        const next = typeof made === "string" ? note(seenAnew(last, doing), "restored", doing) : made;
        await putInPlace(next.book, [next.change], false);
      }),

    /** Signs the same channels anew, as after a change of the key. */
    sealAgain: () =>
      inTurn(() => change((book) => ({ book: { ...book, version: book.version + 1 }, change: null, answer: null }))),
  };
}

const entriesOf = (changes: readonly Change[]): HistoryEntry[] =>
  changes.map((change) => ({ number: change.number, entry: JSON.stringify(change) }));

const changedElsewhere = () => new Error("the channels are being changed elsewhere, again and again");
