import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createServices } from "../compose.ts";
import { readConfig } from "../config.ts";
import { openStore, type Store } from "../open-store.ts";
import { openSigning } from "../signing/create-signing.ts";
import { checkIntegrity } from "../store/integrity/integrity-check.ts";
import { sqliteFile } from "../store/open-database.ts";
import { newInquiry } from "../store/testing.ts";
import { goodInquiry } from "../testing-api.ts";

let dataDir: string;
let store: Store;
let services: Awaited<ReturnType<typeof createServices>>;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "front-desk-erasing-thread-"));
  await open();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await services.audit.settled();
  await store.close();
  rmSync(dataDir, { recursive: true });
});

async function open(): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDir });
  store = await openStore(config);
  services = await createServices(store, config, await openSigning({ dataDir, keyFile: undefined }));
  await services.settings.poll();
}

/** More than `manyAre.least`, in their thread. */
const many = 300;

/** Adds inquiries that are past any retention, or not. */
async function fill(count: number, at = 1): Promise<void> {
  const all = Array.from({ length: count }, () => store.inquiries.insert(newInquiry(goodInquiry), [], at));
  expect(new Set(await Promise.all(all))).toEqual(new Set(["kept"]));
}

/** Runs something on the store's file, as another program. */
function elsewhere<T>(run: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(sqliteFile(dataDir), { timeout: 5000 });
  try {
    return run(database);
  } finally {
    database.close();
  }
}

const countOf = (table: string) =>
  elsewhere((database) => Number(database.prepare(`select count(*) as rows from ${table}`).get()?.["rows"]));

it("many are erased in the thread, each with a signed entry, while the event loop writes", async () => {
  await fill(many);
  await fill(5, Date.now());
  const sent = vi.spyOn(Worker.prototype, "postMessage");
  const erasing = services.retention.run().then(() => "over");
  let meanwhile = 0;
  do {
    await fill(1, Date.now());
    meanwhile += 1;
  } while ((await Promise.race([erasing, sleep(30)])) !== "over");
  expect(meanwhile).toBeGreaterThan(3);
  const calls = sent.mock.calls.map(([message]) => message as { group?: string; name?: string });
  expect(calls.filter(({ group, name }) => group === "erasing" && name === "erase").length).toBeGreaterThan(1);
  expect(await store.inquiries.count()).toBe(5 + meanwhile);
  expect(countOf("erasure")).toBe(many);
  expect(Object.values(await store.inbox.counts()).reduce((all, count) => all + count, 0)).toBe(5 + meanwhile);
  expect(countOf("audit_entry where kind = 'inquiry-erased'")).toBe(many);
  expect(await services.audit.check()).toMatchObject({ outcome: "whole" });
  expect(services.inquiries.erasureBacklog()).toBe(0);
  // The thread's rows are in the sums, and nothing is left in the log.
  expect(checkIntegrity(sqliteFile(dataDir)).problems).toEqual([]);
});

it("a few are erased without the thread", async () => {
  await fill(3);
  const sent = vi.spyOn(Worker.prototype, "postMessage");
  await services.retention.run();
  expect(countOf("inquiry")).toBe(0);
  expect(sent.mock.calls.filter(([message]) => (message as { group?: string }).group === "erasing")).toEqual([]);
});

it("a run that is stopped ends after its transaction, and the next start goes on", async () => {
  await fill(many);
  const send = Reflect.get(Worker.prototype, "postMessage");
  vi.spyOn(Worker.prototype, "postMessage").mockImplementation(function (this: Worker, message) {
    if ((message as { name?: string }).name === "erase") void services.retention.stop();
    send.call(this, message);
  });
  await services.retention.run();
  await services.retention.stop();
  vi.restoreAllMocks();
  const left = countOf("inquiry");
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(many);
  await services.audit.settled();
  await store.close();
  await open();
  await services.retention.run();
  expect(countOf("inquiry")).toBe(0);
  expect(countOf("audit_entry where kind = 'inquiry-erased'")).toBe(many);
  expect(await services.audit.check()).toMatchObject({ outcome: "whole" });
  const words = readdirSync(dataDir).filter((name) => readFileSync(join(dataDir, name)).includes(goodInquiry.query));
  expect(words).toEqual([]);
});

/** Lets something happen to the worker once it is to erase for the second time. */
function atSecondErasure(run: (worker: Worker) => void): void {
  const send = Reflect.get(Worker.prototype, "postMessage");
  let times = 0;
  vi.spyOn(Worker.prototype, "postMessage").mockImplementation(function (this: Worker, message) {
    if ((message as { name?: string }).name === "erase" && (times += 1) === 2) run(this);
    send.call(this, message);
  });
}

/** Checks that each erased inquiry has one entry, and that nothing else has gone. */
async function expectWhole(): Promise<void> {
  expect(countOf("inquiry") + countOf("erasure")).toBe(many);
  expect(countOf("audit_entry where kind = 'inquiry-erased'")).toBe(countOf("erasure"));
  expect(await services.audit.check()).toMatchObject({ outcome: "whole" });
  expect(checkIntegrity(sqliteFile(dataDir)).problems).toEqual([]);
}

