import { domainToUnicode } from "node:url";
import { describe, expect, it } from "vitest";
import { readPhoneNumber } from "#server/lib/phone-number.ts";
import { type ChannelType, channelTypes } from "../brands/brands.ts";
import { channelKey, readings, type Reader } from "./channel-key.ts";
import { type Likeness, readAsked, readKey } from "./lookalike.ts";

const reader: Reader = {
  readNumber: (text) => readPhoneNumber(text, "IN")?.key.slice(1) ?? null,
  hostInUnicode: domainToUnicode,
};

const channelId = "UCabcDEF_ghiJKL-mno12345";

type Row = { type: ChannelType; value: string; perhaps?: string[] } & Record<Exclude<Likeness, "perhaps">, string[]>;

/**
 * Per official value, what visitors may ask: `same` is official, `near` a lookalike, `different` neither; `perhaps` is
 * official on a site of our own.
 */
const table: Row[] = [
  {
    type: "phone",
    value: "+91 98765 43210",
    same: [
      "098765 43210",
      "+91 98765-43210",
      "+919876543210",
      "9876543210",
      "98765.43210",
      "(+91) 98765 43210",
      "+91 (0)98765 43210",
      "00 91 98765 43210",
      "00919876543210",
      "919876543210",
      "tel:+919876543210",
      "TEL:+91-98765-43210",
      "tel:+919876543210;ext=12",
      "+91 98765 43210 ext. 7",
      "098765 43210 x12",
      "sms:+919876543210",
      "https://wa.me/919876543210",
      "wa.me/919876543210",
      "wa.me/+919876543210?text=Hello",
      "https://api.whatsapp.com/send?phone=919876543210&text=Hi",
      "https://api.whatsapp.com/send/?phone=%2B91%2098765%2043210",
      "https://web.whatsapp.com/send?phone=919876543210",
      "whatsapp://send?phone=919876543210",
      "\u202a+91 98765 43210\u202c",
      "+91\u00a098765\u201043210",
      "९८७६५ ४३२१०",
      "＋９１ ９８７６５ ４３２１０",
      "\u200e+91 98765\u200b43210",
      "+91 098765 43210",
      "+91-0-98765-43210",
      "0091 098765 43210",
      "tel:+91098765 43210",
      "(+91 98765 43210)",
      " (+91) 98765 43210,\r\n",
      "“+91 98765 43210”.",
      "WhatsApp: +91 98765 43210",
      "whatsapp number - +91 98765 43210.",
      "Whats App +91 98765 43210",
      "WhatsApp:\n\u202a+91 98765 43210\u202c\u200e",
      "\u2068\u200e+91 98765 43210\u2069,",
      "📞 +91 98765 43210",
      "☎️ Phone: 098765 43210",
      "Call 98765 43210!",
      "+91 98765 43210...",
      "Tel: +91 98765 43210",
    ],
    near: [
      "+91 98765 43211",
      "WhatsApp: +91 98765 43211,",
      "+91 98765 43211...",
      "+91 098765 43211",
      "+91 98765 4321",
      "+91 98765 432100",
      "+91 98756 43210",
      "+91 89765 43210",
      "098765 43219",
      "wa.me/919876543201",
      "wa.me/91987654321",
      "https://api.whatsapp.com/send?phone=919876543200",
      "+1 98765 43210",
      "987654321",
      "98765432100",
      "wa.me.evil.example/919876543210",
      "https://wa-me.example/919876543210",
      "https://wa.me@evil.example/919876543210",
      "https://api.whatsapp.com.evil.example/send?phone=919876543210",
    ],
    different: [
      "+91 90000 00001",
      "+44 98765 43210",
      "wa.me/9876543210",
      "wa.me/message/ABCDEFGHIJ",
      "1930",
      "43210",
      "@saffron",
      "t.me/+919876543210",
      "WhatsApp: @saffron",
      "+91 0098765 43210",
    ],
  },
  {
    type: "phone",
    value: "1800 000 0000",
    same: ["18000000000", "1800-000-0000", "1-800-000-0000", "(1800) 000 0000", "+91 1800 000 0000", "tel:18000000000"],
    near: ["1800 000 0001", "1800 000 000", "1800 000 00000"],
    different: ["+1 800 000 0000", "1900 111 0000", "000 0000"],
  },
  {
    type: "phone",
    value: "14416",
    same: ["14416", "144 16", "tel:14416", "१४४१६", "Call 14416."],
    near: [],
    different: ["14417", "1441", "41416", "144166", "1930", "+91 98765 43210", "14 5 16 7"],
  },
  {
    type: "phone",
    value: "200 3000",
    same: ["2003000"],
    near: ["200 3001", "2200 3000"],
    different: ["200 300", "14416"],
  },
  {
    // Italy dials its 0 from abroad, too.
    type: "phone",
    value: "+39 06 0000 0001",
    same: ["0039 06 0000 0001", "+390600000001."],
    near: ["+39 6 0000 0001", "+39 006 0000 0001"],
    different: ["+39 02 0000 9999"],
  },
  {
    type: "whatsapp",
    value: "+91 90000 00001",
    same: ["919000000001", "90000 00001", "090000-00001", "https://wa.me/919000000001", "+91 (90000) 00001"],
    near: [
      "wa.me/919000000002",
      "+91 90000 0001",
      "https://wa.me/91900000001",
      "whatsapp-support.example/919000000001",
    ],
    different: ["wa.me/447700900123", "+91 98765 43210", "chat.whatsapp.com/ABCdef123"],
  },
  {
    type: "whatsapp",
    value: "447700900123",
    same: ["+44 7700 900123", "wa.me/447700900123", "447700900123", "0044 7700 900123", "+44 (0)7700 900123"],
    near: ["+44 7700 900124", "wa.me/44770090012"],
    different: ["+91 7700 900123"],
  },
  {
    type: "whatsapp",
    value: "https://chat.whatsapp.com/ABCdef123GHI",
    same: ["chat.whatsapp.com/ABCdef123GHI", "https://chat.whatsapp.com/invite/ABCdef123GHI?mode=r"],
    near: [
      "chat.whatsapp.com/ABCdef123GH1",
      "chat.whatsapp.com/abcdef123ghi",
      "chat.whatsapp.com.evil.example/ABCdef123GHI",
    ],
    different: ["chat.whatsapp.com/ZZZdef123GHI", "wa.me/919000000001"],
  },
  {
    type: "email",
    value: "Support@example.com",
    same: [
      "support@example.com",
      "SUPPORT@EXAMPLE.COM",
      "mailto:support@example.com",
      "mailto:Support@Example.com?subject=Hi",
      " <support@example.com> ",
    ],
    near: [
      "suport@example.com",
      "support@examp1e.com",
      "support@exarnple.com",
      "support@example.co",
      "supp0rt@example.com",
      "support@exаmple.com",
      "support@example.com.evil.example",
      "sup.port@example.com",
    ],
    different: ["team@example.com", "support@example.org", "support@evil.example", "example.com"],
  },
  {
    type: "telegram",
    value: "https://t.me/saffron_example",
    same: [
      "@saffron_example",
      "saffron_example",
      "t.me/saffron_example",
      "http://t.me/saffron_example/",
      "https://T.ME/Saffron_Example",
      "https://telegram.me/saffron_example",
      "telegram.dog/saffron_example",
      "https://saffron_example.t.me",
      "saffron_example.t.me/",
      "tg://resolve?domain=saffron_example",
      "https://t.me/s/saffron_example",
      "https://t.me/saffron_example/1234",
      "https://t.me/saffron_example?start=abc",
      "www.t.me/saffron_example",
      "“@saffron_example”",
      "https://t.me/saffron_example.",
      "t.me/saffron_example,",
      "t.me/saffron_example)",
      "(https://t.me/saffron_example).",
      'https://t.me/saffron_example").',
      "@saffron_example.",
      "@saffron_example,",
      "@saffron_example!",
      "@saffron_example।",
      "“@saffron_example”,",
      "'@saffron_example",
      "(@saffron_example",
      "\t@saffron_example \n",
      "\u200e@saffron_example\u200b",
      "t.me/@saffron_example",
      "https://t.me/%40saffron_example/12.",
      "Telegram @saffron_example",
      "Telegram: saffron_example",
      "TELEGRAM channel: https://t.me/saffron_example,",
      "“Telegram: @saffron_example”.",
      "Telegram – @saffron_example",
      "Telegram ID @saffron_example",
      "👉 @saffron_example 👈",
      "*@saffron_example*",
      "tg: t.me/saffron_example",
    ],
    near: [
      "@saffron_exarnple",
      "@saffr0n_example",
      "@saffron_examp1e",
      "@saffron_exampIe",
      "@saffron.example",
      "@saffronexample",
      "@saffron__example",
      "@safron_example",
      "@saffron_exmaple",
      "@saffron_examples",
      "@sаffron_example",
      "@ѕаffron_example",
      "@ｓａｆｆｒｏｎ_example",
      "@saffron\u200b_example",
      "https://t.me.evil.example/saffron_example",
      "https://t.me@evil.example/saffron_example",
      "https://telegrarn.me/saffron_example",
      "https://te1egram.me/saffron_example",
      "https://telegram-me.example/saffron_example",
      "https://evil.example/t.me/saffron_example",
      "https://t-me.example/saffron_example",
      "https://saffron_example.telegram.me.evil.example/",
      "https://t.mе/saffron_example",
      "https://t.me/joinchat/saffron_example",
      "https://evil.example\\@t.me/saffron_example",
      "https://tt.me/saffron_example",
      "@saffron_examp1e,",
      "Telegram @safron_example.",
      "t.me/@saffr0n_example)",
      "@saffron_example._",
      "https://t.me.evil.example/saffron_example…",
    ],
    different: [
      "@saffron",
      "Instagram @saffron_example",
      "@saffron_example…",
      "@saffron_example...",
      "t.me/saffron_example…)",
      "https://t.me/saffron_example...",
      "WhatsApp: saffron_example",
      "X: saffron_example",
      "@another_example",
      "https://instagram.com/saffron_example",
      "https://example.com/saffron_example",
      "https://t.me/share/url?url=https://t.me/saffron_example",
      "https://t.me.evil.example/another_name",
    ],
  },
  {
    type: "telegram",
    value: "https://t.me/joinchat/AAAAAExample-Hash",
    same: [
      "t.me/+AAAAAExample-Hash",
      "https://telegram.me/joinchat/AAAAAExample-Hash",
      "tg://join?invite=AAAAAExample-Hash",
    ],
    near: ["t.me/+aaaaaexample-hash", "t.me/+AAAAAExample_Hash", "t.me/+AAAAExample-Hash"],
    different: ["t.me/AAAAAExample", "t.me/+BBBBBExample-Other"],
  },
  {
    type: "instagram",
    value: "@saffron.example",
    same: [
      "@Saffron.Example",
      "https://www.instagram.com/saffron.example/",
      "instagram.com/saffron.example?igsh=abc",
      "https://ig.me/m/saffron.example",
      "instagram.com/@saffron.example",
      "https://www.instagram.com/@saffron.example/.",
      "Instagram: @saffron.example,",
      "Insta – saffron.example",
      "m.instagram.com/saffron.example",
    ],
    near: [
      // A browser opens it as a site.
      "saffron.example",
      "https://instagram.com/saffron_example",
      "@saffron.exampl",
      "instagram.com/saffr0n.example",
      "instagrarn.com/saffron.example",
      "https://instagram.com.evil.example/saffron.example",
      "https://instagram-support.example/saffron.example",
    ],
    different: [
      "https://instagram.com/p/saffron.example",
      "https://instagram.com/someone.else",
      "facebook.com/saffron.example",
    ],
  },
  {
    type: "facebook",
    value: "https://www.facebook.com/saffron.example",
    same: [
      "facebook.com/saffron.example",
      "fb.com/saffron.example",
      "https://m.me/saffron.example",
      "m.facebook.com/Saffron.Example/",
      "https://hi-in.facebook.com/saffron.example",
      "https://facebook.com/saffronexample",
      "https://facebook.com/Saf.fronExample",
      "facebook.com/@saffron.example",
      "FB: saffron.example",
      "@saffron.example",
      "@SaffronExample.",
      "@Saffron.Example,",
    ],
    near: [
      "facebook.com/saffron.exampel",
      "faceb00k.com/saffron.example",
      "facebook.com/safron.example",
      "facebook.com.evil.example/saffron.example",
    ],
    different: ["facebook.com/groups/saffron.example", "x.com/saffronexample", "facebook.com/profile.php?id=1"],
  },
  {
    type: "facebook",
    value: "profile.php?id=100012345678",
    same: [
      "https://www.facebook.com/profile.php?id=100012345678&ref=x",
      "facebook.com/100012345678",
      "https://facebook.com/people/Saffron-Example/100012345678",
    ],
    near: ["https://facebook.com/profile.php?id=100012345679"],
    different: ["https://facebook.com/profile.php?id=42", "https://facebook.com/profile.php"],
  },
  {
    type: "youtube",
    value: "https://www.youtube.com/@saffronexample",
    same: [
      "youtube.com/@SaffronExample",
      "@saffronexample",
      "m.youtube.com/@saffronexample/videos",
      "https://youtube.com/@saffronexample?si=abc",
    ],
    near: [
      "@saffr0nexample",
      "youtube.com/@safronexample",
      "y0utube.com/@saffronexample",
      "youtube.com/@saffron_example",
      "youtube.com.evil.example/@saffronexample",
    ],
    different: ["youtube.com/c/saffronexample", "youtube.com/watch?v=saffronexample", "youtu.be/saffronexamp"],
  },
  {
    type: "youtube",
    value: `https://www.youtube.com/channel/${channelId}`,
    same: [`youtube.com/channel/${channelId}/videos`, `https://m.youtube.com/channel/${channelId}`],
    near: [`youtube.com/channel/${channelId.toLowerCase()}`, `youtube.com/channel/${channelId.slice(0, -1)}`],
    different: [`youtube.com/@${channelId}`, "youtube.com/channel/UCzzzzzzzzzz"],
  },
  {
    type: "youtube",
    value: "https://www.youtube.com/c/SaffronExample",
    same: ["youtube.com/c/saffronexample", "saffronexample"],
    near: ["youtube.com/c/saffronexampl"],
    different: ["youtube.com/@saffronexample", "youtube.com/user/another"],
  },
  {
    type: "twitter",
    value: "https://x.com/saffron_example",
    same: [
      "https://twitter.com/saffron_example",
      "@Saffron_Example",
      "x.com/saffron_example?s=20",
      "mobile.twitter.com/saffron_example",
      "x.com/@saffron_example",
      "X: saffron_example",
      "X @saffron_example,",
    ],
    near: [
      "x.com/saffron_examp1e",
      "twitter.com/saffron_exmple",
      "https://twiitter.com/saffron_example",
      "x.com.evil.example/saffron_example",
    ],
    different: ["x.com/i/saffron_example", "x.com/another", "https://x.com/saffron_example/status/1"],
  },
  {
    type: "linkedin",
    value: "https://www.linkedin.com/company/saffron-example",
    same: [
      "linkedin.com/company/saffron-example/about",
      "https://in.linkedin.com/company/Saffron-Example",
      "saffron-example",
      "LinkedIn: saffron-example",
    ],
    // Company names may end like this.
    perhaps: ["linkedin.com/company/saffron-example.", "saffron-example."],
    near: [
      "linkedin.com/company/saffron-exarnple",
      "linkedin.com/company/saffronexample",
      "Iinkedin.com/company/saffron-example",
      "linkedln.com/company/saffron-example",
    ],
    different: ["linkedin.com/in/saffron-example", "linkedin.com/company/other-example"],
  },
  {
    type: "website",
    value: "https://example.com",
    same: [
      "http://example.com/",
      "www.example.com",
      "www.www.example.com",
      "EXAMPLE.com",
      "https://example.com/#top",
      "https://example.com:443",
      "example.com.",
      "https://example.com,",
      "(example.com)",
      "https://example.com/).",
      "Website: example.com",
    ],
    near: [
      "https://examp1e.com",
      "https://exarnple.com/login",
      "https://exmaple.com",
      "https://example.co",
      "https://example.com.evil.test",
      "https://example.com@evil.test/",
      "https://secure-example.com",
      "https://example.com-login.test/",
      "https://ехample.com",
      "https://xn--xample-2of.com",
    ],
    different: [
      "https://example.com/login",
      "https://help.example.com",
      "https://example.org",
      "https://example.com:8443",
      "https://evil.test/?to=example.com",
      "Telegram @example",
      "📞example.com",
      "https://example.com…",
      "example.com...",
    ],
  },
  {
    type: "withdrawal_proof",
    value: "https://www.example.com/Withdrawals/",
    same: ["http://example.com/Withdrawals", "example.com/Withdrawals#today", "https://WWW.EXAMPLE.COM/Withdrawals/"],
    perhaps: ["https://example.com/Withdrawals.", "https://example.com/Withdrawals)", "example.com/Withdrawals,"],
    near: ["https://example.com/withdrawals", "https://example.com/Withdrawal", "https://examp1e.com/Withdrawals"],
    different: ["https://example.com/Withdrawals?page=2", "https://example.com", "https://example.org/Withdrawals"],
  },
  {
    type: "withdrawal_proof",
    value: "https://example.com/Proof_(2026).",
    same: ["example.com/Proof_(2026).", "(https://example.com/Proof_(2026).)"],
    near: ["example.com/Proof_(2026)"],
    different: ["example.com/Proof_"],
  },
  {
    type: "withdrawal_proof",
    value: "https://example.com/Proof_(2026)",
    same: ["example.com/Proof_(2026)", "<https://example.com/Proof_(2026)>", "“example.com/Proof_(2026)”"],
    perhaps: ["example.com/Proof_(2026).", "(example.com/Proof_(2026)),"],
    near: ["example.com/Proof_(2026"],
    different: ["example.com/Proof_"],
  },
  {
    // Of a page on a brand's host only that page is ours, not its author's others.
    type: "withdrawal_proof",
    value: "https://t.me/saffron_proofs/5",
    same: [
      "t.me/saffron_proofs/5",
      "http://www.t.me/saffron_proofs/5/",
      "Withdrawal proof: https://t.me/saffron_proofs/5.",
    ],
    near: ["@saffron_pr00fs", "t.me/saffron_proof/5", "https://t.me.evil.example/saffron_proofs/5", "@ѕaffron_proofs"],
    different: [
      "@saffron_proofs",
      "saffron_proofs",
      "t.me/saffron_proofs",
      "t.me/saffron_proofs/6",
      "t.me/saffron_proofs/55",
      "telegram.me/saffron_proofs/5",
      "t.me/Saffron_Proofs/5",
      "tg://resolve?domain=saffron_proofs",
    ],
  },
  {
    type: "website",
    value: "https://t.me/saffron_proofs",
    same: ["t.me/saffron_proofs", "https://t.me/saffron_proofs/"],
    near: ["@saffron_pr00fs", "t.me/saffron_proof"],
    different: ["@saffron_proofs", "telegram.me/Saffron_Proofs", "t.me/saffron_proofs?start=other", "@saffron"],
  },
  {
    type: "website",
    value: "https://wa.me/919876543210",
    same: ["wa.me/919876543210"],
    near: ["wa.me/919876543211"],
    different: ["+91 98765 43210", "wa.me/919876543210?text=Hi", "api.whatsapp.com/send?phone=919876543210"],
  },
  {
    // On some sites the fragment is the page.
    type: "website",
    value: "https://example.org/#/@saffron:example.com",
    same: ["example.org/#/@saffron:example.com"],
    near: ["https://example.org/#/@safron:example.com"],
    different: ["https://example.org", "https://example.org/#/@somebody:example.com"],
  },
  {
    type: "website",
    value: "https://उदाहरण.example/पता",
    same: ["https://xn--p1b6ci4b4b3a.example/%E0%A4%AA%E0%A4%A4%E0%A4%BE", "उदाहरण.example/पता"],
    near: ["उदाहरण.exampl/पता"],
    different: ["https://example.example/"],
  },
];

