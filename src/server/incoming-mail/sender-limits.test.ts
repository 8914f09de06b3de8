import { randomBytes, randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { goodInquiry } from "../testing-api.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { rawMail } from "./testing.ts";

let test: TestApp;
let cookie: string;
let secret: string;
let reference: string;

const settings = { retentionDays: 90, acknowledge: false, says: "reference", mail: null } as const;
const incoming = {
  replyTo: "desk@example.com",
  unmatched: "inquiry" as "inquiry" | "leave",
  way: "push" as const,
  host: "",
  port: 993,
  security: "tls" as const,
  user: "",
};

async function start(env: Record<string, string> = {}, change: Partial<typeof incoming> = {}) {
  test = await createTestApp({ env });
  cookie = await test.signIn();
  const { version } = await test.services.settings.view();
  const all = { ...incoming, authservId: "mx.example.com", ...change };
  const saved = await test.services.settings.save(
    { ...settings, webhook: null, telegram: null, incoming: all },
    version,
  );
  secret = saved.ok ? (saved.incomingSecret ?? "") : "";
  ({ reference } = await test.services.inquiries.submit({ ...goodInquiry, email: "asha@example.com" }));
}
beforeEach(() => start());
afterEach(() => test.close());

async function push(raw: Buffer) {
  const headers = { "content-type": "message/rfc822", authorization: `Bearer ${secret}` };
  const response = await test.app.inject({ method: "POST", url: "/api/incoming-mail", headers, payload: raw });
  return { status: response.statusCode, ...response.json<{ outcome?: string }>() };
}

const statuses = async () =>
  (await test.db.selectFrom("inquiry").select("status").orderBy("number").execute())
    .slice(1)
    .map(({ status }) => status);

const verified = (domain: string) => ({
  "Authentication-Results": `mx.example.com; dkim=pass header.d=${domain}; dmarc=pass header.from=${domain}`,
});

describe("forged emails", () => {
  it("use up nothing of those that the receiving server has verified", async () => {
    for (let sent = 0; sent < 200; sent += 1) await push(rawMail({ From: `a${sent}@example.net` }, `Forged ${sent}`));
    expect(await push(rawMail({ From: "b@example.net" }, "One more"))).toMatchObject({ outcome: "inquiry" });
    expect((await statuses()).at(-1)).toBe("suspected");
    await push(rawMail({ From: "ravi@example.org", ...verified("example.org") }, "My deposit"));
    expect((await statuses()).at(-1)).toBe("new");
    // A header of the sender's own counts for nothing.
    await push(
      rawMail({
        From: "c@example.net",
        "Authentication-Results": "mx.example.net; dmarc=pass header.from=example.net",
      }),
    );
    expect((await statuses()).at(-1)).toBe("suspected");
  });

  it("in the name of a visitor keep that visitor's own answer from nothing", async () => {
    const subject = { Subject: `Re: ${reference}` };
    for (let sent = 0; sent < 21; sent += 1) await push(rawMail(subject, `Forged ${sent}`));
    // Verified: it joins the conversation.
    expect(await push(rawMail({ ...subject, ...verified("example.com") }, "It is me."))).toMatchObject({
      status: 200,
      outcome: "answer",
    });
    // An unverified email is put aside, where the team sees it.
    expect(await push(rawMail(subject, "My server signs nothing."))).toMatchObject({ status: 200, outcome: "inquiry" });
    const last = await test.db.selectFrom("inquiry").selectAll().orderBy("number", "desc").executeTakeFirstOrThrow();
    expect(last).toMatchObject({ status: "suspected", email: "asha@example.com" });
    expect(last.query).toContain(reference);
    expect(last.query).toContain("My server signs nothing.");
  });

  it("are not refused either where emails of no inquiry stay in the mailbox", async () => {
    await test.close();
    await start({}, { unmatched: "leave" });
    const subject = { Subject: `Re: ${reference}` };
    for (let sent = 0; sent < 20; sent += 1) await push(rawMail(subject, `Forged ${sent}`));
    expect(await push(rawMail(subject, "Mine"))).toMatchObject({ status: 200, outcome: "inquiry" });
    expect(await push(rawMail({ From: "somebody@example.net" }, "New"))).toMatchObject({ status: 422 });
  });

  it("with a Reply-To of somebody else are not verified for that one", async () => {
    for (let sent = 0; sent < 21; sent += 1)
      await push(
        rawMail({ From: "x@evil.example", "Reply-To": "asha@example.com", ...verified("evil.example") }, `No ${sent}`),
      );
    expect((await statuses()).filter((status) => status === "suspected")).toHaveLength(1);
    await push(rawMail({ ...verified("example.com") }, "Mine"));
    expect((await statuses()).at(-1)).toBe("new");
  });
});

it("one domain uses up nothing of the others' verified emails", async () => {
  for (let sent = 0; sent < 201; sent += 1)
    await push(rawMail({ From: `a${sent}@example.net`, ...verified("example.net") }, `Number ${sent}`));
  expect((await statuses()).slice(-2)).toEqual(["new", "suspected"]);
  await push(rawMail({ From: "ravi@example.org", ...verified("example.org") }, "My deposit"));
  expect((await statuses()).at(-1)).toBe("new");
});

it("files of emails take no room from those of forms, and forged ones none from verified ones", async () => {
  await test.close();
  await start({ LIMIT_FILE_MB_PER_DAY: "2", LIMIT_MAIL_FILE_MB_PER_DAY: "2" });
  // Noise, which stays large however it is encoded.
  const picture = await sharp(randomBytes(400 * 400 * 3), { raw: { width: 400, height: 400, channels: 3 } })
    .png()
    .toBuffer();
  const withPicture = (headers: Record<string, string>) =>
    rawMail(
      { "Content-Type": 'multipart/mixed; boundary="b"', ...headers },
      `--b\r\nContent-Type: text/plain\r\n\r\n${randomUUID()}\r\n--b\r\nContent-Type: image/png\r\n` +
        `Content-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="a.png"\r\n\r\n` +
        `${picture.toString("base64").replaceAll(/.{76}/g, "$&\r\n")}\r\n--b--\r\n`,
    );
  const stored = async () =>
    Number(
      (
        await test.db
          .selectFrom("attachment")
          .select((e) => e.fn.countAll().as("count"))
          .executeTakeFirstOrThrow()
      ).count,
    );
  for (let sent = 0; sent < 10; sent += 1) await push(withPicture({ From: `a${sent}@example.net` }));
  const forged = await stored();
  expect(forged).toBeGreaterThan(0);
  await push(withPicture({ From: "b@example.net" }));
  expect(await stored(), "half of a day's is used up").toBe(forged);
  await push(withPicture({ From: "ravi@example.org", ...verified("example.org") }));
  expect(await stored()).toBe(forged + 1);
  for (let sent = 0; sent < 12; sent += 1)
    await push(withPicture({ From: `c${sent}@example.org`, ...verified("example.org") }));
  const all = await stored();
  const files = { files: [picture] };
  expect(await test.services.attachments.check(files), "a form's picture still has room").toMatchObject({ ok: true });
  await push(withPicture({ From: "d@example.org", ...verified("example.org") }));
  expect(await stored()).toBe(all);
  expect(cookie).not.toBe("");
});

it("equal emails are suspected from the sixth on, of one sender or of those that nobody has verified", async () => {
  const text = "My KYC is still pending. Please tell me how many days it takes to complete.";
  for (let sent = 0; sent < 8; sent += 1)
    await push(rawMail({ From: `a${sent}@example.org`, ...verified("example.org") }, text));
  expect(new Set(await statuses())).toEqual(new Set(["new"]));
  for (let sent = 0; sent < 7; sent += 1) await push(rawMail({ From: `b${sent}@example.net` }, text));
  expect((await statuses()).slice(8)).toEqual(["new", "new", "new", "new", "new", "suspected", "suspected"]);
  for (let sent = 0; sent < 5; sent += 1)
    await push(rawMail({ From: "a1@example.org", ...verified("example.org") }, text));
  expect((await statuses()).at(-1)).toBe("suspected");
});
