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
  return commands.reduce(
    (channelList, command, index) => done(channelList, command, 1000 * (index + 1)).channelList,
    emptyChannelList,
  );
}

function done(channelList: ChannelList, command: Command, at = 50_000): { channelList: ChannelList; change: Change } {
  const outcome = applyCommand(channelList, command, { at, by: asha });
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome;
}

const refusal = (channelList: ChannelList, command: Command): Refusal | "done" => {
  const outcome = applyCommand(channelList, command, { at: 50_000, by: asha });
  return outcome.ok ? "done" : outcome.reason;
};

const add = (id: string, change: Partial<Channel> = {}): Command => ({ kind: "add", channel: channel(id, change) });
const ids = ({ channels }: ChannelList) => channels.map(({ id }) => id).join("");

function schedule(change: Partial<Schedule> = {}): Schedule {
  const fields = { value: "https://t.me/holiday" };
  return { id: "s", channelId: "a", fields, from: 60_000, until: 70_000, by: asha, before: null, ...change };
}

describe("a command", () => {
  const three = listAfter(add("a"), add("b"), add("c", { isActive: false }));

  it("records the changed channels, before and after", () => {
    const { change, channelList } = done(three, { kind: "edit", id: "b", fields: { proof: "Daily" } });
    const expected = { number: 4, at: 50_000, by: asha, kind: "edited", order: null, opens: false, describes: true };
    expect(change).toMatchObject(expected);
    expect([change.before, change.after]).toEqual([[channel("b")], [channel("b", { proof: "Daily" })]]);
    expect(channelList).toMatchObject({ version: 4, listVersion: 4, changedAt: 50_000, history: { count: 4 } });
    const ruled = done(channelList, { kind: "rule", rule: { kind: "approval" } }, 60_000).channelList;
    expect(ruled).toMatchObject({ version: 5, listVersion: 4, changedAt: 50_000 });
    expect(done(ruled, { kind: "hide" }, 70_000).channelList).toMatchObject({
      version: 6,
      listVersion: 5,
      changedAt: 70_000,
    });
  });

  it.each<[string, Command, string]>([
    ["an order", { kind: "order", ids: ["c", "a", "b"] }, "cab"],
    ["a deletion", { kind: "remove", id: "a" }, "bc"],
    ["an addition", add("d"), "abcd"],
    ["an import", { kind: "import", channels: [channel("d"), channel("b")], over: 3 }, "db"],
  ])("%s puts the list in its order", (_what, command, order) => {
    const { channelList, change } = done(three, command);
    expect(ids(channelList)).toBe(order);
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

describe("former public values", () => {
  const one = listAfter(add("a"), add("b"));

  it.each<[string, Command, string | null]>([
    ["replaced", { kind: "edit", id: "a", fields: { value: "https://t.me/new" } }, "a"],
    ["switched off", { kind: "edit", id: "a", fields: { isActive: false } }, null],
    ["deleted", { kind: "remove", id: "a" }, null],
    ["left out of an import", { kind: "import", channels: [channel("b")], over: 2 }, null],
  ])("is remembered with its dates when it is %s", (_what, command, replacedBy) => {
    const { channelList } = done(one, command);
    expect(channelList.retired).toEqual([
      { type: "telegram", value: "https://t.me/a", from: 1000, until: 50_000, replacedBy },
    ]);
  });

  it("do not include what another channel still shows, nor what was never public", () => {
    const twice = listAfter(add("a"), add("b", { value: "https://t.me/a" }), add("c", { isActive: false }));
    expect(done(twice, { kind: "remove", id: "a" }).channelList.retired).toEqual([]);
    expect(done(twice, { kind: "remove", id: "c" }).channelList.retired).toEqual([]);
  });

  it("keep their first and last date when shown and removed again", () => {
    const off: Command = { kind: "edit", id: "a", fields: { isActive: false } };
    const turnOn: Command = { kind: "edit", id: "a", fields: { isActive: true } };
    const { retired } = listAfter(add("a"), off, turnOn, off);
    expect(retired).toMatchObject([{ from: 1000, until: 4000 }]);
  });
});

describe("a change of where a channel opens, or of what visitors read beside it,", () => {
  const channelList = listAfter(add("a"), add("b", { isActive: false }));
  const described = listAfter(add("a", { proof: "Deposits" }), add("b", { proof: "Withdrawals" }));
  const strict = (rule: PublishingRule) => done(channelList, { kind: "rule", rule }).channelList;

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
  ])("is %s for %s", (isOne, _what, command, list = channelList) => {
    expect(isSensitive(list, command, { at: 50_000, by: asha })).toBe(isOne);
  });

  it("includes undoing a removal, but not undoing an addition", () => {
    const removed = done(channelList, { kind: "remove", id: "a" });
    expect(isSensitive(removed.channelList, { kind: "undo", change: removed.change }, { at: 60_000, by: asha })).toBe(
      true,
    );
    const added = done(channelList, add("c"));
    expect(isSensitive(added.channelList, { kind: "undo", change: added.change }, { at: 60_000, by: asha })).toBe(
      false,
    );
    const bare = done(described, { kind: "edit", id: "a", fields: { proof: "" } });
    expect(bare.change.describes).toBeUndefined();
    expect(isSensitive(bare.channelList, { kind: "undo", change: bare.change }, { at: 60_000, by: asha })).toBe(true);
  });

  it("records when visitors see it: immediately, at its start, or once switched on", () => {
    const edit = (id: string): Command => ({ kind: "edit", id, fields: { proof: "Daily" } });
    expect(done(channelList, edit("a")).change).toMatchObject({ opens: false, describes: true });
    const off = done(channelList, edit("b"));
    expect(off.change.describes).toBeUndefined();
    const turnOn: Command = { kind: "edit", id: "b", fields: { isActive: true } };
    expect(done(off.channelList, turnOn).change).toMatchObject({ opens: true, describes: true });
    const planned = done(channelList, {
      kind: "schedule",
      schedule: schedule({ fields: { proof: "Soon" } }),
    }).channelList;
    expect(settle(planned, 65_000).changes).toMatchObject([{ kind: "began", opens: false, describes: true }]);
  });
});

describe("a schedule", () => {
  const one = listAfter(add("a"), add("b"));
  const planned = done(one, { kind: "schedule", schedule: schedule() }).channelList;
  const valueAt = (channelList: ChannelList, now: number) => settle(channelList, now).channelList.channels[0]?.value;

  it.each([
    [59_999, "https://t.me/a"],
    [60_000, "https://t.me/holiday"],
    [69_999, "https://t.me/holiday"],
    [70_000, "https://t.me/a"],
  ])("at %d shows %s", (now, value) => expect(valueAt(planned, now)).toBe(value));

  it("reports its start and end at their own times, even if it is settled late", () => {
    const { changes, channelList } = settle(planned, 1_000_000);
    expect(changes.map(({ kind, at, by, opens }) => [kind, at, by, opens])).toEqual([
      ["began", 60_000, asha, true],
      ["ended", 70_000, asha, true],
    ]);
    expect(channelList.retired.find(({ value }) => value.endsWith("holiday"))).toMatchObject({
      from: 60_000,
      until: 70_000,
    });
    expect(nextDue(channelList)).toBeNull();
  });

  it("without an end is permanent", () => {
    const forGood = done(one, { kind: "schedule", schedule: schedule({ until: null }) }).channelList;
    expect(valueAt(forGood, 1e9)).toBe("https://t.me/holiday");
    expect(settle(forGood, 1e9).channelList.schedules).toEqual([]);
  });

  it("does not revert, at its end, what was edited meanwhile", () => {
    const running = settle(planned, 60_000).channelList;
    const edited = done(
      running,
      { kind: "edit", id: "a", fields: { value: "https://t.me/edited" } },
      65_000,
    ).channelList;
    expect(valueAt(edited, 80_000)).toBe("https://t.me/edited");
  });

  it("that is cancelled while in effect ends immediately", () => {
    const running = settle(planned, 60_000).channelList;
    const { channelList, change } = done(running, { kind: "unschedule", id: "s" }, 65_000);
    expect([change.kind, channelList.channels[0]?.value, nextDue(channelList)]).toEqual([
      "ended",
      "https://t.me/a",
      null,
    ]);
  });

  it("does not switch on, at its end, what was switched off meanwhile", () => {
    const off = done(one, { kind: "schedule", schedule: schedule({ fields: { isActive: false } }) }).channelList;
    const running = settle(off, 60_000).channelList;
    const { channelList, change } = done(running, { kind: "edit", id: "a", fields: { isActive: false } }, 65_000);
    expect(change).toMatchObject({ kind: "switched", before: [], after: [] });
    expect(settle(channelList, 80_000).channelList.channels[0]?.isActive).toBe(false);
    expect(settle(running, 80_000).channelList.channels[0]?.isActive).toBe(true);
  });

  it("records when it was actually applied, if late", () => {
    expect(settle(planned, 1_000_000).changes.map(({ doneAt }) => doneAt)).toEqual([1_000_000, 1_000_000]);
  });

  it("is rejected for a past time, and starts immediately if it is due", () => {
    const tooLate = applyCommand(one, { kind: "schedule", schedule: schedule() }, { at: 70_000, by: asha });
    expect(tooLate).toEqual({ ok: false, reason: "too late" });
    const late = done(one, { kind: "schedule", schedule: schedule() }, 65_000);
    expect(late.change.schedule?.from).toBe(65_000);
    expect(settle(late.channelList, 65_000).changes[0]?.at).toBe(65_000);
  });

  it("is deleted with its channel, also by an undo", () => {
    const added = done(one, add("c"));
    const later = done(added.channelList, { kind: "schedule", schedule: schedule({ channelId: "c" }) }).channelList;
    expect(done(later, { kind: "undo", change: added.change }).channelList.schedules).toEqual([]);
    expect(done(planned, { kind: "remove", id: "a" }).channelList.schedules).toEqual([]);
    expect(done(planned, { kind: "import", channels: [], over: 2 }).channelList.schedules).toEqual([]);
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

describe("a proposal", () => {
  const one = listAfter(add("a"));
  const command = { kind: "edit", id: "a", fields: { value: "https://t.me/new" } } as const;
  const proposal = (publishAt: number | null) => {
    const { before = [], after = [] } = foreseen(one, command, { at: 50_000, by: asha }) ?? {};
    return { id: "p", command, before, after, by: asha, at: 50_000, publishAt };
  };
  const proposed = (publishAt: number | null) => done(one, { kind: "propose", proposal: proposal(publishAt) });

  it("changes nothing, and shows what it would change", () => {
    const { channelList, change } = proposed(null);
    expect(channelList.channels).toEqual(one.channels);
    expect(change).toMatchObject({
      kind: "proposed",
      opens: false,
      after: [channel("a", { value: "https://t.me/new" })],
    });
    expect(hasUndo(change)).toBe(false);
  });

  it("is published by an approval, in its author's name", () => {
    const outcome = applyCommand(proposed(null).channelList, { kind: "approve", id: "p" }, { at: 55_000, by: ravi });
    expect(outcome).toMatchObject({
      change: { kind: "edited", by: asha, approvedBy: ravi, at: 55_000, opens: true },
      channelList: { proposals: [], channels: [{ value: "https://t.me/new" }] },
    });
  });

  it("is published when due, and not before", () => {
    const { channelList } = proposed(60_000);
    expect(settle(channelList, 59_999).changes).toEqual([]);
    expect(settle(channelList, 60_000)).toMatchObject({
      changes: [{ kind: "edited", at: 60_000, by: asha }],
      channelList: { proposals: [], channels: [{ value: "https://t.me/new" }] },
    });
  });

  it.each<[string, Command]>([
    ["edited", { kind: "edit", id: "a", fields: { proof: "Daily" } }],
    ["switched off", { kind: "edit", id: "a", fields: { isActive: false } }],
    ["deleted", { kind: "remove", id: "a" }],
  ])("is not published over a channel that was %s since", (_what, meanwhile) => {
    for (const publishAt of [null, 60_000]) {
      const changed = done(proposed(publishAt).channelList, meanwhile).channelList;
      expect(isPublishable(changed, proposal(publishAt), 60_000)).toBe(false);
      const approved = applyCommand(changed, { kind: "approve", id: "p" }, { at: 60_000, by: ravi });
      expect(approved).toEqual({ ok: false, reason: "changed meanwhile" });
      expect(settle(changed, 60_000).channelList.channels).toEqual(changed.channels);
    }
  });

  it("requires an approval, too, once the rule requires one", () => {
    const { channelList } = done(proposed(60_000).channelList, { kind: "rule", rule: { kind: "approval" } });
    expect(settle(channelList, 1e9).channelList).toMatchObject({
      channels: one.channels,
      proposals: [{ publishAt: null }],
    });
  });

  it("of a rule names it", () => {
    const rule = { kind: "delay", minutes: 5 } as const;
    const waiting = { ...proposal(null), command: { kind: "rule", rule } as const, before: [], after: [] };
    expect(done(one, { kind: "propose", proposal: waiting }).change.rule).toEqual({
      before: { kind: "none" },
      after: rule,
    });
  });

  it("is withdrawn automatically if it can no longer be published", () => {
    const gone = done(proposed(60_000).channelList, { kind: "remove", id: "a" }).channelList;
    expect(settle(gone, 60_000)).toMatchObject({
      changes: [{ kind: "withdrawn", by: null }],
      channelList: { proposals: [] },
    });
  });

  it("is deleted when withdrawn", () => {
    const { channelList } = done(proposed(60_000).channelList, { kind: "withdraw", id: "p" });
    expect(settle(channelList, 90_000).channelList.channels).toEqual(one.channels);
  });
});

describe("undoing", () => {
  const two = listAfter(add("a"), add("b"));

  it.each<[string, Command]>([
    ["hiding all", { kind: "hide" }],
    ["a rule", { kind: "rule", rule: { kind: "delay", minutes: 5 } }],
    ["a schedule", { kind: "schedule", schedule: schedule() }],
  ])("%s takes it back", (_what, command) => {
    const { channelList, change } = done(two, command);
    const undone = done(channelList, { kind: "undo", change });
    expect(undone.change).toMatchObject({ kind: "undone", undoes: change.number });
    const { hidden, rule, schedules } = undone.channelList;
    expect({ hidden, rule, schedules }).toEqual({ hidden: null, rule: { kind: "none" }, schedules: [] });
    expect([canUndo(channelList, change, 50_000), canUndo(undone.channelList, change, 50_000)]).toEqual([true, false]);
  });

  it("reschedules a cancelled change, unless its start has passed", () => {
    const planned = done(two, { kind: "schedule", schedule: schedule() }).channelList;
    const { channelList, change } = done(planned, { kind: "unschedule", id: "s" });
    expect(done(channelList, { kind: "undo", change }, 59_000).channelList.schedules).toEqual([schedule()]);
    const undone = applyCommand(channelList, { kind: "undo", change }, { at: 60_000, by: asha });
    expect(undone).toEqual({ ok: false, reason: "changed since" });
    expect([canUndo(channelList, change, 59_000), canUndo(channelList, change, 60_000)]).toEqual([true, false]);
  });

  it("is rejected if the channel has changed since", () => {
    const { channelList, change } = done(two, { kind: "edit", id: "a", fields: { proof: "One" } });
    const later = done(channelList, { kind: "edit", id: "a", fields: { proof: "Two" } }).channelList;
    expect(refusal(later, { kind: "undo", change })).toBe("changed since");
    expect(refusal(done(channelList, { kind: "remove", id: "a" }).channelList, { kind: "undo", change })).toBe(
      "changed since",
    );
  });

  it("is rejected if what it would restore exists", () => {
    const { channelList, change } = done(two, { kind: "remove", id: "a" });
    const back = done(channelList, { kind: "undo", change }).channelList;
    expect(refusal(back, { kind: "undo", change })).toBe("changed since");
  });

  it("restores a deleted channel to its place, whatever was added meanwhile", () => {
    const { channelList, change } = done(two, { kind: "remove", id: "a" });
    expect(ids(done(done(channelList, add("c")).channelList, { kind: "undo", change }).channelList)).toBe("abc");
  });
});

describe("every sequence of commands", () => {
  const id = fc.constantFrom("a", "b", "c", "d");
  const value = fc.constantFrom("https://t.me/one", "https://t.me/two", "https://t.me/three");
  const fields = fc.record({ value, isActive: fc.boolean(), proof: fc.constantFrom("", "x") }, { requiredKeys: [] });
  /** A command, generated for the current list. */
  const step = fc.oneof(
    fc.tuple(id, fields).map(
      ([channelId, change]) =>
        (channelList: ChannelList): Command =>
          channelList.channels.some((one) => one.id === channelId)
            ? { kind: "edit", id: channelId, fields: change }
            : { kind: "add", channel: channel(channelId, { value: "https://t.me/one", ...change }) },
    ),
    id.map((channelId) => (): Command => ({ kind: "remove", id: channelId })),
    fc.constant((channelList: ChannelList): Command => ({
      kind: "order",
      ids: channelList.channels.map((one) => one.id).toReversed(),
    })),
    fc
      .tuple(fc.subarray(["a", "b", "c", "d"]), fields)
      .map(([channelIds, change]) => (channelList: ChannelList): Command => ({
        kind: "import",
        channels: channelIds.map((one) => channel(one, { value: "https://t.me/two", ...change })),
        over: channelList.listVersion,
      })),
  );

  it("can be undone immediately, says whether it still can, and keeps every former public value", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        let channelList = emptyChannelList;
        const wasPublic = new Set<string>();
        const changes: Change[] = [];
        steps.forEach((make, index) => {
          const outcome = applyCommand(channelList, make(channelList), { at: 1000 * (index + 1), by: asha });
          if (!outcome.ok) return;
          const undone = applyCommand(
            outcome.channelList,
            { kind: "undo", change: outcome.change },
            { at: 1e6, by: ravi },
          );
          if (!undone.ok) throw new Error(undone.reason);
          expect(undone.channelList.channels).toEqual(channelList.channels);
          expect(outcome.channelList.version).toBe(channelList.version + 1);
          channelList = outcome.channelList;
          changes.push(outcome.change);
          for (const change of changes) {
            expect(canUndo(channelList, change, 1e6)).toBe(refusal(channelList, { kind: "undo", change }) === "done");
          }
          const isPublic = publicChannels(channelList).map((one) => one.value);
          for (const one of isPublic) wasPublic.add(one);
          const known = new Set([...isPublic, ...channelList.retired.map((one) => one.value)]);
          expect([...wasPublic].filter((one) => !known.has(one))).toEqual([]);
          expect(Object.keys(channelList.since).toSorted()).toEqual(
            publicChannels(channelList)
              .map((one) => one.id)
              .toSorted(),
          );
        });
      }),
      { numRuns: 300 },
    );
  });
});