const pairs = table.flatMap(({ type, value, ...others }) =>
  (["same", "perhaps", "near", "different"] as const).flatMap((likeness) =>
    (others[likeness] ?? []).map((text): [string, string, ChannelType, Likeness] => [text, value, type, likeness]),
  ),
);

describe("a query, compared with an official value", () => {
  it("is detected in at least 150 pairs of all types", () => {
    expect(pairs.length).toBeGreaterThanOrEqual(150);
    expect(new Set(pairs.map(([, , type]) => type))).toEqual(new Set(channelTypes));
  });

  it.each(pairs)("%s and %s (%s): %s", (text, value, type, likeness) => {
    const key = channelKey(type, value, reader);
    expect(key).toBeDefined();
    expect(readAsked(text, reader).likenessTo(readKey(key ?? "", reader))).toBe(likeness);
  });
});

it("normalizing is idempotent for every text of the table as every type", () => {
  const texts = [...new Set(pairs.flatMap(([text, value]) => [text, value]))];
  const once = channelTypes.flatMap((type) => texts.map((text) => ({ type, key: channelKey(type, text, reader) })));
  const keys = once.filter(({ key }) => key !== undefined);
  expect(keys.length).toBeGreaterThan(texts.length);
  expect(keys.map(({ type, key = "" }) => ({ type, key: channelKey(type, key, reader) }))).toEqual(keys);
});

