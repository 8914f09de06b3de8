import { describe, expect, it } from "vitest";
import { inLanguage } from "#copy/current.ts";
import type { TeamChannel } from "#contract/channels/channel.ts";
import { changeTitle, ruleText } from "./change-sentences.ts";
import { differing } from "./difference.tsx";

const phone: TeamChannel = { _id: "1", type: "phone", value: "1800 000 0000", isActive: true, proof: "", hours: null };
const telegram: TeamChannel = { ...phone, _id: "2", type: "telegram", value: "@saffron_example" };

const whatsapp: TeamChannel = { ...phone, _id: "3", type: "whatsapp", value: "+91 90000 00001" };

describe("a change in one line", () => {
  it.each([
    [{ kind: "added", before: [], after: [phone] }, "Added Phone 1800 000 0000"],
    [{ kind: "removed", before: [phone], after: [] }, "Deleted Phone 1800 000 0000"],
    [{ kind: "edited", before: [phone], after: [{ ...phone, value: "1" }] }, "Changed Phone 1800 000 0000"],
    [{ kind: "switched", before: [phone], after: [{ ...phone, isActive: false }] }, "Hid Phone 1800 000 0000"],
    [{ kind: "switched", before: [{ ...phone, isActive: false }], after: [phone] }, "Showed Phone 1800 000 0000"],
    [{ kind: "imported", before: [phone, telegram], after: [] }, "Imported a file: 2 channels"],
    [{ kind: "imported", before: [], after: [phone, telegram] }, "Imported a file: 2 channels"],
    [{ kind: "imported", before: [phone], after: [telegram] }, "Imported a file: 2 channels"],
    [
      { kind: "undone", before: [phone, whatsapp], after: [{ ...phone, value: "1" }, telegram] },
      "Undid a change to 3 channels",
    ],
    [{ kind: "undone", before: [], after: [] }, "Undid a change"],
    [{ kind: "moved", before: [], after: [] }, "Changed the order"],
    [{ kind: "hidden", before: [], after: [] }, "Hid all channels"],
    [{ kind: "scheduled", before: [], after: [] }, "Scheduled a change"],
  ] as const)("%o", ({ kind, before, after }, title) => {
    expect(changeTitle({ kind, before: [...before], after: [...after] })).toBe(title);
  });

  it("names the channel of a schedule where it is known", () => {
    expect(changeTitle({ kind: "unscheduled", before: [], after: [] }, telegram)).toBe(
      "Cancelled a scheduled change to Telegram @saffron_example",
    );
  });
});

it("a change in Hindi has the channel before the verb", () => {
  inLanguage("hi", () => {
    expect(changeTitle({ kind: "removed", before: [phone], after: [] })).toBe("फ़ोन 1800 000 0000 को\u00a0हटाया");
    expect(changeTitle({ kind: "imported", before: [phone], after: [telegram] })).toBe(
      "फ़ाइल से 2 चैनलों को इम्पोर्ट\u00a0किया",
    );
  });
});

it.each([
  ["+91 90000 00001", "+91 90000 00002", "1", "2"],
  ["@saffron", "@saffron_2", "", "_2"],
  ["aa", "aaa", "", "a"],
])("%s and %s differ in %o and %o", (one, other, ...parts) => {
  const [was, is] = differing(one, other);
  expect([one.slice(...was), other.slice(...is)]).toEqual(parts);
});

it("a rule is written as a part of a sentence", () => {
  expect(ruleText({ kind: "none" })).toBe("at once");
  expect(ruleText({ kind: "approval" })).toBe("once a second owner approves them");
  expect(ruleText({ kind: "delay", minutes: 1 })).toBe("after 1 minute");
  expect(ruleText({ kind: "delay", minutes: 90 })).toBe("after 90 minutes");
});
