import { expect, it } from "vitest";
import type { Entry, InquiryDetail } from "#contract/inbox/inbox.ts";
import { whoWrote } from "./what-changed.ts";

const asha = { id: "asha", email: "asha@example.com" };
const me = { id: "me", email: "me@example.com" };

function entry(id: string, author: Entry["author"]): Entry {
  const kind = author === null ? "answer" : "reply";
  const createdAt = "2026-11-21T10:00:00.000Z";
  return {
    id,
    kind,
    way: "page",
    author,
    text: "Hello",
    createdAt,
    leavesAt: null,
    delivery: null,
    problem: null,
    sender: null,
    isProven: true,
    accepted: null,
    attachments: [],
    mergedFrom: null,
  };
}

const inquiry = (entries: Entry[], notes: object[] = []) =>
  ({ entries, notes, merged: [] as object[] }) as InquiryDetail;

it.each([
  ["nobody", [], undefined],
  ["a colleague", [entry("2", asha)], "Asha has"],
  ["the visitor, twice", [entry("2", null), entry("3", null)], "The visitor has"],
  ["both", [entry("2", null), entry("3", asha)], "Asha and the visitor have"],
  ["the member, in another tab", [entry("2", me)], "You have"],
])("says that %s wrote meanwhile", (who, later, words) => {
  const known = entry("1", asha);
  const wrote = whoWrote(inquiry([known]), inquiry([known, ...later]), me.id);
  expect(wrote?.text).toBe(words);
  expect(wrote?.isMeAlone ?? false).toBe(who.startsWith("the member"));
});

it("does not take what a merge brings for new, but what the merged one's visitor writes later", () => {
  const [known, merged, later] = [entry("1", asha), entry("2", null), entry("3", null)];
  for (const each of [merged, later]) each.mergedFrom = "another";
  const after = { ...inquiry([known, merged]), merged: [{ id: "another" }] } as InquiryDetail;
  expect(whoWrote(inquiry([known]), after, me.id)).toBeUndefined();
  expect(whoWrote(after, { ...after, entries: [known, merged, later] }, me.id)?.text).toBe("The visitor has");
});

it("does not take an earlier entry for a new one where a reply that was taken back makes room for it", () => {
  const [earlier, known, takenBack] = [entry("1", null), entry("2", asha), entry("3", me)];
  expect(whoWrote(inquiry([known, takenBack]), inquiry([earlier, known]), me.id)).toBeUndefined();
});

it("says who has added a note", () => {
  const note = { id: "2", author: asha, mergedFrom: null };
  expect(whoWrote(inquiry([]), inquiry([], [note]), me.id)?.text).toBe("Asha has");
});