describe("unreadable text", () => {
  it.each([
    "hello, who are you?",
    "@",
    "-",
    "two words",
    "https://",
    "https://localhost",
    "javascript:alert(1)",
    "@@x",
    "\u200b",
  ])("%s", (text) => {
    expect(readings(text, reader)).toEqual({ keys: [], doubtful: [], loose: [] });
  });
});

it("a page below an official site is on that site", () => {
  expect(readAsked("http://www.example.com/a/b", reader).isOnSite(readKey("https://example.com", reader))).toBe(true);
  expect(readAsked("https://examp1e.com/a/b", reader).isOnSite(readKey("https://example.com", reader))).toBe(false);
  expect(readAsked("https://example.com/a/b", reader).isOnSite(readKey("https://example.com/a", reader))).toBe(false);
  expect(readAsked("https://facebook.com/a", reader).isOnSite(readKey("https://facebook.com", reader))).toBe(false);
  expect(readAsked("+91 90000 00001", reader).isOnSite(readKey("+919000000001", reader))).toBe(false);
});

it("removes one trunk 0 from a number, and no other", () => {
  for (const number of ["+91 098765 43210", "+91 0098765 43210", "+20 0100 000 0001", "+52 01 55 0000 0001"]) {
    const key = channelKey("phone", number, reader) ?? "";
    expect(channelKey("phone", key, reader)).toBe(key);
  }
  expect(channelKey("phone", "+20 0100 000 0001", reader)).toBe("+201000000001");
  // Mexico's former trunk prefix was 01: more than a 0.
  expect(channelKey("phone", "+52 01 55 0000 0001", reader)).toBe("+52015500000001");
});
