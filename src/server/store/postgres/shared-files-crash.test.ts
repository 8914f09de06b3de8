import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { join } from "node:path";
import type { S3mini } from "s3mini";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it, vi } from "vitest";
import { erasePath } from "#contract/conversation-paths.ts";
import { hour, minute } from "#domain/time/durations.ts";
import { type Fault, startS3 } from "#server/lib/s3/testing-server.ts";
import { readConfig } from "#server/config.ts";
import { openStore, type Store } from "#server/open-store.ts";
import { goodInquiry } from "#server/testing-api.ts";
import { startServer } from "#server/testing-program.ts";
import { wholeOf } from "../files/stored-files.ts";
import { newInquiry } from "../testing.ts";
import { onServer } from "./testing-server.ts";

// Each test starts built programs, and the S3 server may have to be installed first.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const { url } = inject("postgres");
type Program = Awaited<ReturnType<typeof startServer>>;

let s3Server: Awaited<ReturnType<typeof startS3>>;
/** Called with each request for a file: before it reaches the bucket, and once the bucket has done it. */
let before: (method: string) => void;
let after: (method: string) => void;
let program: Program | undefined;
let isKilled = false;
const isOfFile = ({ url: path = "" }: IncomingMessage) => /\/files\/[\da-f]{32}$/.test(path);
beforeAll(async () => {
  const fault = (request: IncomingMessage): Fault => {
    if (isOfFile(request)) before(request.method ?? "");
    // The request that a killed program had still to send.
    return isOfFile(request) && isKilled ? "cut" : undefined;
  };
  s3Server = await startS3(fault, (request) => isOfFile(request) && after(request.method ?? ""));
});
afterAll(() => s3Server.stop());

let cwd: string;
let env: Record<string, string>;
let s3: S3mini;
let count = 0;
beforeEach(async () => {
  [before, after] = [() => undefined, () => undefined];
  cwd = mkdtempSync(join(tmpdir(), "front-desk-shared-crash-"));
  const name = `crash_${randomUUID().replaceAll("-", "")}`;
  await onServer(`${url}/postgres`, (client) => client.query(`create database ${name}`));
  count += 1;
  s3 = await s3Server.create(`crash-${count}`);
  env = {
    DATA_DIR: join(cwd, "data"),
    DATABASE_URL: `${url}/${name}`,
    FILES_S3_ENDPOINT: s3Server.endpoint,
    FILES_S3_BUCKET: `crash-${count}`,
    FILES_S3_ACCESS_KEY_ID: s3Server.accessKeyId,
    FILES_S3_SECRET_ACCESS_KEY: s3Server.secretAccessKey,
    LOG_LEVEL: "silent",
    LIMIT_FORM_SECONDS: "0",
    LIMIT_INQUIRIES_PER_MINUTE: "0",
    LIMIT_FLOOD_INQUIRIES_PER_MINUTE: "0",
  };
});
afterEach(async () => {
  await kill();
  rmSync(cwd, { recursive: true });
});

async function start(): Promise<void> {
  isKilled = false;
  program = await startServer({ cwd, env });
}

/** Ends the program as a power cut does. */
async function kill(): Promise<void> {
  const killed = program;
  isKilled = true;
  program = undefined;
  killed?.signal("SIGKILL");
  await killed?.ended;
}

/** A message that was acknowledged: its file has to be there. */
interface Acknowledged {
  reference: string;
  receiptKey: string;
  file: Buffer;
}

async function send(): Promise<Acknowledged | null> {
  const file = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(70_000)]);
  const form = new FormData();
  for (const [name, value] of Object.entries(goodInquiry)) form.set(name, String(value));
  form.set("attachments", new Blob([file], { type: "application/pdf" }), "a.pdf");
  const headers = { "idempotency-key": randomUUID() };
  const path = `${program?.origin}/api/contact-inquiries`;
  const response = await fetch(path, { method: "POST", headers, body: form }).catch(() => null);
  if (response?.status !== 201) return null;
  const { reference, receipt } = (await response.json()) as { reference: string; receipt: string };
  return { reference, receiptKey: new URL(receipt, path).searchParams.get("key") ?? "", file };
}

const erase = ({ receiptKey }: Acknowledged) =>
  fetch(`${program?.origin}${erasePath}`, {
    method: "POST",
    body: new URLSearchParams({ key: receiptKey }),
    redirect: "manual",
  }).catch(() => null);

