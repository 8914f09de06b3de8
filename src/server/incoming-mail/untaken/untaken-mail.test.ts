import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { untakenDays, untakenLimits } from "#domain/inquiries/untaken-mail.ts";
import { createTestApp, type TestApp } from "../../testing.ts";
import { rawBounce, rawMail } from "../testing.ts";
import { StoreUnavailableError } from "../../store/store-unavailable.ts";
import { createMailTries } from "../mail-tries.ts";
import { createUntakenMails } from "./untaken-mail.ts";

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
  const { version } = await test.services.settings.view();
  const incoming = { replyTo: "desk@example.com", unmatched: "inquiry", way: "push", host: "", port: 993 } as const;
  const off = { mail: null, webhook: null, telegram: null, retentionDays: 90, acknowledge: false } as const;
  const saved = await test.services.settings.save(
    { ...off, says: "reference", incoming: { ...incoming, security: "tls", user: "" } },
    version,
  );
  expect(saved.ok).toBe(true);
});
afterEach(() => test.close());

const take = (raw: Buffer) => test.services.incomingMail.take(raw);
const list = () => test.services.untakenMails.list({ before: undefined, limit: 100 });

describe("an email that is not taken", () => {
  it.each([
    ["an auto-reply", "auto-reply", rawMail({ "Auto-Submitted": "auto-replied" })],
    ["a program's", "program", rawMail({ From: "Asha Example <noreply@example.com>" })],
    ["one of our own address", "own-address", rawMail({ From: "Asha Example <desk@example.com>" })],
    ["a report about nothing of ours", "bounce", rawBounce("0f1e2d3c@example.com")],
    ["one of too many lines", "too-many-lines", rawMail({}, "\n".repeat(100_000))],
    ["one of too many headers", "too-many-headers", rawMail({ Cc: "\r\n a@b.example,".repeat(6000) })],
    ["one of too many parts", "too-many-parts", rawMail({}, "--b\r\n".repeat(3000))],
    ["one without a sender", "no-sender", rawMail({ From: "" })],
  ] as const)("is listed with its sender, subject and reason, as it came, and once: %s", async (_what, reason, raw) => {
    expect([await take(raw), await take(raw)]).toEqual(["listed", "listed"]);
    const all = await list();
    expect(all).toMatchObject([{ reason, state: "listed", way: "push", size: raw.length, about: null }]);
    if (reason !== "bounce" && reason !== "no-sender")
      expect(all).toMatchObject([{ senderName: "Asha Example", subject: "Re: Your message" }]);
    expect(await test.services.untakenMails.content(all[0]?.id ?? "")).toEqual(raw);
    expect(test.services.untakenMails.counts().get(reason)).toBe(1);
    expect(await test.db.selectFrom("inquiry").selectAll().execute()).toEqual([]);
  });

  it("is put aside as it came, for our team to look at, for some days", async () => {
    await take(rawMail({ Precedence: "bulk" }));
    test.clock.advance({ days: untakenDays });
    await test.services.cleanUp.run();
    expect(await list()).toHaveLength(1);
    test.clock.advance({ seconds: 1 });
    await test.services.cleanUp.run();
    expect(await list()).toEqual([]);
    expect(await test.db.selectFrom("untaken_mail_part").selectAll().execute()).toEqual([]);
  });

  it("leaves the list if the others do not fit, the oldest first, and is cut if it is too large", async () => {
    const mails = createUntakenMails({
      store: test.store.untakenMails,
      purgeErased: () => Promise.resolve(),
      now: test.clock.now,
      limits: { count: 5, bytes: 400_000, bytesEach: 150_000 },
    });
    const add = (raw: Buffer) => mails.add({ raw, way: "imap", reason: "program" });
    const subjects = async () => (await list()).map(({ subject }) => subject);
    for (let at = 1; at <= 7; at += 1) await add(rawMail({ Subject: `Small ${at}` }));
    expect(await subjects()).toEqual(["Small 7", "Small 6", "Small 5", "Small 4", "Small 3"]);
    for (let at = 1; at <= 3; at += 1) await add(rawMail({ Subject: `Large ${at}` }, "a".repeat(1_000_000)));
    expect(await subjects()).toEqual(["Large 3", "Large 2"]);
    const [last] = await list();
    expect(last).toMatchObject({ kept: 150_000 });
    expect(last?.size).toBeGreaterThan(1_000_000);
    expect(await mails.content(last?.id ?? "")).toHaveLength(150_000);
    expect(untakenLimits.bytesEach).toBeLessThan(untakenLimits.bytes);
  });
});

