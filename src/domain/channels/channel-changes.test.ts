import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Change,
  type Channel,
  type ChannelList,
  type Command,
  emptyChannelList,
  publicChannels,
  type PublishingRule,
  type Schedule,
} from "./channel-list.ts";
import { foreseen, isSensitive } from "./sensitive-changes.ts";
import { applyCommand, canUndo, hasUndo, isPublishable, nextDue, settle } from "./channel-changes.ts";
import type { Refusal } from "./channel-revision.ts";

const asha = { id: "asha", email: "asha@example.com" };
const ravi = { id: "ravi", email: "ravi@example.com" };

function channel(id: string, change: Partial<Channel> = {}): Channel {
  return { id, type: "telegram", value: `https://t.me/${id}`, isActive: true, proof: "", hours: null, ...change };
}

/** The list after these commands, one per second. */
function listAfter(...commands: Command[]): ChannelList {
  return commands.reduce((book, command, index) => done(book, command, 1000 * (index + 1)).book, emptyChannelList);
}

function done(book: ChannelList, command: Command, at = 50_000): { book: ChannelList; change: Change } {
  const outcome = applyCommand(book, command, { at, by: asha });
  if (typeof outcome === "string") throw new Error(outcome);
  return outcome;
}

const refusal = (book: ChannelList, command: Command): Refusal | "done" => {
  const outcome = applyCommand(book, command, { at: 50_000, by: asha });
  return typeof outcome === "string" ? outcome : "done";
};

const add = (id: string, change: Partial<Channel> = {}): Command => ({ kind: "add", channel: channel(id, change) });
const ids = ({ channels }: ChannelList) => channels.map(({ id }) => id).join("");

function schedule(change: Partial<Schedule> = {}): Schedule {
  const fields = { value: "https://t.me/holiday" };
  return { id: "s", channelId: "a", fields, from: 60_000, until: 70_000, by: asha, before: null, ...change };
}

describe("a command", () => {
  const three = listAfter(add("a"), add("b"), add("c", { isActive: false }));

  it("says what it touched, as it was and as it is", () => {
    const { change, book } = done(three, { kind: "edit", id: "b", fields: { proof: "Daily" } });
    const told = { number: 4, at: 50_000, by: asha, kind: "edited", order: null, opens: false, describes: true };
    expect(change).toMatchObject(told);
    expect([change.before, change.after]).toEqual([[channel("b")], [channel("b", { proof: "Daily" })]]);
    expect(book).toMatchObject({ version: 4, listVersion: 4, changedAt: 50_000, history: { count: 4 } });
    const ruled = done(book, { kind: "rule", rule: { kind: "approval" } }, 60_000).book;
    expect(ruled).toMatchObject({ version: 5, listVersion: 4, changedAt: 50_000 });
    expect(done(ruled, { kind: "hide" }, 70_000).book).toMatchObject({ version: 6, listVersion: 5, changedAt: 70_000 });
  });

  it.each<[string, Command, string]>([
    ["an order", { kind: "order", ids: ["c", "a", "b"] }, "cab"],
    ["a deletion", { kind: "remove", id: "a" }, "bc"],
    ["an addition", add("d"), "abcd"],
    ["an import", { kind: "import", channels: [channel("d"), channel("b")], over: 3 }, "db"],
  ])("%s puts the list in its order", (_what, command, order) => {
    const { book, change } = done(three, command);
    expect(ids(book)).toBe(order);
    expect(change.order).toEqual({ before: ["a", "b", "c"], after: order.split("") });
  });

  it.each<[string, Command, Refusal]>([
    ["an edit of what is not there", { kind: "edit", id: "x", fields: {} }, "missing"],
    ["an edit that changes nothing", { kind: "edit", id: "a", fields: { proof: "" } }, "nothing"],
    ["a deletion of what is not there", { kind: "remove", id: "x" }, "missing"],
    ["an order with one missing", { kind: "order", ids: ["a", "b"] }, "stale order"],
    ["an order with one twice", { kind: "order", ids: ["a", "b", "b"] }, "stale order"],
    ["an order with one twice beside all", { kind: "order", ids: ["a", "b", "c", "c"] }, "stale order"],
    ["an order with a stranger", { kind: "order", ids: ["a", "b", "x"] }, "stale order"],
    ["the order that it has", { kind: "order", ids: ["a", "b", "c"] }, "nothing"],
    ["an import over another list", { kind: "import", channels: [], over: 2 }, "stale order"],
    ["a schedule of what is not there", { kind: "schedule", schedule: schedule({ channelId: "x" }) }, "missing"],
    ["the end of what is not scheduled", { kind: "unschedule", id: "x" }, "missing"],
    ["an approval of nothing", { kind: "approve", id: "x" }, "missing"],
    ["a withdrawal of nothing", { kind: "withdraw", id: "x" }, "missing"],
    ["showing what is shown", { kind: "show" }, "nothing"],
    ["the rule that holds", { kind: "rule", rule: { kind: "none" } }, "nothing"],
  ])("%s is refused", (_what, command, reason) => {
    expect(refusal(three, command)).toBe(reason);
  });
});

