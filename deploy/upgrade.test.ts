import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { onServer, startPostgres } from "../src/server/store/postgres/testing-server.ts";
import { goodInquiry } from "../src/server/testing-api.ts";
import { runProgram, startServer } from "../src/server/testing-program.ts";
import { builtRelease } from "./released-version.ts";

// The first run on a clone installs and builds the released version.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

const owner = { email: "asha@example.com", password: "a made-up password" };
const json = { "content-type": "application/json" };

type Running = Awaited<ReturnType<typeof startServer>>;

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-upgrade-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

/** Visitors who send inquiries and open pages at the running instances; records what went wrong. */
function createVisitors(origins: () => readonly string[]) {
  const accepted: string[] = [];
  const failures: string[] = [];
  let stop = new AbortController();
  let done: Promise<void> = Promise.resolve();
  const visit = async (number: number) => {
    const served = origins();
    const origin = served[number % served.length] ?? "";
    const query = `${goodInquiry.query} ${randomUUID()}`;
    const sent = await fetch(`${origin}/api/contact-inquiries`, {
      method: "POST",
      headers: { ...json, "idempotency-key": randomUUID() },
      body: JSON.stringify({ ...goodInquiry, query }),
    });
    if (sent.ok) accepted.push(query);
    else failures.push(`POST ${sent.status} ${await sent.text()}`);
    const page = await fetch(`${origin}/`);
    const text = await page.text();
    if (!page.ok) failures.push(`GET / ${page.status}`);
    else if (!text.includes("90000 00001")) failures.push("GET / shows no channel");
  };
  return {
    accepted,
    failures,
    start(): void {
      const { signal } = (stop = new AbortController());
      done = (async () => {
        for (let number = 0; !signal.aborted; number += 1) {
          await visit(number).catch((error: unknown) => failures.push(String(error)));
          await sleep(50);
        }
      })();
    },
    async stop(): Promise<void> {
      stop.abort();
      await done;
    },
  };
}

