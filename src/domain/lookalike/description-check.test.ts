import { domainToUnicode } from "node:url";
import { describe, expect, it } from "vitest";
import { readPhoneNumber } from "#server/lib/phone-number.ts";
import type { Reader } from "./channel-key.ts";
import type { ChannelType } from "../brands/brands.ts";
import { descriptionProblem, foreignPlaces, officialPlaces } from "./description-check.ts";

const reader: Reader = {
  readNumber: (text) => readPhoneNumber(text, "IN")?.key.slice(1) ?? null,
  hostInUnicode: domainToUnicode,
};
const official: Array<{ type: ChannelType; value: string }> = [
  { type: "whatsapp", value: "+91 90000 00001" },
  { type: "phone", value: "1800 000 0000" },
  { type: "phone", value: "1930" },
  { type: "telegram", value: "https://t.me/saffron_example" },
  { type: "email", value: "support@example.com" },
  { type: "website", value: "https://example.com" },
  { type: "youtube", value: "https://www.youtube.com/@saffronexample" },
];
const isOurs = officialPlaces(official, "https://desk.example.net", reader);
const found = (text: string) => foreignPlaces(text, isOurs);

describe("a text names somebody else", () => {
  it.each([
    // A number, however it is written.
    ["Switched off. NEW WhatsApp: +44 7700 900666", "+44 7700 900666"],
    ["00447700900666", "00447700900666"],
    ["call 90000 00002 now", "90000 00002"],
    ["9-0-0-0-0-0-0-0-0-2", "9-0-0-0-0-0-0-0-0-2"],
    ["(0)7700.900.666", "0)7700.900.666"],
    ["+४४ ७७०० ९००६६६", "+44 7700 900666"],
    ["＋４４　７７００　９００６６６", "+44 7700 900666"],
    ["٤٤٧٧٠٠٩٠٠٦٦٦", "447700900666"],
    ["4\u200b4\u200d7\u00ad7\u2060007700", "4477007700"],
    ["4️⃣4️⃣7️⃣7️⃣0️⃣0️⃣9️⃣0️⃣", "44770090"],
    ["❹❹❼❼⓿⓿❾⓿", "44770090"],
    ["④④⑦⑦⓪⓪⑨⓪", "44770090"],
    ["44•7700|900666", "44•7700|900666"],
    ["44\n7700\n900666", "44 7700 900666"],
    ["44 then 7700 then 900666", "44 then 7700 then 900666"],
    ["four four double seven zero zero nine zero zero", "4 4 77 0 0 9 0 0"],
    ["नौ आठ सात छह पांच चार तीन", "9 8 7 6 5 4 3"],
    ["9O876 543l0", "90876 54310"],
    ["90000x00002", "90000x00002"],
    ["₹447700900666", "447700900666"],
    ["9,876 543,210", "9,876 543,210"],
    ["Open 09:00-21:00. 44 77 00 90 06", "44 77 00 90 06"],
    ["Now on +91 90000 00001 or +91 90000 00002", "+91 90000 00002"],
    ["Dial 1931", "1931"],
    ["Call us on *12345#", "12345"],
    // A handle.
    ["Telegram @thief_example", "@thief_example"],
    ["DM ＠thief", "@thief"],
    ["@ thief_example", "@thief_example"],
    ["write to saffron_examp1e", "saffron_examp1e"],
    ["@saffrоn_example", "@saffrоn_example"],
    ["Telegram: thief77", "thief77"],
    ["Insta ID: thiefdesk", "thiefdesk"],
    // An address for mail or money.
    ["help@evil.example", "help@evil.example"],
    ["help [at] evil (dot) example", "help@evil.example"],
    ["help at evil dot example", "evil.example"],
    ["pay thief@okaxis", "thief@okaxis"],
    ["support@example.com.evil.example", "support@example.com.evil.example"],
    // A link.
    ["https://evil.example/x", "https://evil.example/x"],
    ["hxxps://evil.example", "hxxps://evil.example"],
    ["see evil.support", "evil.support"],
    ["t.me/thief", "t.me/thief"],
    ["t. me / thief", "t.me/thief"],
    ["t,me/thief", "t.me/thief"],
    ["evil . com", "evil.com"],
    ["evil. com", "evil.com"],
    ["evil。com", "evil.com"],
    ["ｅｖｉｌ．ｃｏｍ", "evil.com"],
    ["еxample.com", "еxample.com"],
    ["evil.भारत", "evil.भारत"],
    ["evil.xn--h2brj9c", "evil.xn--h2brj9c"],
    ["wa.me/447700900666", "wa.me/447700900666"],
    ["tg:resolve?domain=thief", "tg:resolve?domain=thief"],
    ["example.com@evil.example", "example.com@evil.example"],
    ["https://example.com@evil.example/", "https://example.com@evil.example/"],
    ["http://203.0.113.5/x", "http://203.0.113.5/x"],
    ["1.1.1.1/x", "1.1.1.1/x"],
  ])("%j", (text, named) => {
    const names = found(text);
    expect(names).toHaveLength(1);
    expect(names[0]).toContain(named);
  });

  it("once each, with a message", () => {
    expect(found("@thief, t.me/thief, @thief")).toEqual(["@thief", "t.me/thief"]);
    expect(descriptionProblem("Switched off. NEW WhatsApp: +44 7700 900666", isOurs)).toBe(
      "This description names +44 7700 900666, which is not one of your active channels. Edit or remove it.",
    );
    expect(descriptionProblem("t.me/a_thief t.me/b_thief", isOurs)).toBe(
      "This description names t.me/a_thief, t.me/b_thief, which are none of your active channels. Edit or remove it.",
    );
    expect(descriptionProblem("+91 90000 00001\u202e", isOurs)).toContain("hidden marks");
  });
});

