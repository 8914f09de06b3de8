import { expect, it } from "vitest";
import type { MergedInquiry } from "#contract/inbox/inbox.ts";
import { threadItems } from "./thread-items.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute)).toISOString();
const said = (minute: number) => ({
  id: `${minute}`,
  author: null,
  text: "Called",
  createdAt: at(minute),
  mergedFrom: null,
});
const note = (minute: number) => ({ ...said(minute), mentions: [] });
const answer = (minute: number) => ({
  ...said(minute),
  kind: "answer" as const,
  way: "page" as const,
  leavesAt: null,
  delivery: null,
  problem: null,
  sender: null,
  isProven: true,
  accepted: null,
  attachments: [],
});
const event = (minute: number) => ({ what: "binned" as const, at: at(minute), by: null });
const received = { what: "received" as const, at: at(0), by: null, suspected: false };
const none = { notes: [], entries: [], merged: [], earlier: 0, receivedAt: at(0) };
const kinds = (given: Partial<Parameters<typeof threadItems>[0]>) =>
  threadItems({ ...none, history: [received], ...given }).map(
    (item) => `${item.kind} ${new Date(item.at).getUTCMinutes()}`,
  );

it("puts notes, what was said and events in time order, without the receipt, which the message itself is", () => {
  const history = [received, event(2), event(4)];
  const [notes, entries] = [[note(3), note(5)], [answer(1)]];
  expect(kinds({ notes, entries, history })).toEqual(["entry 1", "event 2", "note 3", "event 4", "note 5"]);
});

it("puts an answer before the change that it makes", () => {
  expect(kinds({ entries: [answer(2)], history: [received, event(2)] })).toEqual(["entry 2", "event 2"]);
});

it("leaves out what is older than the loaded entries, until those before them are loaded", () => {
  const all = { notes: [note(1), note(4)], entries: [answer(3)], history: [received, event(2), event(5)] };
  expect(kinds({ ...all, earlier: 150 })).toEqual(["entry 3", "note 4", "event 5"]);
  expect(kinds(all)).toEqual(["note 1", "event 2", "entry 3", "note 4", "event 5"]);
});

it("puts the message of a merged inquiry at its time, and always shows one that is older than the open inquiry", () => {
  const merged = [1, 3].map((minute) => ({ receivedAt: at(minute) }) as MergedInquiry);
  const all = { merged, receivedAt: at(2), entries: [answer(4)] };
  expect(kinds(all)).toEqual(["merged 1", "merged 3", "entry 4"]);
  expect(kinds({ ...all, earlier: 150 })).toEqual(["merged 1", "entry 4"]);
});

it("folds events in a row into one line, and shows one event alone as itself", () => {
  const history = [received, ...[1, 2, 3, 5, 7, 8].map(event)];
  const items = threadItems({ ...none, notes: [note(4)], entries: [answer(6)], history });
  expect(items.map(({ kind }) => kind)).toEqual(["fold", "note", "event", "entry", "fold"]);
  expect(items[0]).toMatchObject({ at: at(1), events: [1, 2, 3].map(event) });
});

it("counts a change and its undo as one event", () => {
  const member = { id: "5", email: "ravi@example.com" };
  const snooze = (minute: number, until: string | null) => ({
    what: "snooze" as const,
    at: at(minute),
    by: member,
    until,
    isByAnswer: false,
  });
  expect(kinds({ history: [received, snooze(1, at(60)), snooze(2, null)] })).toEqual(["event 1"]);
});
