import * as fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../testing.ts";
import { maxText } from "./mail-text.ts";
import { parseMail } from "./parse-mail.ts";

/** 10,000 with `--all`. */
const runs = process.env["TEST_ALL"] === "1" ? 10_000 : 400;

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
  const { version } = await test.services.settings.view();
  const incoming = { replyTo: "desk@example.com", unmatched: "inquiry", way: "push", host: "", port: 993 } as const;
  const off = {
    mail: null,
    webhook: null,
    telegram: null,
    retentionDays: 90,
    acknowledge: false,
    says: "reference",
  } as const;
  const saved = await test.services.settings.save(
    { ...off, incoming: { ...incoming, security: "tls", user: "" } },
    version,
  );
  expect(saved.ok).toBe(true);
});
afterEach(() => test.close());

const newline = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("\r\n", "\n") },
  { weight: 1, arbitrary: fc.constantFrom("\r", "\r\r\n") },
);
const boundary = fc.constantFrom("b", "b b", "", "'", "=_".repeat(60), "-");
const charset = fc.constantFrom("utf-8", "windows-1252", "utf-7", "iso-2022-jp", "x-unknown", "", '"', "utf-16le");
const encoding = fc.constantFrom("7bit", "8bit", "base64", "quoted-printable", "uuencode", "binary", "");
const junk = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom(
    "=?utf-8?b?4KSo4KSu4KS4?=",
    "=?utf-8?q?=ZZ?=",
    "=?utf-8?b?",
    "\ud800",
    "\0",
    "\u202eevil",
    "a".repeat(3000),
    "<".repeat(500),
    "(".repeat(500),
    "=00=0D=0A.",
  ),
);
const address = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ max: 60 }).map((at) => `visitor${at}@example.org`) },
  fc.constantFrom(
    "<>",
    "a@b@c.example",
    '"a\\"b"@example.org',
    "undisclosed-recipients:;",
    "Group: a@example.org, b@example.org;",
    "=?utf-8?q?a=40example.org?= <b@example.org>",
    "asha@उदाहरण.भारत",
    "a@example.org\r\n\tb@example.org",
    "@",
    "desk+k7p4mx-aaaaaaaaaaaaaaaa@example.com",
  ),
  junk,
);
const header = fc.oneof(
  fc.tuple(fc.constantFrom("From", "from", "FROM"), address),
  fc.tuple(fc.constantFrom("To", "Cc", "Delivered-To", "Return-Path", "X-Original-To"), address),
  fc.tuple(fc.constantFrom("Subject", "Message-ID", "References", "In-Reply-To", "Date", "Auto-Submitted", ""), junk),
  fc.tuple(
    fc.constant("Message-ID"),
    fc.integer({ max: 500 }).map((at) => `<${at}@example.org>`),
  ),
);
const type = fc.oneof(
  fc
    .tuple(fc.constantFrom("text/plain", "text/html", "text/calendar", "x"), charset)
    .map((parts) => parts.join("; charset=")),
  fc
    .tuple(fc.constantFrom("mixed", "alternative", "report", "digest", "related", "signed"), boundary)
    .map(([kind, name]) => `multipart/${kind}; report-type=delivery-status; boundary="${name}"`),
  fc.constantFrom("message/rfc822", "message/delivery-status", "message/partial; number=1", ";;;", "text/plain; =;"),
);
const body = fc.oneof(
  junk,
  fc.constantFrom(
    "<p>Hello</p>",
    "<".repeat(2000),
    `${"<div>".repeat(3000)}x`,
    "> quoted\n".repeat(50),
    "Action: failed\nStatus: 5.1.1\n\nMessage-ID: <x@example.com>",
    "SGVsbG8=",
    "=E0=A4=A8",
    "&#x110000;&#0;&notit;",
  ),
);

interface Part {
  headers: [string, string][];
  type: string;
  encoding: string;
  body: string;
  children: Part[];
}
const partWith = (children: fc.Arbitrary<Part[]>): fc.Arbitrary<Part> =>
  fc.record({ headers: fc.array(header, { maxLength: 5 }), type, encoding, body, children });
const leaf = partWith(fc.constant([]));
const inner = partWith(fc.array(leaf, { maxLength: 2 }));
const part = partWith(fc.array(fc.oneof(leaf, inner), { maxLength: 3 }));

function write({ headers, type: kind, encoding: way, body: text, children }: Part, line: string): string {
  const name = /boundary="([^"]*)"/.exec(kind)?.[1] ?? "b";
  const all: [string, string][] = [...headers, ["Content-Type", kind], ["Content-Transfer-Encoding", way]];
  const head = all.map(([field, value]) => `${field}: ${value}`).join(line);
  const below = children.map((child) => `--${name}${line}${write(child, line)}${line}`).join("");
  return `${head}${line}${line}${text}${line}${below}${children.length > 0 ? `--${name}--` : ""}`;
}

const hostileMail = fc
  .tuple(
    fc.boolean(),
    part,
    newline,
    fc.constantFrom(...Array.from({ length: 100 }, (_, at) => at)),
    fc.array(fc.nat(255), { maxLength: 20 }),
  )
  .map(([hasSender, tree, line, cut, bytes]) => {
    const text = (hasSender ? `From: visitor@example.net${line}` : "") + write(tree, line);
    const raw = Buffer.from(text, bytes.length % 2 === 0 ? "utf8" : "latin1");
    // One in ten is cut short; some bytes are overwritten.
    const whole = cut < 10 ? raw.subarray(0, Math.floor((raw.length * cut) / 10)) : raw;
    for (const [at, byte] of bytes.entries()) if (cut >= 80) whole[(at * 97) % Math.max(1, whole.length)] = byte;
    return whole;
  });

it(`${runs} hostile emails: each gets an outcome, what is taken is stored once, and the text is clean`, async () => {
  const mails = fc.sample(hostileMail, runs);
  const counts: Record<string, number> = {};
  let slowest = 0;
  for (const raw of mails) {
    const start = performance.now();
    const parsed = await parseMail(raw);
    slowest = Math.max(slowest, performance.now() - start);
    const outcome = await test.services.incomingMail.take(raw);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    if (parsed === null) expect(["listed", "unreadable"]).toContain(outcome);
    else {
      expect(parsed.text.length).toBeLessThanOrEqual(maxText);
      expect(parsed.text.isWellFormed()).toBe(true);
      expect(parsed.text).not.toMatch(/(?!\n)\p{Cc}/u);
      expect(parsed.from.address).toMatch(/^[^\s@<>,;]{1,64}@[^\s@<>,;]+$/u);
    }
  }
  const stored = () =>
    test.db
      .selectFrom("inquiry")
      .select((e) => e.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
  const { count } = await stored();
  expect(Number(count)).toBe(counts["inquiry"]);
  // The generator must make emails that are taken, automatic ones, and ones that cannot be read.
  for (const outcome of ["inquiry", "unreadable", "listed"]) expect(counts[outcome] ?? 0, outcome).toBeGreaterThan(0);
  for (const raw of mails) expect(["inquiry", "answer"]).not.toContain(await test.services.incomingMail.take(raw));
  expect((await stored()).count).toBe(count);
  // No email takes quadratic time.
  expect(slowest).toBeLessThan(20_000);
}, 900_000);
