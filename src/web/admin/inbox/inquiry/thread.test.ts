import { expect, it } from "vitest";
import { threadEntries } from "./thread.tsx";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute)).toISOString();
const note = (minute: number) => ({ id: `${minute}`, author: null, text: "Called", createdAt: at(minute) });
const event = (minute: number) => ({ what: "binned" as const, at: at(minute), by: null });
const received = { what: "received" as const, at: at(0), by: null, suspected: false };
const kinds = (given: Parameters<typeof threadEntries>[0]) =>
  threadEntries(given).map((entry) => `${entry.kind} ${new Date(entry.at).getUTCMinutes()}`);

it("puts notes and events in time order, without the receipt, which the message itself is", () => {
  const history = [received, event(2), event(4)];
  expect(kinds({ notes: [note(3), note(5)], history })).toEqual(["event 2", "note 3", "event 4", "note 5"]);
});

it("folds more than 6 events in a row, except for the last two", () => {
  const six = [1, 2, 3, 4, 5, 6].map(event);
  expect(kinds({ notes: [note(7)], history: [received, ...six, event(8)] })).toHaveLength(8);
  const entries = threadEntries({ notes: [note(9)], history: [received, ...six, event(7)] });
  expect(entries.map(({ kind }) => kind)).toEqual(["fold", "event", "event", "note"]);
  expect(entries[0]).toMatchObject({ at: at(1), events: [1, 2, 3, 4, 5].map(event) });
});