describe("what was public once", () => {
  const one = listAfter(add("a"), add("b"));

  it.each<[string, Command, string | null]>([
    ["replaced", { kind: "edit", id: "a", fields: { value: "https://t.me/new" } }, "a"],
    ["switched off", { kind: "edit", id: "a", fields: { isActive: false } }, null],
    ["deleted", { kind: "remove", id: "a" }, null],
    ["left out of an import", { kind: "import", channels: [channel("b")], over: 2 }, null],
  ])("is remembered with its dates when it is %s", (_what, command, replacedBy) => {
    const { book } = done(one, command);
    expect(book.retired).toEqual([
      { type: "telegram", value: "https://t.me/a", from: 1000, until: 50_000, replacedBy },
    ]);
  });

  it("is not remembered while another channel still shows it, nor where it was never public", () => {
    const twice = listAfter(add("a"), add("b", { value: "https://t.me/a" }), add("c", { isActive: false }));
    expect(done(twice, { kind: "remove", id: "a" }).book.retired).toEqual([]);
    expect(done(twice, { kind: "remove", id: "c" }).book.retired).toEqual([]);
  });

  it("keeps its first date and its last when it comes back and goes again", () => {
    const off: Command = { kind: "edit", id: "a", fields: { isActive: false } };
    const on: Command = { kind: "edit", id: "a", fields: { isActive: true } };
    const { retired } = listAfter(add("a"), off, on, off);
    expect(retired).toMatchObject([{ from: 1000, until: 4000 }]);
  });
});