describe("erasure by address", () => {
  it("reaches those of the address, and those that name it, and they do not come back", async () => {
    const others = rawMail({ From: "ravi@example.org", Precedence: "bulk" }, "Unrelated");
    const theirs = [
      rawMail({ From: '"Asha" <Asha@example.com>', Precedence: "bulk" }, "Mine"),
      rawMail({ From: "forms@example.net", "Reply-To": "asha@example.com", "Auto-Submitted": "auto-replied" }),
      rawBounce("0f1e2d3c@example.com")
        .toString()
        .replace("Status:", "Final-Recipient: rfc822; asha@example.com\r\nStatus:"),
      // Cannot be read.
      rawMail({ From: "x@example.net", To: "Asha <ASHA@example.com>" }, "\n".repeat(100_000)),
    ].map((raw) => Buffer.from(raw));
    for (const raw of [others, ...theirs]) expect(await take(raw)).toBe("listed");
    expect(await test.services.inquiries.eraseByEmail(" asha@Example.com ")).toBe(4);
    expect(await list()).toMatchObject([{ senderAddress: "ravi@example.org" }]);
    const stored = JSON.stringify(await test.dump());
    expect(stored).not.toContain("asha@");
    const parts = await test.db.selectFrom("untaken_mail_part").select("mail_id").execute();
    expect(parts).toHaveLength(1);
    for (const raw of theirs) await take(raw);
    expect(await list()).toHaveLength(1);
    expect(await test.services.inquiries.eraseByEmail("asha@example.com")).toBe(0);
  });
});

describe("an email that fails each time it is taken", () => {
  const raw = rawMail();
  const giveUp = () => Promise.resolve("listed" as const);
  const taken = { take: () => Promise.resolve("inquiry" as const), giveUp };
  const tries = () => createMailTries({ store: test.store.mailTries, now: test.clock.now });
  const fail = (error = new Error("made up")) => ({
    take: async () => {
      throw error;
    },
    giveUp,
  });

  it("is given up at the third time, and not taken again; the store's failures do not count", async () => {
    const mailTries = tries();
    const away = new StoreUnavailableError("away", new Error("made up"));
    for (let time = 1; time <= 5; time += 1) await expect(mailTries.run(raw, fail(away))).rejects.toThrow(away);
    for (let time = 1; time <= 2; time += 1) await expect(mailTries.run(raw, fail())).rejects.toThrow("made up");
    expect(await mailTries.run(raw, fail())).toBe("listed");
    expect(await mailTries.run(raw, taken)).toBe("listed");
    test.clock.advance({ days: 9 });
    await mailTries.purge();
    expect(await test.db.selectFrom("mail_try").selectAll().execute()).toEqual([]);
  });

  it("counts what ended programs, not what others are taking now", async () => {
    const begin = async (id: string) => {
      await test.store.mailTries.begin({
        id,
        hash: createHash("sha256").update(raw).digest("base64url"),
        startedAt: test.clock.now(),
      });
    };
    const mailTries = tries();
    for (const id of ["a", "b", "c"]) await begin(id);
    expect(await mailTries.run(raw, taken)).toBe("busy");
    test.clock.advance({ seconds: 1 });
    // One that has started since.
    expect(await tries().run(raw, taken)).toBe("listed");
    test.clock.advance({ seconds: 600 });
    expect(await mailTries.run(raw, taken)).toBe("listed");
  });

  it("leaves nothing of one that is taken at last", async () => {
    const mailTries = tries();
    await expect(mailTries.run(raw, fail())).rejects.toThrow("made up");
    expect(await mailTries.run(raw, taken)).toBe("inquiry");
    expect(await test.db.selectFrom("mail_try").selectAll().execute()).toEqual([]);
  });
});