describe("a text names nobody, or only us", () => {
  it.each([
    "",
    "Deposits, withdrawals, anything else",
    "हिन्दी में सहायता",
    "Mon-Fri 9 am to 9 pm",
    "Mon – Fri 9.30am–9.30pm, Sat 10-4",
    "Daily 09:00-21:00",
    "Daily 09:00–13:00, 14:00–21:00 IST",
    "18:00 – 02:00",
    "0900-2100 hrs",
    "9.30 – 21.30",
    "Live @ 9 pm, notes @9am",
    "Replies in 5 minutes",
    "Replies within 10-15 min; call 24/7",
    "24x7 and 24/7/365",
    "1.3K members",
    "12,345 members since 2019",
    "10,00,000+ followers",
    "2000000 members",
    "Rated 4.8/5 (12,345 reviews)",
    "₹5,000 bonus",
    "₹500 – ₹50,000",
    "Packs of ₹100, ₹500, ₹1,000",
    "Rs. 1,00,000 to Rs 5,00,000",
    "From 31/12/2025 to 2026-01-05",
    "31.12.2025 18:00 – 01.01.2026 02:00",
    "IPL 2024, 2025, 2026",
    "2024-25 season",
    "PIN 560001",
    "100% safe, e.g. no fees, i.e. none",
    "Ask for Asha/Ravi (Hindi, English)",
    "Family 👨‍👩‍👧 desk ⭐⭐⭐⭐⭐",
    // What is ours.
    "Also on WhatsApp +91 90000 00001",
    "WhatsApp: 09000000001, or +91-90000-00001 24/7",
    "+९१ ९०००० ००००१",
    "+91 90000 00001 / 1800 000 0000, 09:00-21:00",
    "Call 1930",
    "Telegram: @saffron_example.",
    "t.me/saffron_example (https://telegram.me/saffron_example)",
    "Mail support@example.com!",
    "support [at] example [dot] com",
    "See example.com, https://example.com/withdrawals?x=1 and www.example.com.",
    "Check at https://desk.example.net/verify",
    "youtube.com/@saffronexample",
  ])("%j", (text) => expect(found(text)).toEqual([]));
});

it.each(["9 ", "a.", "@", "[at]", "(", " .", "1,", "nine ", "x", "+", "_", "24/7 ", "1.1.2025 ", "wa me ", "Rs 5 "])(
  "takes no long time for %j again and again",
  (part) => {
    const start = performance.now();
    foreignPlaces(part.repeat(1000 / part.length), isOurs);
    expect(performance.now() - start).toBeLessThan(20_000);
  },
);
