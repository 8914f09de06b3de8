import { domainToUnicode } from "node:url";
import { describe, expect, it, test } from "vitest";
import { channelKey, type Reader } from "./channel-key.ts";
import type { ChannelType } from "../brands/brands.ts";
import { differenceOf, type Piece } from "./difference.ts";
import { readKey } from "./lookalike.ts";

const reader: Reader = {
  readNumber: (text) => (/^\+?(?:91|0)?(\d{10})$/.test(text) ? `91${text.slice(-10)}` : null),
  hostInUnicode: domainToUnicode,
};
/** Differences are in brackets. */
const shown = (pieces: Piece[]) => pieces.map(({ text, differs }) => (differs ? `[${text}]` : text)).join("");

function difference(asked: string, value: string, type: ChannelType) {
  const key = channelKey(type, value, reader);
  if (key === undefined) throw new Error(`${value} is no value of its type`);
  const found = differenceOf(asked, value, readKey(key, reader), reader);
  return found && [found.reason, shown(found.asked), shown(found.ours)];
}

const link = "https://t.me/saffron_example";
const number = "+91 90000 00001";

test.each<[string, string, ChannelType, string, string, string]>([
  ["@saffron_exаmple", link, "telegram", "alphabet", "@saffron_ex[а]mple", "https://t.me/saffron_ex[a]mple"],
  [
    "t.me/sаffrоn_example/",
    link,
    "telegram",
    "alphabet",
    "t.me/s[а]ffr[о]n_example/",
    "https://t.me/s[a]ffr[o]n_example",
  ],
  ["@saffron_examp1e", "@Saffron_Example", "telegram", "changed", "@saffron_examp[1]e", "@Saffron_Examp[l]e"],
  ["t.me/saffron_exmple", link, "telegram", "missing", "t.me/saffron_exmple", "https://t.me/saffron_ex[a]mple"],
  ["saffron_examples", link, "telegram", "added", "saffron_example[s]", link],
  ["@saffron_exmaple", link, "telegram", "swapped", "@saffron_ex[ma]ple", "https://t.me/saffron_ex[am]ple"],
  ["@saffron_exarnple", link, "telegram", "several", "@saffron_exa[rn]ple", "https://t.me/saffron_exa[m]ple"],
  [
    "https://t.me.evil.example/saffron_example",
    link,
    "telegram",
    "site",
    "https://[t.me.evil.example]/saffron_example",
    "https://[t.me]/saffron_example",
  ],
  [
    "https://t.me@evil.example/saffron_example",
    "@saffron_example",
    "telegram",
    "site",
    "https://t.me@[evil.example]/saffron_example",
    "@saffron_example",
  ],
  [
    "https://t.mе/saffron_example",
    link,
    "telegram",
    "alphabet",
    "https://t.m[е]/saffron_example",
    "https://t.m[e]/saffron_example",
  ],
  ["support@exarple.com", "support@example.com", "email", "changed", "support@exa[r]ple.com", "support@exa[m]ple.com"],
  ["९०००० ०००११", number, "whatsapp", "changed", "९०००० ०००[१]१", "+91 90000 000[0]1"],
  ["+91 9OOOO 0OOO1", number, "whatsapp", "several", "+91 9[OOOO] 0[OOO]1", "+91 9[0000] 0[000]1"],
  ["90000 0000l", number, "whatsapp", "changed", "90000 0000[l]", "+91 90000 0000[1]"],
  ["90000 0000१", number, "whatsapp", "alphabet", "90000 0000[१]", "+91 90000 0000[1]"],
  ["@saffr०n_example", link, "telegram", "alphabet", "@saffr[०]n_example", "https://t.me/saffr[o]n_example"],
  ["+91 90000-00002", number, "whatsapp", "changed", "+91 90000-0000[2]", "+91 90000 0000[1]"],
  ["09000 00001", number, "phone", "missing", "09000 00001", "+91 90000 000[0]1"],
  ["+91 90000 00002", "090000 00001", "phone", "changed", "+91 90000 0000[2]", "090000 0000[1]"],
  ["+19 90000 00001", number, "phone", "swapped", "+[19] 90000 00001", "+[91] 90000 00001"],
  ["090000-00002", number, "phone", "changed", "090000-0000[2]", "+91 90000 0000[1]"],
  ["90000 000012", number, "phone", "added", "90000 00001[2]", number],
  [
    "support@example.com.evil.test",
    "support@example.com",
    "email",
    "added",
    "support@example.com[.evil.test]",
    "support@example.com",
  ],
  ["wa.me/919000000011", number, "whatsapp", "changed", "wa.me/9190000000[1]1", "+91 90000 000[0]1"],
  [
    "https://wa.me.evil.example/919000000001",
    number,
    "whatsapp",
    "site",
    "https://[wa.me.evil.example]/919000000001",
    number,
  ],
  [
    "Telegram: @saffron_examp1e",
    link,
    "telegram",
    "changed",
    "Telegram: @saffron_examp[1]e",
    "https://t.me/saffron_examp[l]e",
  ],
  [
    "“t.me/saffron_examp1e?start=1”.",
    link,
    "telegram",
    "changed",
    "“t.me/saffron_examp[1]e?start=1”.",
    "https://t.me/saffron_examp[l]e",
  ],
  [
    "mailto:teem@example.com",
    "team@example.com",
    "email",
    "changed",
    "mailto:te[e]m@example.com",
    "te[a]m@example.com",
  ],
  [
    "wa.me/919000000002?text=Hi%201",
    number,
    "whatsapp",
    "changed",
    "wa.me/91900000000[2]?text=Hi%201",
    "+91 90000 0000[1]",
  ],
  [
    "https://api.whatsapp.com/send/?phone=919000000002&text=1",
    number,
    "whatsapp",
    "changed",
    "https://api.whatsapp.com/send/?phone=91900000000[2]&text=1",
    "+91 90000 0000[1]",
  ],
])("%s is not %s", (asked, value, type, ...expected) => {
  expect(difference(asked, value, type)).toEqual(expected);
});

describe("texts that differ too much", () => {
  it("have no difference", () => {
    expect(difference("saffron_examp1e.t.me", link, "telegram")).toBeNull();
    expect(difference("@saffron", "@somebody_else", "telegram")).toBeNull();
  });
});
