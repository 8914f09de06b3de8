import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { SettingsInput } from "#contract/settings.ts";
import { english } from "../testing-message-codes.ts";
import { StoreUnavailableError } from "../store/store-unavailable.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { startServer } from "../testing-program.ts";
import type { MailOutcome } from "./mail-tries.ts";
import { createMailbox } from "./mailbox.ts";
import { rawMail } from "./testing.ts";
import { openForwarder } from "../../../chaos/lib/forwarder.ts";
import { type Dovecot, startDovecot } from "./testing-dovecot.ts";

const log = { info() {}, warn() {}, error() {} };
const timings = { pollMs: 60_000, settingsMs: 20, waitMs: 50, maxWaitMs: 200, timeoutMs: 30_000 };

let dovecot: Dovecot;
let test: TestApp;
let mailbox: ReturnType<typeof createMailbox>;
// Dovecot may have to be installed first.
beforeAll(async () => {
  dovecot = await startDovecot();
}, 600_000);
afterAll(() => dovecot.close());

function open(
  over: Partial<typeof timings> = {},
  take = (raw: Buffer): Promise<MailOutcome> => test.services.incomingMail.take(raw),
) {
  const { store, services } = test;
  const { settings } = services;
  mailbox = createMailbox({
    store: store.incomingMail,
    settings,
    take,
    plainHosts: new Set(),
    timings: { ...timings, ...over },
    now: Date.now,
  });
  mailbox.start({ log });
}

async function set(more: Partial<NonNullable<SettingsInput["incoming"]>> = {}): Promise<void> {
  const { version } = await test.services.settings.view();
  const input = { retentionDays: 90, acknowledge: false, says: "reference" as const };
  const off = { mail: null, webhook: null, telegram: null };
  const saved = await test.services.settings.save(
    { ...input, ...off, incoming: { ...dovecot.settings, ...more } },
    version,
  );
  expect(saved.ok).toBe(true);
}

const until = (state: string) => expect.poll(() => mailbox.state().state, { timeout: 30_000 }).toBe(state);

async function texts(): Promise<string[]> {
  const rows = await test.db.selectFrom("inquiry").select("query").orderBy("number").execute();
  return rows.map(({ query }) => query);
}

const taken = (expected: readonly string[]) => expect.poll(texts, { timeout: 45_000 }).toEqual(expected);
const mail = (text: string) => rawMail({ Subject: "", From: `${randomUUID()}@example.org` }, text);

