import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { UntakenPage } from "#contract/inbox/untaken-mail.ts";
import { startServer } from "../testing-program.ts";
import { rawMail } from "./testing.ts";
import { type Dovecot, startDovecot } from "./testing-dovecot.ts";

const owner = { email: "owner@example.com", password: "a long enough password" };
type Server = Awaited<ReturnType<typeof startServer>>;

let dovecot: Dovecot;
// Dovecot may have to be installed first.
beforeAll(async () => {
  dovecot = await startDovecot();
}, 600_000);
afterAll(() => dovecot.close());

let folder: string;
let server: Server;
beforeEach(async () => {
  await dovecot.empty();
  folder = await mkdtemp(join(tmpdir(), "front-desk-tries-"));
  server = await start();
});
afterEach(async () => {
  server.signal("SIGKILL");
  await server.ended;
  await rm(folder, { recursive: true, force: true });
});

const start = () =>
  startServer({
    cwd: folder,
    env: { DATA_DIR: folder, ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password },
  });

async function call(path: string, method: string, body?: object, headers: Record<string, string> = {}) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const all = { "content-type": "application/json", ...headers };
  const response = await fetch(`${server.origin}/api/${path}`, { method, headers: all, ...sent });
  expect(response.ok, `${path}: ${response.status}`).toBe(true);
  return response;
}

async function signIn(): Promise<string> {
  return (await call("session", "POST", owner)).headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

/** Saves the settings; returns the session's cookie, and the secret for pushed emails. */
async function setUp(incoming: object): Promise<{ cookie: string; secret: string }> {
  const cookie = await signIn();
  const off = { mail: null, webhook: null, telegram: null, retentionDays: 90, acknowledge: false, says: "reference" };
  const saved = await call("settings", "PUT", { ...off, incoming }, { cookie, "if-match": '"0"' });
  return { cookie, secret: (await saved.json()).incomingSecret ?? "" };
}

const listed = async (cookie: string) =>
  ((await (await call("untaken-mails", "GET", undefined, { cookie })).json()) as UntakenPage).mails;

function readersOf(pid: number): number[] {
  const all = execFileSync("ps", ["-e", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  return all.flatMap((line) => {
    const [, id, parent] = /^\s*(\d+)\s+(\d+)\s/.exec(line) ?? [];
    return Number(parent) === pid && line.includes("input-process") ? [Number(id)] : [];
  });
}

/** Kills the server while it takes an email: it stops the process that reads the email first. */
async function killWhileTaking(): Promise<void> {
  await expect.poll(() => readersOf(server.pid), { timeout: 30_000, interval: 5 }).not.toEqual([]);
  const readers = readersOf(server.pid);
  for (const reader of readers) process.kill(reader, "SIGSTOP");
  // The try is written down before the email is read.
  server.signal("SIGKILL");
  await server.ended;
  for (const reader of readers) process.kill(reader, "SIGKILL");
}

it("a pushed email that ends the program is listed, and answered with 200, at its fourth try", async () => {
  const incoming = { replyTo: "desk@example.com", unmatched: "inquiry", way: "push", host: "", port: 993, user: "" };
  const { cookie, secret } = await setUp({ ...incoming, security: "tls" });
  const push = async (raw: Buffer) => {
    const headers = { "content-type": "message/rfc822", authorization: `Bearer ${secret}` };
    const response = await fetch(`${server.origin}/api/incoming-mail`, {
      method: "POST",
      headers,
      body: new Uint8Array(raw),
    });
    return { status: response.status, ...(await response.json()) };
  };
  const raw = rawMail({ Subject: "Fatal" }, "a".repeat(5_000_000));
  for (let time = 1; time <= 3; time += 1) {
    const pushed = push(raw).catch(() => "connection ended");
    await killWhileTaking();
    expect(await pushed).toBe("connection ended");
    server = await start();
  }
  expect(await push(raw)).toEqual({ status: 200, outcome: "listed" });
  expect(readersOf(server.pid)).toEqual([]);
  expect(await listed(cookie)).toMatchObject([{ reason: "tries", subject: "Fatal", mayBeTaken: false }]);
  expect(await push(raw)).toEqual({ status: 200, outcome: "listed" });
  // Others are taken as before.
  expect(await push(rawMail({}, "Genuine."))).toEqual({ status: 200, outcome: "inquiry" });
  expect(await listed(cookie)).toHaveLength(1);
});

it("an email of a mailbox that ends the program is listed at its fourth try, and the next one is taken", async () => {
  const { cookie } = await setUp(dovecot.settings);
  const state = async () => (await (await call("incoming-mail", "GET", undefined, { cookie })).json()).state;
  await expect.poll(state).toBe("connected");
  const body = "a".repeat(5_000_000);
  await dovecot.deliver(rawMail({ Subject: "Fatal", From: "fatal@example.org" }, body));
  for (let time = 1; time <= 3; time += 1) {
    await killWhileTaking();
    if (time === 3) await dovecot.deliver(rawMail({ From: "ravi@example.org" }, "Genuine."));
    server = await start();
  }
  await expect
    .poll(async () => (await listed(cookie)).map(({ reason, subject }) => [reason, subject]))
    .toEqual([["tries", "Fatal"]]);
  const inquiries = async () =>
    (await (await call("contact-inquiries", "GET", undefined, { cookie })).json()).inquiries;
  await expect.poll(inquiries).toMatchObject([{ name: "ravi" }]);
});
