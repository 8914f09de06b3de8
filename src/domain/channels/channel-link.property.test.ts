import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { channelTypes, type ChannelType } from "../brands/brands.ts";
import { channelLimits } from "./channel-list.ts";
import { type ChannelLink, channelLink } from "./channel-link.ts";

// Repeats the code's table on purpose, so that a mistake there fails here.
const brandHosts: Partial<Record<ChannelType, readonly string[]>> = {
  whatsapp: ["wa.me", "chat.whatsapp.com"],
  telegram: ["t.me", "telegram.me", "telegram.dog"],
  instagram: ["instagram.com", "ig.me"],
  facebook: ["facebook.com", "fb.com", "fb.me", "m.me"],
  youtube: ["youtube.com", "youtu.be"],
  twitter: ["x.com", "twitter.com"],
  linkedin: ["linkedin.com", "lnkd.in"],
};
const brandTypes = channelTypes.filter((type) => brandHosts[type]);

/** Whether a browser with `href` stays on the hosts of the type. */
function staysInside(type: ChannelType, href: string): boolean {
  if (type === "phone") return /^tel:\+?\d{3,15}(?:;ext=\d{1,7})?$/.test(href);
  if (type === "email") return /^mailto:[^\s?&#/@:,;<>"\\]+@[a-z\d.-]+$/i.test(href) && href.length <= 1000;
  const url = new URL(href, "https://front-desk.example/");
  const isPlain = url.username === "" && url.password === "" && url.port === "" && !/[^\x21-\x7e]|\\/.test(href);
  const hosts = brandHosts[type];
  if (!hosts) return isPlain && /^https?:\/\//.test(href) && url.hostname !== "front-desk.example";
  const isOwn = hosts.some((host) => [host, `www.${host}`, `m.${host}`].includes(url.hostname));
  const isTelegramName = type === "telegram" && /^[a-z\d_]{2,32}\.t\.me$/.test(url.hostname);
  // No address in its path or remaining query.
  const isBare = !/\/\/|%[0-7]|example\b.*example\b/.test(href.slice("https://".length));
  return isPlain && isBare && href.startsWith("https://") && (isOwn || isTelegramName);
}

const tricks = [
  ...Array.from(
    "\u202e\u200f\u2066\u200b\u200d\ufeff\u00ad\0\t\n\r\u001b\u007f\u3002\uff0e\uff0f\uff20\u2024\ud800\\@:#? ",
  ),
  ...["//", "..", "%2f", "%00", "%40"],
];

/** Some letters in other case and in full width. */
function dressed(text: string): fc.Arbitrary<string> {
  const letter = (character: string) =>
    fc.oneof(
      { arbitrary: fc.constantFrom(character, character.toUpperCase()), weight: 30 },
      { arbitrary: fc.constant(String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0)), weight: 1 },
    );
  return fc.tuple(...Array.from(text, letter)).map((letters) => letters.join(""));
}

const schemes = [
  "https://",
  "http://",
  "//",
  "https:",
  "javascript:",
  "data:text/html,",
  "tg://",
  "ftp://",
  "file:///",
];
const scheme = fc.constantFrom("", "https://", ...schemes).chain(dressed);
const credentials = fc.constantFrom("", "", "", "", "t.me@", "user:pass@", "@", ":@", "https://t.me@", "t.me%40");
const brandHost = fc.constantFrom(...Object.values(brandHosts).flat());
const ownHost = (type: ChannelType) =>
  fc
    .tuple(
      fc.constantFrom("", "", "www.", "m.", "l.", "example.", "a.example."),
      fc.constantFrom(...(brandHosts[type] ?? ["a.example"])),
    )
    .map((parts) => parts.join(""));
const foreignHost = fc
  .tuple(
    fc.constantFrom("", "evil", "evil.example/", "evil.example?", "evil.example#", "evil.example\\"),
    brandHost,
    fc.constantFrom(".evil.example", "evil.example", ".", "-", "%2eevil.example", "\u3002evil.example", "\u2024evil"),
  )
  .map((parts) => parts.join(""));