describe("a mailbox", () => {
  beforeEach(async () => {
    await dovecot.empty();
    test = await createTestApp();
    await set();
  });
  afterEach(async () => {
    await mailbox.stop();
    await test.close();
  });

  it("is read from its set-up on, at once where the server announces an email", async () => {
    await dovecot.deliver(mail("From before."));
    open();
    await until("connected");
    await dovecot.deliver(mail("First."), mail("Second."));
    await taken(["First.", "Second."]);
    await dovecot.deliver(mail("Third."));
    await taken(["First.", "Second.", "Third."]);
    expect(await dovecot.count()).toBe(4);
  });

  it("is polled as well", async () => {
    open({ pollMs: 100 });
    await until("connected");
    await dovecot.deliver(mail("Polled."));
    await taken(["Polled."]);
    expect(mailbox.state()).toMatchObject({ state: "connected", problem: null });
  });

  it("loses and doubles nothing where the server breaks off, and says why it cannot be read", async () => {
    open();
    await until("connected");
    await dovecot.stop();
    await until("failing");
    expect(english(mailbox.state()).problem).toMatch(/^The mail server (closed|refused) the connection\.$/);
    await dovecot.start();
    await dovecot.deliver(mail("While away."));
    await taken(["While away."]);
    await until("connected");
  });

  it("notices in time that an open connection has fallen silent, and opens another one", async () => {
    const line = await openForwarder([dovecot.settings.port]);
    onTestFinished(() => line.close());
    await set({ port: line.port });
    // The next poll is the first to be without an answer, for twice the time that a connection may take.
    open({ pollMs: 300, timeoutMs: 1000, waitMs: 3000, maxWaitMs: 3000 });
    await until("connected");
    line.hush();
    const silentAt = performance.now();
    await dovecot.deliver(mail("While silent."));
    await until("failing");
    expect(performance.now() - silentAt).toBeLessThan(10_000);
    expect(english(mailbox.state()).problem).toBe("The mail server did not answer in time.");
    await taken(["While silent."]);
    await until("connected");
  });

  it("takes nothing again that it has taken, where the server numbers it anew", async () => {
    open();
    await until("connected");
    await dovecot.deliver(mail("One."));
    await taken(["One."]);
    await dovecot.renumber();
    await until("connected");
    await dovecot.deliver(mail("Two."));
    await taken(["One.", "Two."]);
    expect(mailbox.state().state).toBe("connected");
  });

  it("is read by several programs on one store, and each email is taken once", async () => {
    open();
    await until("connected");
    const first = mailbox;
    open();
    await until("connected");
    const sent = Array.from({ length: 20 }, (_, at) => `Message ${at}.`);
    await dovecot.deliver(...sent.map(mail));
    await expect.poll(async () => (await texts()).toSorted(), { timeout: 45_000 }).toEqual(sent.toSorted());
    await first.stop();
  });

  it("takes an email again that could not be stored, and goes on past one that never can", async () => {
    let tries = 0;
    open({}, async (raw) => {
      if (!raw.includes("Broken.")) return test.services.incomingMail.take(raw);
      tries += 1;
      throw new Error("made up");
    });
    await until("connected");
    await dovecot.deliver(mail("Broken."), mail("Whole."));
    await taken(["Whole."]);
    expect(tries).toBe(3);
  });

  /** Emails that are there when the mailbox is opened; `take` gets each, and all are taken once this resolves. */
  async function openOn(mails: readonly Buffer[], take: (raw: Buffer) => Promise<MailOutcome>) {
    open();
    await until("connected");
    await mailbox.stop();
    await dovecot.deliver(...mails);
    open({}, take);
    const highest = await dovecot.lastUid();
    await expect
      .poll(async () => Number((await test.db.selectFrom("mailbox").select("uid").executeTakeFirst())?.uid), {
        timeout: 45_000,
      })
      .toBe(highest);
  }

  it("lets senders take turns, and one that exceeded a limit goes last", async () => {
    const mailsFrom = (sender: string, count: number) =>
      Array.from({ length: count }, () => rawMail({ From: `${sender}@example.org` }));
    const order: string[] = [];
    const take = (raw: Buffer): Promise<MailOutcome> => {
      const sender = /From: (\w+)@/.exec(raw.toString())?.[1] ?? "";
      order.push(sender);
      return Promise.resolve(sender === "hostile" ? "listed" : "inquiry");
    };
    await openOn(
      [...mailsFrom("hostile", 5), ...mailsFrom("flood", 10), ...mailsFrom("asha", 2), ...mailsFrom("ravi", 1)],
      take,
    );
    expect(order.slice(0, 4)).toEqual(["hostile", "flood", "asha", "ravi"]);
    expect(order.slice(4, 6)).toEqual(["flood", "asha"]);
    expect(order.slice(-5)).toEqual(["flood", "hostile", "hostile", "hostile", "hostile"]);
    expect(order).toHaveLength(18);
  });

  it("takes small emails before large ones, which have a turn now and then", async () => {
    const from = (at: number) => ({ From: `visitor${at}@example.org` });
    const large = Array.from({ length: 4 }, (_, at) => rawMail(from(at), "a".repeat(300_000)));
    const small = Array.from({ length: 6 }, (_, at) => rawMail(from(at + 10)));
    const order: string[] = [];
    await openOn([...large, ...small], async (raw) => {
      order.push(raw.length > 100_000 ? "large" : "small");
      return "inquiry";
    });
    const turn = ["small", "small", "small", "small", "large"];
    expect(order).toEqual([...turn, "small", "small", "large", "large", "large"]);
  });

  it("loses none and takes none twice where it stops while senders take turns", async () => {
    const sent = Array.from({ length: 12 }, (_, at) => `Message ${at}.`);
    const from = (at: number) => (at < 9 ? "flood@example.org" : `visitor${at}@example.org`);
    let count = 0;
    const take = async (raw: Buffer) => {
      count += 1;
      // Others have had their turn, and most of the flood waits.
      if (count === 6) throw new Error("made up");
      return test.services.incomingMail.take(raw);
    };
    await openOn(
      sent.map((text, at) => rawMail({ Subject: "", From: from(at) }, text)),
      take,
    );
    expect((await texts()).toSorted()).toEqual(sent.toSorted());
    expect(count).toBeGreaterThan(12);
  });

  it("gives whole files as large as promised, and counts one that is cut among those not kept", async () => {
    open();
    await until("connected");
    const part = (type: string, bytes: Buffer) =>
      `--b\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString("base64")}\r\n`;
    const pdf = Buffer.alloc(4_200_000, "%PDF-1.7 ");
    const others = [part("application/pdf", pdf), part("application/zip", Buffer.alloc(6_000_000)), "--b--"];
    const body = [part("text/plain", Buffer.from("My files.")), part("application/pdf", pdf), ...others];
    // The second PDF is beyond the limit.
    const cut = [...body.slice(0, 2), part("application/zip", Buffer.alloc(12_000_000)), ...others];
    const headers = { Subject: "", "Content-Type": 'multipart/mixed; boundary="b"' };
    await dovecot.deliver(...[body, cut].map((parts) => rawMail(headers, parts.join(""))));
    const lost = [
      "a file (neither a picture nor a PDF)",
      "a file (neither a picture nor a PDF), a file (the email is too large)",
    ];
    await taken(lost.map((files) => `My files.\n\n(Not kept here: ${files}.)`));
    const stored = await test.db.selectFrom("attachment").select("size").execute();
    expect(stored).toEqual(Array.from({ length: 3 }, () => ({ size: pdf.length })));
  });

  /** After a failure only changed settings end the wait. */
  const patient = { waitMs: 600_000, maxWaitMs: 600_000 };

  it("is read with what is set now", async () => {
    open(patient);
    await until("connected");
    await set({ password: "another password" });
    await until("failing");
    expect(english(mailbox.state()).problem).toBe("The mail server refused the user or the password.");
    await set();
    await until("connected");
  });

  it("fails no longer once emails are pushed instead", async () => {
    await set({ password: "another password" });
    open(patient);
    await until("failing");
    await set({ way: "push", host: "", user: "" });
    await until("off");
    expect(mailbox.state().problem).toBe(null);
  });

  it("is read as soon as the store can be read again", async () => {
    const unavailable = vi
      .spyOn(test.services.settings, "current")
      .mockRejectedValue(new StoreUnavailableError("away", new Error("made up")));
    open(patient);
    await until("failing");
    const reads = unavailable.mock.calls.length;
    await expect.poll(() => unavailable.mock.calls.length).toBeGreaterThan(reads + 1);
    expect(english(mailbox.state()).problem).toBe("The store is not available.");
    unavailable.mockRestore();
    await until("connected");
  });
});