describe("a change of where a channel opens, or of what visitors read beside it,", () => {
  const book = listAfter(add("a"), add("b", { isActive: false }));
  const described = listAfter(add("a", { proof: "Deposits" }), add("b", { proof: "Withdrawals" }));
  const strict = (rule: PublishingRule) => done(book, { kind: "rule", rule }).book;

  it.each<[boolean, string, Command, ChannelList?]>([
    [true, "a new public channel", add("c")],
    [true, "a new channel that is off", add("c", { isActive: false })],
    [true, "another value", { kind: "edit", id: "a", fields: { value: "https://t.me/x" } }],
    [true, "another type", { kind: "edit", id: "a", fields: { type: "website" } }],
    [true, "a description", { kind: "edit", id: "a", fields: { proof: "Daily" } }],
    [true, "another description", { kind: "edit", id: "a", fields: { proof: "Daily" } }, described],
    [
      true,
      "the description of another channel",
      { kind: "edit", id: "a", fields: { proof: "Withdrawals" } },
      described,
    ],
    [true, "a description of a channel that is off", { kind: "edit", id: "b", fields: { proof: "Daily" } }],
    [false, "no description", { kind: "edit", id: "a", fields: { proof: "" } }, described],
    [true, "an import of a description", { kind: "import", channels: [channel("a", { proof: "Daily" })], over: 2 }],
    [false, "an import without one", { kind: "import", channels: [channel("a"), channel("b")], over: 2 }, described],
    [true, "another value of a channel that is off", { kind: "edit", id: "b", fields: { value: "https://t.me/x" } }],
    [true, "switching on", { kind: "edit", id: "b", fields: { isActive: true } }],
    [false, "switching off", { kind: "edit", id: "a", fields: { isActive: false } }],
    [false, "a deletion", { kind: "remove", id: "a" }],
    [false, "another order", { kind: "order", ids: ["b", "a"] }],
    [true, "an import of a new value", { kind: "import", channels: [channel("x")], over: 2 }],
    [false, "an import of what is there", { kind: "import", channels: [channel("a")], over: 2 }],
    [true, "a schedule of another value", { kind: "schedule", schedule: schedule() }],
    [
      true,
      "a schedule of the value that is there, which may have gone by then",
      { kind: "schedule", schedule: schedule({ fields: { value: "https://t.me/a" } }) },
    ],
    [true, "a schedule that switches on", { kind: "schedule", schedule: schedule({ fields: { isActive: true } }) }],
    [false, "a schedule that switches off", { kind: "schedule", schedule: schedule({ fields: { isActive: false } }) }],
    [true, "an approval", { kind: "approve", id: "x" }],
    [true, "a schedule of a description", { kind: "schedule", schedule: schedule({ fields: { proof: "Soon" } }) }],
    [false, "a schedule of none", { kind: "schedule", schedule: schedule({ fields: { proof: "" } }) }, described],
    [false, "hiding all", { kind: "hide" }],
    [false, "a rule", { kind: "rule", rule: { kind: "approval" } }],
    [true, "no rule instead of one", { kind: "rule", rule: { kind: "none" } }, strict({ kind: "approval" })],
    [true, "a weaker rule", { kind: "rule", rule: { kind: "delay", minutes: 9 } }, strict({ kind: "approval" })],
    [
      true,
      "a shorter delay",
      { kind: "rule", rule: { kind: "delay", minutes: 9 } },
      strict({ kind: "delay", minutes: 10 }),
    ],
    [
      false,
      "a longer delay",
      { kind: "rule", rule: { kind: "delay", minutes: 11 } },
      strict({ kind: "delay", minutes: 10 }),
    ],
  ])("is %s for %s", (isOne, _what, command, of = book) => {
    expect(isSensitive(of, command, { at: 50_000, by: asha })).toBe(isOne);
  });

  it("is undoing one that took a value away, and not one that brought it", () => {
    const removed = done(book, { kind: "remove", id: "a" });
    expect(isSensitive(removed.book, { kind: "undo", change: removed.change }, { at: 60_000, by: asha })).toBe(true);
    const added = done(book, add("c"));
    expect(isSensitive(added.book, { kind: "undo", change: added.change }, { at: 60_000, by: asha })).toBe(false);
    const bare = done(described, { kind: "edit", id: "a", fields: { proof: "" } });
    expect(bare.change.describes).toBeUndefined();
    expect(isSensitive(bare.book, { kind: "undo", change: bare.change }, { at: 60_000, by: asha })).toBe(true);
  });

  it("says in its entry when visitors see it: at once, at its begin, or when switched on", () => {
    const edit = (id: string): Command => ({ kind: "edit", id, fields: { proof: "Daily" } });
    expect(done(book, edit("a")).change).toMatchObject({ opens: false, describes: true });
    const off = done(book, edit("b"));
    expect(off.change.describes).toBeUndefined();
    const on: Command = { kind: "edit", id: "b", fields: { isActive: true } };
    expect(done(off.book, on).change).toMatchObject({ opens: true, describes: true });
    const planned = done(book, { kind: "schedule", schedule: schedule({ fields: { proof: "Soon" } }) }).book;
    expect(settle(planned, 65_000).changes).toMatchObject([{ kind: "began", opens: false, describes: true }]);
  });
});

