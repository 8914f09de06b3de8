import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { SettingsSaved } from "#contract/settings.ts";
import { goodInquiry } from "../testing-api.ts";
import { startServer } from "../testing-program.ts";
import { startReceiver } from "./testing.ts";

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