it("a thread that ends amid its work leaves whole transactions, and the next run goes on", async () => {
  await fill(many);
  atSecondErasure((worker) => setTimeout(() => void worker.terminate(), 2));
  await expect(services.retention.run()).rejects.toMatchObject({ errors: [{ message: "the thread has ended" }] });
  expect(countOf("inquiry")).toBeGreaterThan(0);
  await expectWhole();
  vi.restoreAllMocks();
  await services.retention.run();
  expect(countOf("inquiry")).toBe(0);
  await expectWhole();
});

it("a store that another program holds ends the run, and the next one goes on", async () => {
  await fill(many);
  const other = new DatabaseSync(sqliteFile(dataDir));
  atSecondErasure(() => other.exec("begin immediate"));
  await expect(services.retention.run()).rejects.toMatchObject({
    errors: [{ name: "StoreUnavailableError", fault: "busy" }],
  });
  other.close();
  expect(countOf("inquiry")).toBeGreaterThan(0);
  await expectWhole();
  await services.retention.run();
  expect(countOf("inquiry")).toBe(0);
  await expectWhole();
}, 30_000);

it("waits while somebody reads and the log has become too long, and says so after minutes", async () => {
  await fill(many);
  const warnings: string[] = [];
  store.erasingThread?.logTo({ warn: (_facts, message) => void warnings.push(message) });
  const reader = new DatabaseSync(sqliteFile(dataDir));
  try {
    reader.exec("begin; select count(*) from inquiry");
    elsewhere((database) => {
      const insert = database.prepare("insert into setting (name, value) values (?, ?)");
      database.exec("begin");
      for (let at = 0; at < 2500; at += 1) insert.run(`filling ${at}`, "x".repeat(4096));
      database.exec("commit; delete from setting where name like 'filling %'");
    });
    const waiting = new Promise<void>((resolve) => atSecondErasure(() => resolve()));
    const erasing = services.retention.run().then(() => "over");
    await waiting;
    expect(countOf("inquiry")).toBe(many);
    const clock = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => clock() + 200_000);
    await vi.waitFor(() => expect(warnings).toEqual([expect.stringContaining("erasing waits")]), 10_000);
    vi.restoreAllMocks();
    reader.close();
    expect(await erasing).toBe("over");
    expect(countOf("inquiry")).toBe(0);
    expect(countOf("audit_entry where kind = 'inquiry-erased'")).toBe(many);
  } finally {
    if (reader.isOpen) reader.close();
  }
}, 30_000);

it("the webhook is told of each", async () => {
  store.setDeliveries(() => ({ hasWebhook: true, hasMail: false }));
  await fill(many);
  await services.retention.run();
  expect(countOf("outbox where kind = 'inquiry-erased' and channel = 'webhook'")).toBe(many);
});

it("an entry that the store changes on its way ends the run, and raises the alarm", async () => {
  await fill(many);
  elsewhere((database) =>
    database.exec(`drop trigger audit_entry_update;
      create trigger thief after insert on audit_entry begin
        update audit_entry set entry = replace(entry, 'retention', 'bin') where rowid = new.rowid; end`),
  );
  await expect(services.retention.run()).rejects.toMatchObject({ errors: [{ name: "TamperedWriteError" }] });
  expect(store.signedWrites.tampered()).toEqual(["audit entry"]);
  expect(countOf("inquiry")).toBe(many);
  elsewhere((database) => database.exec("drop trigger thief"));
  await services.retention.run();
  expect(countOf("inquiry")).toBe(0);
});

it("what a run has left in the search index is removed in the thread, however few are due then", async () => {
  await fill(many);
  atSecondErasure(() => void services.retention.stop());
  await services.retention.run();
  vi.restoreAllMocks();
  await services.audit.settled();
  await store.close();
  await open();
  vi.spyOn(services.settings, "retention").mockResolvedValue({ retentionDays: 100_000, binDays: 30 });
  const sent = vi.spyOn(Worker.prototype, "postMessage");
  await services.retention.run();
  const names = new Set(sent.mock.calls.map(([message]) => (message as { name?: string }).name));
  expect(names).toContain("removeTraces");
  expect(names).not.toContain("erase");
  expect(countOf("setting where name = 'search-traces'")).toBe(0);
});

it("the event loop erases if the thread cannot start, and the log says so", async () => {
  await fill(many);
  const send = Reflect.get(Worker.prototype, "postMessage");
  vi.spyOn(Worker.prototype, "postMessage").mockImplementation(function (this: Worker, message) {
    if ((message as { name?: string }).name === "begin") void this.terminate();
    send.call(this, message);
  });
  const warnings: string[] = [];
  store.erasingThread?.logTo({ warn: (_facts, message) => void warnings.push(message) });
  await services.retention.run();
  expect(warnings).toEqual([expect.stringContaining("the thread that erases cannot start")]);
  vi.restoreAllMocks();
  expect(countOf("inquiry")).toBe(0);
  await expectWhole();
});

it("the event loop erases if the thread cannot open the store", async () => {
  await fill(many);
  await services.audit.settled();
  await store.close();
  const config = readConfig({ DATA_DIR: dataDir });
  // The thread finds no key there.
  store = await openStore({ ...config, signingKeyFile: join(dataDir, "nowhere.pem") });
  services = await createServices(store, config, await openSigning({ dataDir, keyFile: undefined }));
  await services.retention.run();
  expect(countOf("inquiry")).toBe(0);
  expect(countOf("audit_entry where kind = 'inquiry-erased'")).toBe(many);
});