describe("a schedule", () => {
  const one = listAfter(add("a"), add("b"));
  const planned = done(one, { kind: "schedule", schedule: schedule() }).book;
  const valueAt = (book: ChannelList, now: number) => settle(book, now).book.channels[0]?.value;

  it.each([
    [59_999, "https://t.me/a"],
    [60_000, "https://t.me/holiday"],
    [69_999, "https://t.me/holiday"],
    [70_000, "https://t.me/a"],
  ])("at %d shows %s", (now, value) => expect(valueAt(planned, now)).toBe(value));

  it("tells of its beginning and end at their own times, however late they are settled", () => {
    const { changes, book } = settle(planned, 1_000_000);
    expect(changes.map(({ kind, at, by, opens }) => [kind, at, by, opens])).toEqual([
      ["began", 60_000, asha, true],
      ["ended", 70_000, asha, true],
    ]);
    expect(book.retired.find(({ value }) => value.endsWith("holiday"))).toMatchObject({ from: 60_000, until: 70_000 });
    expect(nextDue(book)).toBeNull();
  });

  it("without an end holds for good", () => {
    const forGood = done(one, { kind: "schedule", schedule: schedule({ until: null }) }).book;
    expect(valueAt(forGood, 1e9)).toBe("https://t.me/holiday");
    expect(settle(forGood, 1e9).book.schedules).toEqual([]);
  });

  it("leaves alone at its end what was edited while it held", () => {
    const running = settle(planned, 60_000).book;
    const edited = done(running, { kind: "edit", id: "a", fields: { value: "https://t.me/edited" } }, 65_000).book;
    expect(valueAt(edited, 80_000)).toBe("https://t.me/edited");
  });

  it("that is cancelled while it holds ends at once", () => {
    const running = settle(planned, 60_000).book;
    const { book, change } = done(running, { kind: "unschedule", id: "s" }, 65_000);
    expect([change.kind, book.channels[0]?.value, nextDue(book)]).toEqual(["ended", "https://t.me/a", null]);
  });

  it("does not switch on again at its end what somebody has switched off meanwhile", () => {
    const off = done(one, { kind: "schedule", schedule: schedule({ fields: { isActive: false } }) }).book;
    const running = settle(off, 60_000).book;
    const { book, change } = done(running, { kind: "edit", id: "a", fields: { isActive: false } }, 65_000);
    expect(change).toMatchObject({ kind: "switched", before: [], after: [] });
    expect(settle(book, 80_000).book.channels[0]?.isActive).toBe(false);
    expect(settle(running, 80_000).book.channels[0]?.isActive).toBe(true);
  });

  it("says when it was really done, where that was late", () => {
    expect(settle(planned, 1_000_000).changes.map(({ doneAt }) => doneAt)).toEqual([1_000_000, 1_000_000]);
  });

  it("is not made for a time that is over, and begins at once where it should have begun", () => {
    expect(applyCommand(one, { kind: "schedule", schedule: schedule() }, { at: 70_000, by: asha })).toBe("too late");
    const late = done(one, { kind: "schedule", schedule: schedule() }, 65_000);
    expect(late.change.schedule?.from).toBe(65_000);
    expect(settle(late.book, 65_000).changes[0]?.at).toBe(65_000);
  });

  it("goes with its channel, also where that goes by an undo", () => {
    const added = done(one, add("c"));
    const later = done(added.book, { kind: "schedule", schedule: schedule({ channelId: "c" }) }).book;
    expect(done(later, { kind: "undo", change: added.change }).book.schedules).toEqual([]);
    expect(done(planned, { kind: "remove", id: "a" }).book.schedules).toEqual([]);
    expect(done(planned, { kind: "import", channels: [], over: 2 }).book.schedules).toEqual([]);
  });

  it.each([
    ["within it", 61_000, 62_000, "overlap"],
    ["around it", 50_000, 90_000, "overlap"],
    ["open-ended before it", 50_000, null, "overlap"],
    ["right after it", 70_000, 80_000, "done"],
    ["right before it", 55_000, 60_000, "done"],
    ["open-ended after it", 70_000, null, "done"],
  ])("refuses another one of its channel %s where they overlap", (_what, from, until, expected) => {
    expect(refusal(planned, { kind: "schedule", schedule: schedule({ id: "t", from, until }) })).toBe(expected);
    expect(refusal(planned, { kind: "schedule", schedule: schedule({ id: "t", from, until, channelId: "b" }) })).toBe(
      "done",
    );
  });
});