describe("a crash", () => {
  it("loses no email and takes none twice, though the program is killed while it reads", async () => {
    const folder = await mkdtemp(join(tmpdir(), "front-desk-mailbox-"));
    const owner = { email: "owner@example.com", password: "a long enough password" };
    const env = { DATA_DIR: folder, ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password };
    const start = () => startServer({ env, cwd: folder });
    const call = async (
      origin: string,
      path: string,
      method: string,
      body?: object,
      headers: Record<string, string> = {},
    ) => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const all = { "content-type": "application/json", ...headers };
      const response = await fetch(`${origin}/api/${path}`, { method, headers: all, ...sent });
      expect(response.ok, `${path}: ${response.status}`).toBe(true);
      return response;
    };
    try {
      let server = await start();
      const session = await call(server.origin, "session", "POST", owner);
      const cookie = session.headers.getSetCookie()[0]?.split(";")[0] ?? "";
      const input = {
        retentionDays: 90,
        acknowledge: false,
        says: "reference",
        mail: null,
        webhook: null,
        telegram: null,
      };
      const headers = { cookie, "if-match": '"0"' };
      await call(server.origin, "settings", "PUT", { ...input, incoming: dovecot.settings }, headers);
      const state = async () =>
        (await (await call(server.origin, "incoming-mail", "GET", undefined, { cookie })).json()).state;
      await expect.poll(state, { timeout: 20_000 }).toBe("connected");
      const sent = Array.from({ length: 120 }, (_, at) => `Message ${at}.`);
      for (let at = 0; at < 4; at += 1) {
        const delivered = dovecot.deliver(...sent.slice(at * 30, at * 30 + 30).map(mail));
        await new Promise((resolve) => setTimeout(resolve, 150 * at));
        server.signal("SIGKILL");
        await Promise.all([server.ended, delivered]);
        server = await start();
      }
      const stored = async () => {
        const page = await call(server.origin, "contact-inquiries?limit=200", "GET", undefined, { cookie });
        const { inquiries }: { inquiries: Array<{ excerpt: string }> } = await page.json();
        return inquiries.map(({ excerpt }) => excerpt).toSorted();
      };
      await expect.poll(stored, { timeout: 30_000 }).toEqual(sent.toSorted());
      server.signal("SIGTERM");
      expect((await server.ended).code).toBe(0);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }, 120_000);
});
