import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, it } from "vitest";
import { randomUUID } from "node:crypto";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import type { SettingsSaved } from "#contract/settings.ts";
import { goodInquiry } from "../testing-api.ts";
import { startServer } from "../testing-program.ts";
import { mailSettings, startMailServer, startReceiver } from "./testing.ts";

const owner = { email: "owner@example.com", password: "a long enough password" };

let folder: string;
let hook: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "front-desk-crash-"));
  hook = await startReceiver();
});
afterEach(async () => {
  await hook.close();
  await rm(folder, { recursive: true, force: true });
});

function start() {
  const env = {
    DATA_DIR: folder,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    WEBHOOK_PRIVATE_HOSTS: "127.0.0.1",
    LIMIT_INQUIRIES_PER_MINUTE: "0",
  };
  return startServer({ env, cwd: folder });
}

async function call(origin: string, method: string, path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${origin}/api/${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  expect(response.ok, `${path} answered ${response.status}`).toBe(true);
  return response;
}

/** Configures the webhook and returns its secret. */
async function setUpWebhook(origin: string): Promise<string> {
  const session = await call(origin, "POST", "session", owner);
  const cookie = session.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const input = { retentionDays: 180, acknowledge: false, says: "reference", mail: null, telegram: null };
  const webhook = { url: `${hook.origin}/hook` };
  const saved = await call(origin, "PUT", "settings", { ...input, webhook }, { cookie, "if-match": '"0"' });
  const { webhookSecret }: SettingsSaved = await saved.json();
  return webhookSecret ?? "";
}

const many = 40;

it(
  "delivers every inquiry, though the program was killed between accepting and delivering, and repeats carry the " +
    "same id",
  async () => {
    const first = await start();
    const secret = await setUpWebhook(first.origin);
    // The first calls arrive but get no response, as if the machine failed at that moment.
    hook.response = () => undefined;
    const accepted = Promise.all(
      Array.from({ length: many }, async () => {
        const response = await call(first.origin, "POST", "contact-inquiries", goodInquiry);
        return response.status;
      }),
    );
    expect(new Set(await accepted)).toEqual(new Set([201]));
    await hook.untilCalled(3);
    first.signal("SIGKILL");
    await first.ended;
    const unanswered = hook.calls.map(({ headers }) => headers["webhook-id"]);

    hook.response = (response) => response.writeHead(204).end();
    const second = await start();
    await hook.untilCalled(unanswered.length + many);
    second.signal("SIGTERM");
    expect((await second.ended).code).toBe(0);

    const verifier = new Webhook(secret);
    const delivered = hook.calls.slice(unanswered.length).map(({ headers, body }) => {
      // Throws if the signature is invalid.
      const event = verifier.verify(body, headers as Record<string, string>) as { data: { reference: string } };
      return { id: headers["webhook-id"], reference: event.data.reference };
    });
    expect(new Set(delivered.map(({ reference }) => reference)).size).toBe(many);
    expect(new Set(delivered.map(({ id }) => id)).size).toBe(many);
    // Calls that had arrived before the kill are repeated with the same id.
    expect(delivered.map(({ id }) => id)).toEqual(expect.arrayContaining(unanswered));
    expect(hook.calls).toHaveLength(unanswered.length + many);
  },
);

it("keeps what is being sent when it is stopped, and sends it after the next start", async () => {
  const first = await start();
  await setUpWebhook(first.origin);
  hook.response = () => undefined;
  await call(first.origin, "POST", "contact-inquiries", goodInquiry);
  await hook.untilCalled(1);
  first.signal("SIGTERM");
  expect((await first.ended).code).toBe(0);
  hook.response = (response) => response.writeHead(204).end();
  const second = await start();
  await hook.untilCalled(2);
  expect(new Set(hook.calls.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  second.signal("SIGTERM");
  expect((await second.ended).code).toBe(0);
});

it("keeps every answer and every reply through kills, and none twice", async () => {
  const mailServer = await startMailServer();
  let server = await start();
  const signIn = async () => {
    const session = await call(server.origin, "POST", "session", owner);
    return { cookie: session.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
  };
  /** Kills the program, and starts it again. */
  async function kill() {
    server.signal("SIGKILL");
    await server.ended;
    server = await start();
  }
  /** Sends the same call until it succeeds, as browsers do. */
  async function insist(send: () => Promise<Response>): Promise<void> {
    while (
      !(await send().then(
        (response) => response.status === 201,
        () => false,
      ))
    )
      await new Promise((resolve) => setTimeout(resolve, 50));
  }

  const team = await signIn();
  const { password: _password, ...mail } = mailSettings(mailServer.port, { to: [] });
  const settings = { retentionDays: 180, acknowledge: false, says: "reference", mail, webhook: null, telegram: null };
  await call(server.origin, "PUT", "settings", settings, { ...team, "if-match": '"0"' });
  const sent = await (await call(server.origin, "POST", "contact-inquiries", goodInquiry)).json();
  const key = new URL(sent.receipt, server.origin).searchParams.get("key");

  const answers = Array.from({ length: many }, (_, index) => `Answer ${index}.`);
  const answered = answers.map((text) => {
    const headers = { "idempotency-key": randomUUID() };
    return insist(() => call(server.origin, "POST", "conversation/answers", { key, text }, headers));
  });
  await Promise.race(answered);
  await kill();
  await Promise.all(answered);

  const list = await fetch(`${server.origin}/api/contact-inquiries`, { headers: team });
  const { id } = (await list.json()).inquiries[0];
  const detail = async (): Promise<InquiryDetail> =>
    (await fetch(`${server.origin}/api/contact-inquiries/${id}`, { headers: team })).json();
  const replies = Array.from({ length: 6 }, (_, index) => ({
    id: randomUUID(),
    way: "email",
    text: `Reply ${index}.`,
  }));
  for (const [index, reply] of replies.entries()) {
    const headers = { ...team, "if-match": `"${(await detail()).version}"` };
    const replied = insist(() => call(server.origin, "POST", `contact-inquiries/${id}/replies`, reply, headers));
    if (index % 2 === 1) await kill();
    await replied;
  }
  // Before they leave.
  await kill();
  await expect
    .poll(async () => (await detail()).entries.filter(({ delivery }) => delivery === "delivered"), { timeout: 40_000 })
    .toHaveLength(6);
  const texts = (await detail()).entries.map(({ text }) => text);
  expect(texts.toSorted()).toEqual([...answers, ...replies.map(({ text }) => text)].toSorted());
  const mailIds = mailServer.mails.map(({ headers }) => /^message-id: <(.*)@/im.exec(headers)?.[1]);
  expect(new Set(mailIds)).toEqual(new Set(replies.map((reply) => reply.id)));
  server.signal("SIGTERM");
  await server.ended;
  await mailServer.close();
});