describe("what waits", () => {
  const one = listAfter(add("a"));
  const command = { kind: "edit", id: "a", fields: { value: "https://t.me/new" } } as const;
  const proposal = (publishAt: number | null) => {
    const { before = [], after = [] } = foreseen(one, command, { at: 50_000, by: asha }) ?? {};
    return { id: "p", command, before, after, by: asha, at: 50_000, publishAt };
  };
  const proposed = (publishAt: number | null) => done(one, { kind: "propose", proposal: proposal(publishAt) });

  it("changes nothing, and says what it would", () => {
    const { book, change } = proposed(null);
    expect(book.channels).toEqual(one.channels);
    expect(change).toMatchObject({
      kind: "proposed",
      opens: false,
      after: [channel("a", { value: "https://t.me/new" })],
    });
    expect(hasUndo(change)).toBe(false);
  });

  it("is published by an approval, as its author's", () => {
    const outcome = applyCommand(proposed(null).book, { kind: "approve", id: "p" }, { at: 55_000, by: ravi });
    expect(outcome).toMatchObject({
      change: { kind: "edited", by: asha, approvedBy: ravi, at: 55_000, opens: true },
      book: { proposals: [], channels: [{ value: "https://t.me/new" }] },
    });
  });

  it("is published when its time has come, and not before", () => {
    const { book } = proposed(60_000);
    expect(settle(book, 59_999).changes).toEqual([]);
    expect(settle(book, 60_000)).toMatchObject({
      changes: [{ kind: "edited", at: 60_000, by: asha }],
      book: { proposals: [], channels: [{ value: "https://t.me/new" }] },
    });
  });

  it.each<[string, Command]>([
    ["edited", { kind: "edit", id: "a", fields: { proof: "Daily" } }],
    ["switched off", { kind: "edit", id: "a", fields: { isActive: false } }],
    ["deleted", { kind: "remove", id: "a" }],
  ])("is not published over a channel that was %s since", (_what, meanwhile) => {
    for (const publishAt of [null, 60_000]) {
      const changed = done(proposed(publishAt).book, meanwhile).book;
      expect(isPublishable(changed, proposal(publishAt), 60_000)).toBe(false);
      const approved = applyCommand(changed, { kind: "approve", id: "p" }, { at: 60_000, by: ravi });
      expect(approved).toBe("changed meanwhile");
      expect(settle(changed, 60_000).book.channels).toEqual(changed.channels);
    }
  });

  it("waits for an approval, too, once the rule asks for one", () => {
    const { book } = done(proposed(60_000).book, { kind: "rule", rule: { kind: "approval" } });
    expect(settle(book, 1e9).book).toMatchObject({ channels: one.channels, proposals: [{ publishAt: null }] });
  });

  it("of a rule says which", () => {
    const rule = { kind: "delay", minutes: 5 } as const;
    const waiting = { ...proposal(null), command: { kind: "rule", rule } as const, before: [], after: [] };
    expect(done(one, { kind: "propose", proposal: waiting }).change.rule).toEqual({
      before: { kind: "none" },
      after: rule,
    });
  });

  it("is withdrawn by itself where it cannot be published any more", () => {
    const gone = done(proposed(60_000).book, { kind: "remove", id: "a" }).book;
    expect(settle(gone, 60_000)).toMatchObject({ changes: [{ kind: "withdrawn", by: null }], book: { proposals: [] } });
  });

  it("is gone when it is withdrawn", () => {
    const { book } = done(proposed(60_000).book, { kind: "withdraw", id: "p" });
    expect(settle(book, 90_000).book.channels).toEqual(one.channels);
  });
});