/** A member's calls with one session, at any instance. */
async function signIn(origin: string) {
  const response = await fetch(`${origin}/api/session`, { method: "POST", headers: json, body: JSON.stringify(owner) });
  expect(response.status, await response.clone().text()).toBe(200);
  const cookie = String(response.headers.get("set-cookie")).split(";")[0] ?? "";
  return async <T>(at: string, method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${at}/api${path}`, {
      method,
      headers: { cookie, ...(body && json), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    expect(answer.ok, `${method} ${path} ${answer.status} ${text}`).toBe(true);
    return (text === "" ? null : JSON.parse(text)) as T;
  };
}

interface Detail {
  id: string;
  version: number;
  status: string;
  notes: Array<{ text: string }>;
}

/** Upgrades from 0.2.0 with two instances of both versions for a while; `env` names the store. */
async function upgrade(env: Record<string, string>) {
  const environment = {
    LOG_LEVEL: "silent",
    LIMIT_INQUIRIES_PER_MINUTE: "0",
    LIMIT_FLOOD_INQUIRIES_PER_MINUTE: "0",
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    ...env,
  };
  const dist = builtRelease("0.2.0");
  const started = new Set<Running>();
  const start = async (options: { dist?: string } = {}) => {
    const server = await startServer({ cwd, env: environment, ...options });
    started.add(server);
    return server;
  };
  const end = async (server: Running) => {
    started.delete(server);
    server.signal("SIGTERM");
    expect((await server.ended).code).toBe(0);
  };
  try {
    const old = [await start({ dist }), await start({ dist })] as const;
    const serving = old.map(({ origin }) => origin);
    const oldOrigin = old[0].origin;
    const call = await signIn(oldOrigin);
    const channel = { type: "whatsapp", value: "+91 90000 00001", isActive: true, proof: "" };
    const { _id: id } = await call<{ _id: string }>(oldOrigin, "POST", "/contacts", channel);
    await call(oldOrigin, "POST", "/saved-replies", { title: "Wait", text: "Please wait." });
    const soon = { timeout: 30_000, interval: 100 };
    await vi.waitFor(async () => expect(await (await fetch(`${serving[1]}/`)).text()).toContain("90000 00001"), soon);

    const visitors = createVisitors(() => serving);
    visitors.start();
    await sleep(1000);
    const next = [await start(), await start()] as const;
    serving.push(...next.map(({ origin }) => origin));
    const newOrigin = next[0].origin;
    await sleep(2000);

    // Each version reads what the other writes, with the same session.
    const newest = async (at: string) =>
      (await call<{ inquiries: Detail[] }>(at, "GET", "/contact-inquiries")).inquiries[0]?.id ?? "";
    const settingsAt = async (at: string) => {
      const { version, ...settings } = await call<{ version: number }>(at, "GET", "/settings");
      return { settings, tag: `"${version}"` };
    };
    const detail = (at: string, inquiry: string) => call<Detail>(at, "GET", `/contact-inquiries/${inquiry}`);
    for (const [from, to] of [
      [oldOrigin, newOrigin],
      [newOrigin, oldOrigin],
    ] as const) {
      const inquiry = await newest(from);
      const { version } = await detail(from, inquiry);
      const ifMatch = { "if-match": `"${version}"` };
      await call(from, "PATCH", `/contact-inquiries/${inquiry}`, { status: "in progress" }, ifMatch);
      await call(from, "POST", `/contact-inquiries/${inquiry}/notes`, { text: `a note from ${from}` });
      const read = await detail(to, inquiry);
      expect(read.status).toBe("in progress");
      expect(read.notes.map(({ text }) => text)).toEqual([`a note from ${from}`]);
      const { settings, tag } = await settingsAt(from);
      const changed = { retentionDays: from === oldOrigin ? 100 : 200 };
      await call(from, "PUT", "/settings", { ...settings, ...changed }, { "if-match": tag });
      await vi.waitFor(async () => expect((await settingsAt(to)).settings).toMatchObject(changed), soon);
      const other = { ...channel, value: from === oldOrigin ? "+91 90000 00002" : "+91 90000 00003" };
      await call(from, "POST", "/contacts", other);
      await vi.waitFor(async () => {
        const { contacts } = (await (await fetch(`${to}/api/contacts/active`)).json()) as {
          contacts: Array<{ value: string }>;
        };
        expect(contacts.map(({ value }) => value)).toContain(other.value);
      }, soon);
    }

    // "Hide all" of each version hides the channels that the other one shows; visitors see no page without them.
    await visitors.stop();
    for (const [from, to] of [
      [oldOrigin, newOrigin],
      [newOrigin, oldOrigin],
    ] as const) {
      for (const hidden of [true, false]) {
        await call(from, "PUT", "/contacts/hidden", { hidden });
        await vi.waitFor(async () => {
          const { contacts } = (await (await fetch(`${to}/api/contacts/active`)).json()) as { contacts: unknown[] };
          expect(contacts).toHaveLength(hidden ? 0 : 3);
        }, soon);
      }
    }
    visitors.start();

    for (const server of old) {
      serving.splice(serving.indexOf(server.origin), 1);
      // Requests that were sent before.
      await sleep(500);
      await end(server);
    }
    await sleep(1000);
    await visitors.stop();
    const exported = await fetch(`${newOrigin}/api/contact-inquiries/export.jsonl`, {
      headers: { cookie: await cookieAt(newOrigin) },
    });
    const queries = (await exported.text())
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => (JSON.parse(line) as { query: string }).query);
    expect(await call(newOrigin, "GET", "/contacts")).toMatchObject({
      contacts: expect.arrayContaining([expect.objectContaining({ _id: id, value: channel.value })]),
    });
    for (const server of next) await end(server);

    const audit = runProgram("audit-cli", { cwd, env: environment });
    expect(await audit.ended).toMatchObject({ code: 0 });
    // The older version refuses a store that it does not know.
    const refused = runProgram("main", { cwd, env: { PORT: "0", ...environment }, dist });
    expect(await refused.ended).toMatchObject({ code: 1, stderr: expect.stringMatching(/later version|newer/i) });
    await end(await start());
    return { failures: visitors.failures, accepted: visitors.accepted.toSorted(), stored: queries.toSorted() };
  } finally {
    for (const server of started) server.signal("SIGKILL");
    await Promise.all([...started].map(({ ended }) => ended));
  }
}

async function cookieAt(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/session`, { method: "POST", headers: json, body: JSON.stringify(owner) });
  return String(response.headers.get("set-cookie")).split(";")[0] ?? "";
}

function expectNothingLost({ failures, accepted, stored }: Awaited<ReturnType<typeof upgrade>>): void {
  expect(failures).toEqual([]);
  expect(accepted.length).toBeGreaterThan(20);
  // The comparison also finds doubled inquiries.
  expect(stored).toEqual(accepted);
}

describe("an upgrade from 0.2.0, with two instances of both versions for a while", () => {
  it("loses nothing on SQLite", async () => {
    expectNothingLost(await upgrade({}));
  });

  it("loses nothing on PostgreSQL", async () => {
    const postgres = await startPostgres();
    try {
      await onServer(`${postgres.url}/postgres`, (client) =>
        client.query("create database front_desk encoding 'UTF8' template template0"),
      );
      expectNothingLost(await upgrade({ DATABASE_URL: `${postgres.url}/front_desk` }));
    } finally {
      await postgres.stop();
    }
  });
});
