import { randomUUID } from "node:crypto";
import type {
  InboxFilter,
  InboxPage,
  InquiryChange,
  InquiryChanges,
  InquiryChangesDone,
  InquiryDetail,
} from "#contract/inbox.ts";
import { nextDay, startOfDay } from "#domain/day.ts";
import type { ExportedInquiry, InboxStore, InboxView, Part } from "../store/inbox.ts";
import type { InquiryStore } from "../store/inquiries.ts";
import { readPhoneNumber } from "./phone-number.ts";

export type { ExportedInquiry };

export type Inbox = ReturnType<typeof createInbox>;

/** So few that reading them holds up nobody. */
const exportedAtOnce = 200;

export type ChangeResult =
  | { outcome: "changed"; inquiry: InquiryDetail }
  | { outcome: "stale"; current: InquiryDetail }
  | { outcome: "gone" }
  | { outcome: "no such assignee" };

export type ChangesResult =
  | { outcome: "done"; changed: InquiryChangesDone["changed"]; refused: string[] }
  | { outcome: "no such assignee" };

/** The team's work on the inquiries. `told` is called after each change that is on disk. */
export function createInbox(deps: {
  store: InboxStore;
  inquiries: InquiryStore;
  told: () => void;
  country: string;
  timeZone: string;
  now: () => number;
}) {
  const { store, inquiries, now } = deps;

  async function find(id: string): Promise<InquiryDetail | null> {
    const found = await store.find(id);
    if (found === null) return null;
    const internationalPhone = readPhoneNumber(found.phone, deps.country)?.international ?? null;
    return { ...found, internationalPhone };
  }

  async function* numbersOf(view: InboxView): AsyncGenerator<number[]> {
    for (let after: number | null | undefined; after !== null;) {
      const part: Part<number> = await store.numbers(view, { after, limit: exportedAtOnce });
      yield part.rows;
      after = part.next;
    }
  }

  async function* readParts(parts: AsyncIterable<number[]> | number[][]): AsyncGenerator<ExportedInquiry[]> {
    for await (const numbers of parts) {
      yield await store.read(numbers);
      // Others get their turn between two parts.
      await new Promise((resolve) => void setImmediate(resolve));
    }
  }

  /** Whoever is assigned must be there to answer. */
  async function canAssign(changes: ReadonlyArray<{ assigneeId?: string | null | undefined }>): Promise<boolean> {
    const asked = new Set(changes.map(({ assigneeId }) => assigneeId ?? null).filter((id) => id !== null));
    if (asked.size === 0) return true;
    return (await store.countAssignable([...asked])) === asked.size;
  }

  return {
    /** One page of a view, `memberId` being who `me` stands for, with the counts of all inquiries by status. */
    async list(
      filter: InboxFilter,
      page: { after?: string | undefined; limit: number },
      memberId: string,
    ): Promise<InboxPage> {
      const after = page.after === undefined ? undefined : Number(page.after);
      const { rows, next } = await store.list(toView(filter, memberId, deps.timeZone), { after, limit: page.limit });
      return { inquiries: rows, next: next === null ? null : String(next), counts: await store.counts() };
    },

    /** Null where there is no such inquiry. */
    find,

    /**
     * A view, or the inquiries that `names` says (by id or reference), part by part, the newest first. Each part is read when it is
     * asked for; what comes in meanwhile is not among them. `expected` is about how many there are, null where nobody knows.
     */
    async export(
      filter: InboxFilter,
      names: readonly string[] | undefined,
      memberId: string,
    ): Promise<{ expected: number | null; parts: AsyncIterable<ExportedInquiry[]> }> {
      if (names !== undefined) {
        const numbers = await store.numbersOf(names);
        return { expected: numbers.length, parts: readParts([numbers]) };
      }
      const view = toView(filter, memberId, deps.timeZone);
      return { expected: await store.expect(view), parts: readParts(numbersOf(view)) };
    },

    /** Changes one inquiry if it still is at this version. */
    async change(id: string, version: number, change: InquiryChange, memberId: string): Promise<ChangeResult> {
      if (!(await canAssign([change]))) return { outcome: "no such assignee" };
      const [outcome] = await inquiries.change([{ ...change, id, version }], memberId, now());
      if (outcome === "changed") deps.told();
      const inquiry = outcome === "gone" ? null : await find(id);
      if (inquiry === null) return { outcome: "gone" };
      return outcome === "changed" ? { outcome, inquiry } : { outcome: "stale", current: inquiry };
    },

    /** Changes those that still are at their versions, all at once. */
    async changeSeveral({ changes }: InquiryChanges, memberId: string): Promise<ChangesResult> {
      if (!(await canAssign(changes))) return { outcome: "no such assignee" };
      const outcomes = await inquiries.change(changes, memberId, now());
      const ids = changes.map(({ id }) => id);
      const changed = ids.filter((_id, index) => outcomes[index] === "changed");
      if (changed.length > 0) deps.told();
      const refused = ids.filter((_id, index) => outcomes[index] !== "changed");
      return { outcome: "done", changed: await store.summariesOf(changed), refused };
    },

    /** Adds a note, and answers the inquiry with it; null where it is not there. */
    async addNote(id: string, text: string, memberId: string): Promise<InquiryDetail | null> {
      if (!(await inquiries.addNote({ id: randomUUID(), inquiryId: id, memberId, text }, now()))) return null;
      deps.told();
      return find(id);
    },
  };
}

/** What a filter of the address means to the store; its days are the site's. */
export function toView(filter: InboxFilter, memberId: string, timeZone: string): InboxView {
  const { status, kind, assignee, from, to, search } = filter;
  const assigneeId = assignee === "nobody" ? null : assignee === "me" ? memberId : assignee;
  return {
    status,
    kind,
    assigneeId,
    from: from === undefined ? undefined : startOfDay(from, timeZone),
    before: to === undefined ? undefined : startOfDay(nextDay(to), timeZone),
    search,
  };
}
