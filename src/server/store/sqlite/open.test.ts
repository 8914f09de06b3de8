import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { goodInquiry } from "#server/testing-api.ts";
import { createTestApp, type TestApp } from "#server/testing.ts";
import { openSqlite } from "./open.ts";
import { openStore } from "../../open-store.ts";
import { openDatabase } from "../open-database.ts";
import { newInquiry } from "../testing.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "front-desk-store-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

describe("the file", () => {
  it.each([
    ["journal_mode", "wal"],
    // 2 is FULL: a commit is on disk before it returns.
    ["synchronous", 2],
    ["secure_delete", 1],
    ["foreign_keys", 1],
  ])("is opened with %s = %s", async (pragma, value) => {
    const db = openSqlite(join(dir, "store.sqlite"));
    const { rows } = await sql`pragma ${sql.raw(pragma)}`.execute(db);
    expect(rows).toEqual([{ [pragma]: value }]);
    await db.destroy();
  });

  it("waits for another process's write instead of failing immediately", async () => {
    const file = join(dir, "store.sqlite");
    const db = openSqlite(file);
    const { rows } = await sql`pragma busy_timeout`.execute(db);
    expect(rows).toEqual([{ timeout: 5000 }]);
    await db.destroy();
  });

  it("can be created by two programs simultaneously", async () => {
    const shared = new Int32Array(new SharedArrayBuffer(4));
    const workerData = { shared, module: join(import.meta.dirname, "open.ts"), dir, times: 150 };
    const code = `const { workerData: { shared, module, dir, times } } = require("node:worker_threads");
      import(module).then(async ({ openSqlite }) => {
        for (let time = 1; time <= times; time += 1) {
          Atomics.add(shared, 0, 1);
          while (Atomics.load(shared, 0) < time * 2);
          await openSqlite(dir + "/" + time + ".sqlite").destroy();
        }
      }).catch((error) => { Atomics.add(shared, 0, times * 2); throw error; });`;
    const ended = [1, 2].map(async () => once(new Worker(code, { eval: true, workerData }), "exit"));
    expect(await Promise.all(ended)).toEqual([[0], [0]]);
  });

  it("is in a folder that only its owner can open", async () => {
    const dataDir = join(dir, "made", "here");
    const store = await openStore({ dataDir });
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(readdirSync(dataDir)).toContain("front-desk.sqlite");
    await store.close();
  });
});

describe("an inquiry", () => {
  it("is visible to every other connection once acknowledged", async () => {
    const file = join(dir, "store.sqlite");
    const test = await createTestApp({ file });
    const reader = new DatabaseSync(file, { readOnly: true });
    const count = reader.prepare("select count(*) as n from inquiry");
    expect(count.get()).toEqual({ n: 0 });
    const responses = Array.from({ length: 20 }, async () => {
      const response = await test.app.inject({ method: "POST", url: "/api/contact-inquiries", payload: goodInquiry });
      return [response.statusCode, (count.get() as { n: number }).n];
    });
    for (const [index, response] of responses.entries()) {
      const [status, found] = await response;
      expect(status).toBe(201);
      expect(found).toBeGreaterThan(index);
    }
    reader.close();
    await test.close();
  });

  it("leaves nothing in the files once it is erased and the store closed", async () => {
    const store = await openStore({ dataDir: dir });
    const marked = { ...goodInquiry, query: "a text that can be found again ".repeat(100) };
    await store.inquiries.insert(newInquiry(marked), [], 1);
    const bytes = () => Buffer.concat(readdirSync(dir).map((name) => readFileSync(join(dir, name))));
    expect(bytes().includes("a text that can be found again")).toBe(true);
    const numbers = await store.inquiries.numbersByEmail(marked.email);
    expect(await store.inquiries.erase(numbers, "request", 2)).toBe(1);
    await store.close();
    expect(bytes().includes("a text that can be found again")).toBe(false);
    expect(bytes().includes(marked.name)).toBe(false);
  });
});

it("writes no copies of pages to temporary files", async () => {
  const { db, close } = await openDatabase({ dataDir: dir });
  // 2 is MEMORY.
  expect((await sql`pragma temp_store`.execute(db)).rows).toEqual([{ temp_store: 2 }]);
  await close();
});

describe("data erased while the store is open", () => {
  const mark = "a text that can be found again";
  const bytes = () => Buffer.concat(readdirSync(dir).map((name) => readFileSync(join(dir, name))));
  let test: TestApp;
  beforeEach(async () => {
    test = await createTestApp({ file: join(dir, "store.sqlite") });
  });
  afterEach(() => test.close());

  const send = () => test.services.inquiries.submit({ ...goodInquiry, query: `${mark} `.repeat(100) });

  it.each([
    [
      "by the team",
      async () => {
        await test.signIn();
        const { inquiries } = await test.services.inbox.list({}, { limit: 1 }, "");
        await test.services.bin.add(inquiries, { member: test.member, hasSteppedUp: true });
        await test.services.bin.erase(
          inquiries.map(({ id }) => id),
          test.member,
        );
      },
    ],
    [
      "by its sender",
      async ({ receiptKey }: { receiptKey: string }) => {
        await test.services.inquiries.eraseByReceipt(receiptKey);
      },
    ],
    [
      "at its sender's request",
      async () => {
        await test.services.inquiries.eraseByEmail(goodInquiry.email);
      },
    ],
    [
      "when its time is over",
      async () => {
        test.clock.advance({ days: 366 });
        await test.services.retention.run();
      },
    ],
  ])("%s leaves nothing in the files", async (_who, erase) => {
    const sent = await send();
    expect(bytes().includes(mark)).toBe(true);
    await erase(sent);
    expect(await test.store.inquiries.count()).toBe(0);
    expect(bytes().includes(mark)).toBe(false);
  });

  it("is purged at the next clean-up if a reader prevents it", async () => {
    await send();
    const reader = new DatabaseSync(join(dir, "store.sqlite"));
    reader.exec("begin");
    reader.prepare("select count(*) from inquiry").get();
    const started = performance.now();
    expect(await test.services.inquiries.eraseByEmail(goodInquiry.email)).toBe(1);
    // It does not wait for the reader, which SQLite would do for five seconds.
    expect(performance.now() - started).toBeLessThan(4500);
    expect(bytes().includes(mark)).toBe(true);
    reader.exec("commit");
    await test.services.retention.run();
    expect(bytes().includes(mark)).toBe(false);
    reader.close();
  });
});

describe("opened again", () => {
  it("the store keeps its content and its generated secret", async () => {
    const first = await openStore({ dataDir: dir });
    const secret = await first.secret("a name", () => "first");
    await first.inquiries.insert(newInquiry(goodInquiry), [], 1);
    await first.close();

    const second = await openStore({ dataDir: dir });
    expect(secret).toBe("first");
    expect(await second.secret("a name", () => "second")).toBe("first");
    expect(await second.secret("another name", () => "second")).toBe("second");
    expect(await second.inquiries.count()).toBe(1);
    await second.close();
  });
});