const lookAlike = fc.constantFrom("т.me", "instаgram.com", "faceboook.com", "x.corn", "1.2.3.4", "[::1]", "xn--.me");
const port = fc.constantFrom("", "", "", "", ":", ":443", ":8443", ":evil.example");
const rightPath = fc.constantFrom(
  "/example",
  "/example/",
  "/@example",
  "/in/example",
  "/company/example",
  "/channel/UCexample",
  "/+AbCdEfGhIjKl",
  "/919000000000",
  "/send?phone=919000000000",
  "/profile.php?id=1",
  "/message/ABCDEFGHIJ",
  "/joinchat/AbCdEfGhIj",
);
const path = fc.oneof(
  rightPath,
  fc.constantFrom(
    "",
    "/",
    "//evil.example",
    "/..//evil.example",
    "/%2e%2e/x",
    "/\\evil.example",
    "/t.me/example",
    "/https://t.me/x",

    "/l.php?u=https://evil.example",
    "/redirect?q=//evil.example",
    "/iv?url=//evil.example",
    "/redir?url=//evil.example",
    "/linkshim?u=//evil.example",
    "/example?start=//evil.example",
    "/example?next=//evil.example#//evil.example",
  ),
);
const right = fc.constantFrom(
  "+91 90000 00000",
  "919000000000",
  "1800 000 0000 x12",
  "support@example.com",
  "@example",
  "example.name",

  "t.me/example",
  "https://example.t.me",
  "https://instagram.com/example",
  "profile.php?id=12",
  "https://x.com/example",
  "youtube.com/@example",
  "https://www.linkedin.com/in/example",
  "https://example.com/a?b=c",
  "wa.me/919000000000",
);
const spoilt = fc
  .tuple(right, fc.nat(40), fc.oneof(fc.constantFrom(...tricks), fc.string({ unit: "binary", maxLength: 3 })))
  .map(([value, at, trick]) => value.slice(0, at) + trick + value.slice(at));
const overLong = fc.tuple(right, fc.integer({ min: 50, max: 600 })).map(([value, count]) => value + "0".repeat(count));

/** Input by an attacker or a careless person for a type, including valid values. */
function typed(type: ChannelType): fc.Arbitrary<string> {
  const own = ownHost(type);
  const host = fc.oneof(own, own, own.chain(dressed), brandHost, foreignHost, lookAlike);
  const link = fc.tuple(scheme, credentials, host, port, path).map((parts) => parts.join(""));
  return fc.oneof(
    { arbitrary: link, weight: 8 },
    { arbitrary: spoilt, weight: 4 },
    right,
    overLong,
    fc.tuple(fc.constantFrom("https://", "http://", ""), own, rightPath).map((parts) => parts.join("")),
    fc.string({ unit: fc.constantFrom(...Array.from("0123456789+ -.()x;")), maxLength: 20 }),
    fc.string({ unit: "binary" }),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.emailAddress(),
  );
}

describe("every typed text", () => {
  test.each(channelTypes)("%s opens nowhere else than it says, or is refused", (type) => {
    const counts = { opened: 0, refused: 0 };
    fc.assert(
      fc.property(typed(type), (text) => {
        const result: ChannelLink = channelLink(type, text);
        counts[result.ok ? "opened" : "refused"] += 1;
        return !result.ok || staysInside(type, result.href);
      }),
      { numRuns: 4000 },
    );
    // Both sides of the property occur.
    expect(counts.opened).toBeGreaterThan(50);
    expect(counts.refused).toBeGreaterThan(1000);
  });

  test.each(brandTypes)("%s opens at its own link again", (type) => {
    fc.assert(
      fc.property(typed(type), (text) => {
        const first = channelLink(type, text);
        if (first.ok) expect(channelLink(type, first.href)).toEqual(first);
      }),
      { numRuns: 2000 },
    );
  });

  test.each(brandTypes)("%s refuses every link to another's host, never making a name of it", (type) => {
    const foreign = fc.tuple(fc.constantFrom("https://", "http://", "HTTPS://"), foreignHost, port, path);
    fc.assert(
      fc.property(foreign, (parts) => !channelLink(type, parts.join("")).ok),
      { numRuns: 2000 },
    );
  });

  test.each(channelTypes)("%s refuses hidden characters wherever they stand in a value", (type) => {
    const hidden = fc.constantFrom(
      ...Array.from("\u202e\u200f\u2066\u200b\u2060\u00ad\u180e\u3164\ufe0f\0\t\n\u007f\u{e0041}\ue000\ufff9\ud800"),
    );
    fc.assert(
      fc.property(right, hidden, fc.nat(5), (text, character, at) => {
        const result = channelLink(type, `${text.slice(0, at + 1)}${character}${text.slice(at + 1)}`);
        expect(result).toEqual({ ok: false, reason: "hidden character" });
      }),
    );
  });

  test("a value may be as long as the limit, and no longer", () => {
    const longest = "https://example.com/".padEnd(channelLimits.value, "a");
    expect(channelLink("website", ` ${longest} `)).toEqual({ ok: true, href: longest });
    expect(channelLink("website", `${longest}a`)).toEqual({ ok: false, reason: "too long" });
  });
});