describe("undoing", () => {
  const two = listAfter(add("a"), add("b"));

  it.each<[string, Command]>([
    ["hiding all", { kind: "hide" }],
    ["a rule", { kind: "rule", rule: { kind: "delay", minutes: 5 } }],
    ["a schedule", { kind: "schedule", schedule: schedule() }],
  ])("%s takes it back", (_what, command) => {
    const { book, change } = done(two, command);
    const undone = done(book, { kind: "undo", change });
    expect(undone.change).toMatchObject({ kind: "undone", undoes: change.number });
    const { hidden, rule, schedules } = undone.book;
    expect({ hidden, rule, schedules }).toEqual({ hidden: null, rule: { kind: "none" }, schedules: [] });
    expect([canUndo(book, change, 50_000), canUndo(undone.book, change, 50_000)]).toEqual([true, false]);
  });

  it("schedules anew what was cancelled, but not what should have begun meanwhile", () => {
    const planned = done(two, { kind: "schedule", schedule: schedule() }).book;
    const { book, change } = done(planned, { kind: "unschedule", id: "s" });
    expect(done(book, { kind: "undo", change }, 59_000).book.schedules).toEqual([schedule()]);
    expect(applyCommand(book, { kind: "undo", change }, { at: 60_000, by: asha })).toBe("changed since");
    expect([canUndo(book, change, 59_000), canUndo(book, change, 60_000)]).toEqual([true, false]);
  });

  it("is refused where the channel has been changed since", () => {
    const { book, change } = done(two, { kind: "edit", id: "a", fields: { proof: "One" } });
    const later = done(book, { kind: "edit", id: "a", fields: { proof: "Two" } }).book;
    expect(refusal(later, { kind: "undo", change })).toBe("changed since");
    expect(refusal(done(book, { kind: "remove", id: "a" }).book, { kind: "undo", change })).toBe("changed since");
  });

  it("is refused where what it would bring back is there", () => {
    const { book, change } = done(two, { kind: "remove", id: "a" });
    const back = done(book, { kind: "undo", change }).book;
    expect(refusal(back, { kind: "undo", change })).toBe("changed since");
  });

  it("brings a deleted channel back to its place, whatever was added meanwhile", () => {
    const { book, change } = done(two, { kind: "remove", id: "a" });
    expect(ids(done(done(book, add("c")).book, { kind: "undo", change }).book)).toBe("abc");
  });
});

describe("whatever is done", () => {
  const id = fc.constantFrom("a", "b", "c", "d");
  const value = fc.constantFrom("https://t.me/one", "https://t.me/two", "https://t.me/three");
  const fields = fc.record({ value, isActive: fc.boolean(), proof: fc.constantFrom("", "x") }, { requiredKeys: [] });
  /** A command, generated for the current list. */
  const step = fc.oneof(
    fc.tuple(id, fields).map(
      ([of, change]) =>
        (book: ChannelList): Command =>
          book.channels.some((one) => one.id === of)
            ? { kind: "edit", id: of, fields: change }
            : { kind: "add", channel: channel(of, { value: "https://t.me/one", ...change }) },
    ),
    id.map((of) => (): Command => ({ kind: "remove", id: of })),
    fc.constant((book: ChannelList): Command => ({
      kind: "order",
      ids: book.channels.map((one) => one.id).toReversed(),
    })),
    fc.tuple(fc.subarray(["a", "b", "c", "d"]), fields).map(([of, change]) => (book: ChannelList): Command => ({
      kind: "import",
      channels: of.map((one) => channel(one, { value: "https://t.me/two", ...change })),
      over: book.listVersion,
    })),
  );

  it("can be undone at once, says whether it still can, and leaves no public value forgotten", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        let book = emptyChannelList;
        const wasPublic = new Set<string>();
        const changes: Change[] = [];
        steps.forEach((make, index) => {
          const outcome = applyCommand(book, make(book), { at: 1000 * (index + 1), by: asha });
          if (typeof outcome === "string") return;
          const undone = applyCommand(outcome.book, { kind: "undo", change: outcome.change }, { at: 1e6, by: ravi });
          if (typeof undone === "string") throw new Error(undone);
          expect(undone.book.channels).toEqual(book.channels);
          expect(outcome.book.version).toBe(book.version + 1);
          book = outcome.book;
          changes.push(outcome.change);
          for (const change of changes) {
            expect(canUndo(book, change, 1e6)).toBe(refusal(book, { kind: "undo", change }) === "done");
          }
          const isPublic = publicChannels(book).map((one) => one.value);
          for (const one of isPublic) wasPublic.add(one);
          const known = new Set([...isPublic, ...book.retired.map((one) => one.value)]);
          expect([...wasPublic].filter((one) => !known.has(one))).toEqual([]);
          expect(Object.keys(book.since).toSorted()).toEqual(
            publicChannels(book)
              .map((one) => one.id)
              .toSorted(),
          );
        });
      }),
      { numRuns: 300 },
    );
  });
});
