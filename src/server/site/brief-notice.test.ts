import { describe, expect, it } from "vitest";
import { hasOtherDigits, isBriefChange } from "./brief-notice.ts";

const isOurs = (number: string) => ["14416", "919876543210"].includes(number.replace(/\D/g, ""));
const now = Date.parse("2026-11-28T09:00:00Z");
const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
const notice = (more: object = {}) => ({
  text: "WhatsApp is slow today",
  translations: {} as Record<string, string>,
  from: null as string | null,
  until: at(24) as string | null,
  ...more,
});
const isBrief = (before: Array<ReturnType<typeof notice>>, after: Array<ReturnType<typeof notice>>) =>
  isBriefChange(before, after, { isOurs, now });

describe("the digits of a brief notice", () => {
  it.each([
    "WhatsApp is slow today",
    "Back at 18:30",
    "Closed 6-8 pm on 28 November",
    "Closed from 28/11/2026 18:00 to 29/11/2026 06:00",
    "On Dec 24th, 2026 we close at 6.30 p.m.",
    "Back in 2 hours, at 2026-11-28 20:00.",
    "Call +91 98765 43210 or 14416 until 20:00",
    "आज शाम 6 बजे तक बंद, 28 नवंबर",
    "আজ ২৮ নভেম্বর সন্ধ্যা ৬টায় খুলবে",
    "आज संध्याकाळी ६ वाजता उघडेल",
    "இன்று மாலை 6 மணிக்கு திறக்கும், 28 நவம்பர்",
    "ఈరోజు సాయంత్రం 6 గంటలకు, 28 నవంబర్",
  ])("are times, dates and listed numbers alone in %s", (text) => {
    expect(hasOtherDigits(text, isOurs)).toBe(false);
  });

  it.each([
    "Call 98765 43211",
    "Call 18:30:45",
    "Write to desk77",
    "Win ₹500 today",
    "At 25:10",
    "On 32/12",
    "Join room 4",
    "कमरा ४",
    "Room ➃",
    "9/8 7/6 5/4",
    "9:18 7:16 5:14 at noon",
    "Call 998765 43210",
    "28/11/2026/77",
    "1930",
  ])("are others in %s", (text) => {
    expect(hasOtherDigits(text, isOurs)).toBe(true);
  });
});

describe("a change of the notices is brief", () => {
  it.each<[string, boolean, Array<ReturnType<typeof notice>>, Array<ReturnType<typeof notice>>]>([
    ["one for a day", true, [], [notice()]],
    ["one that begins later, for a day", true, [], [notice({ from: at(48), until: at(72) })]],
    [
      "one beside a long one",
      true,
      [notice({ text: "Long", until: null })],
      [notice({ text: "Long", until: null }), notice()],
    ],
    ["none is left", true, [notice({ text: "Long 77", until: null })], []],
    ["one that ends sooner", true, [notice({ until: null })], [notice({ until: at(2) })]],
    ["one for longer", false, [], [notice({ until: at(24.1) })]],
    ["one without an end", false, [], [notice({ until: null })]],
    ["one whose start is past, for longer", false, [], [notice({ from: at(-20), until: at(25) })]],
    ["one that goes on", false, [notice({ until: at(2) })], [notice({ until: at(20) })]],
    ["one that was over, and starts again", false, [notice({ until: at(-2) })], [notice({ until: at(20) })]],
    ["one with a number in a translation", false, [], [notice({ translations: { hi: "कमरा ४" } })]],
  ])("%s: %s", (_what, expected, before, after) => {
    expect(isBrief(before, after)).toBe(expected);
  });
});