async function withStore<T>(use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(readConfig(env));
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

const asked = async <T extends object>(query: string) =>
  (await onServer(env["DATABASE_URL"] ?? "", (client) => client.query<T>(query))).rows;
const there = async () =>
  ((await s3.listObjects("/", "files/")) ?? [])
    .map(({ Key }) => Key.slice(6))
    .filter((name) => /^[\da-f]{32}$/.test(name));

/** After the kill: what was acknowledged is there with its file, and after the sweep nothing else is. */
async function expectNothingLost(acknowledged: readonly Acknowledged[], isErased: (one: Acknowledged) => boolean) {
  [before, after] = [() => undefined, () => undefined];
  await start();
  // Erased files are removed soon after the start.
  await expect.poll(() => asked("select 1 from erased_file"), { timeout: minute }).toEqual([]);
  await kill();
  isKilled = false;
  await withStore(async (store) => {
    const kept = acknowledged.filter((one) => !isErased(one));
    for (const { reference, file } of kept) {
      const id = (await store.inquiries.idOfReference(reference)) ?? "";
      const [attachment] = (await store.attachments.of(id)).get(id) ?? [];
      const found = await store.attachments.find(attachment?.id ?? "");
      const content = found && (await store.attachments.content(found));
      expect(content && (await wholeOf(content)).equals(file), reference).toBe(true);
    }
    await expect.poll(() => store.files.moveOut({ until: Infinity })).toBe(true);
    await store.files.sweep(-hour);
    const named = await asked<{ name: string }>("select stored_as as name from attachment");
    expect((await there()).toSorted()).toEqual(named.map(({ name }) => name).toSorted());
    expect(named.length).toBeGreaterThanOrEqual(kept.length);
  });
}

/** Kills the program at the `nth` request of this kind. */
function killAt(when: "before" | "after", method: string, nth: number, delay = 0): Promise<void> {
  let seen = 0;
  return new Promise((resolve) => {
    const end = async () => {
      if (delay > 0) await sleep(delay);
      isKilled = true;
      // It may not have said yet that it has started.
      await vi.waitUntil(() => program !== undefined, { timeout: minute, interval: 5 });
      await kill();
      resolve();
    };
    const look = (name: string) => {
      if (name === method && (seen += 1) === nth) void end();
    };
    if (when === "before") before = look;
    else after = look;
  });
}

it.each([
  ["before a file is in the bucket", "before", 0],
  ["once it is there, and no row names it", "after", 0],
  ["around the commit that names it", "after", 5],
  ["around the answer", "after", 15],
] as const)("a kill while messages come in, %s, loses no file and leaves none", async (_what, when, delay) => {
  await start();
  const acknowledged: Acknowledged[] = [];
  // The start checks the place by a file of its own.
  const killed = killAt(when, "PUT", 6, delay);
  const senders = Array.from({ length: 3 }, async () => {
    for (;;) {
      const sent = await send();
      if (sent !== null) acknowledged.push(sent);
      if (program === undefined) return;
    }
  });
  await killed;
  await Promise.all(senders);
  await expectNothingLost(acknowledged, () => false);
});

it.each([
  ["before a file is removed", "before"],
  ["after it is, and before that is noted", "after"],
] as const)("a kill while messages are erased, %s, leaves no file", async (_what, when) => {
  await start();
  const acknowledged: Acknowledged[] = [];
  while (acknowledged.length < 4) {
    const sent = await send();
    if (sent !== null) acknowledged.push(sent);
  }
  const erased = acknowledged.slice(0, 3);
  const killed = killAt(when, "DELETE", 2);
  for (const one of erased) if (program !== undefined) await Promise.race([erase(one), killed]);
  await killed;
  // The team's next try, after the start.
  const left = await asked<{ reference: string }>("select reference from inquiry");
  const isLeft = ({ reference }: Acknowledged) => left.some((row) => row.reference === reference);
  expect(acknowledged.filter((one) => !erased.includes(one)).every(isLeft)).toBe(true);
  await expectNothingLost(acknowledged, (one) => !isLeft(one));
});

it.each([
  ["before a file is in the bucket", "before", 0],
  ["once it is there, and no row names it", "after", 0],
  ["while its parts are deleted", "after", 10],
] as const)("a kill while files are moved out of the database, %s, loses none", async (_what, when, delay) => {
  const old = env;
  env = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("FILES_")));
  const contents = Array.from({ length: 5 }, () => randomBytes(200_000));
  const acknowledged = await withStore(async (store) => {
    const sent: Acknowledged[] = [];
    for (const file of contents) {
      const attachment = { type: "application/pdf" as const, width: null, height: null, bytes: file };
      const inquiry = newInquiry(goodInquiry, { attachments: [attachment] });
      await store.inquiries.insert(inquiry, [], Date.now());
      sent.push({ reference: inquiry.reference, receiptKey: "", file });
    }
    return sent;
  });
  env = old;
  // One of the start's own check comes before.
  const killed = killAt(when, "PUT", 4, delay);
  await start();
  await killed;
  await expectNothingLost(acknowledged, () => false);
  expect(await asked("select 1 from attachment_part")).toEqual([]);
});
