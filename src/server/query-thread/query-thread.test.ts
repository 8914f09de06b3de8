import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { onUnreadableRow } from "../lib/stored-rows.ts";
import { goodInquiry } from "../testing-api.ts";
import { createTestApp } from "../testing.ts";
import { openQueryThread, readHere } from "./slow-queries.ts";
import { openForReading } from "../store/sqlite/open.ts";
import { sqliteEngine } from "../store/sqlite/engine.ts";
import { createStore, type Store } from "../open-store.ts";
import { createQueryThread } from "./query-thread.ts";
import { newInquiry, openTestStore } from "../store/testing.ts";

let dir: string;
let test: Awaited<ReturnType<typeof openTestStore>>;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "front-desk-reader-"));
  test = await openTestStore(join(dir, "store.sqlite"));
});
afterEach(async () => {
  await test.store.close();
  rmSync(dir, { recursive: true });
});

describe("results of the query thread", () => {
  it("equal those of this one: values, nulls, numbers and texts of all kinds", async () => {
    const query = "“नमस्ते” 😀 \u0000 'quoted' \n";
    await test.store.inquiries.insert(newInquiry({ ...goodInquiry, query }), [], 1_700_000_000_123);
    const there = await test.store.inbox.read([1]);
    expect(there).toMatchObject([{ query, assignee: null, closedAt: null, receivedAt: "2023-11-14T22:13:20.123Z" }]);
    expect(there).toEqual(await readHere(test.db, sqliteEngine).inbox.read([1]));
    expect(await test.store.inbox.find("nobody's")).toBeNull();
  });

  it("include each acknowledged write", async () => {
    const member = { id: "owner", email: "owner@example.com", role: "owner" as const, passwordHash: "none" };
    await test.store.members.insert(member, 1);
    for (let round = 1; round <= 60; round += 1) {
      const together = Array.from({ length: 1 + (round % 4) }, () => newInquiry(goodInquiry));
      await Promise.all(together.map((inquiry) => test.store.inquiries.insert(inquiry, [], round)));
      const { rows } = await test.store.inbox.list({}, { limit: 10 });
      expect(rows.slice(0, together.length).map(({ id }) => id)).toEqual(together.map(({ id }) => id).reverse());
      const [{ id } = { id: "" }] = rows;
      expect(await test.store.inquiries.change([{ id, version: 1, status: "closed" }], member.id, round)).toEqual([
        "changed",
      ]);
      expect(await test.store.inbox.find(id)).toMatchObject({ status: "closed", version: 2 });
    }
  });

  it("are neither delayed nor wrong during a write in this thread", async () => {
    const count = () => test.store.inquiries.count();
    await test.store.inquiries.insert(newInquiry(goodInquiry), [], 1);
    await test.db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom("inquiry").execute();
      expect(await count()).toBe(1);
    });
    expect(await count()).toBe(0);
  });

  it("do not block purging erased data from the log", async () => {
    await test.store.inquiries.insert(newInquiry(goodInquiry), [], 1);
    expect(await test.store.inquiries.count()).toBe(1);
    expect(await test.store.inquiries.erase([1], "request", 2)).toBe(1);
    expect(await test.store.inquiries.purgeErased()).toBe(true);
  });
});

describe("the query thread", () => {
  it("cannot change anything", async () => {
    const db = openForReading(join(dir, "store.sqlite"));
    await expect(db.deleteFrom("inquiry").execute()).rejects.toThrow("readonly");
    await db.destroy();
  });

  it("reports why a query fails, and continues", async () => {
    await test.db.schema.alterTable("inquiry").renameTo("elsewhere").execute();
    await expect(test.store.inquiries.count()).rejects.toThrow("no such table: inquiry");
    await test.db.schema.alterTable("elsewhere").renameTo("inquiry").execute();
    expect(await test.store.inquiries.count()).toBe(0);
  });

  it("returns simultaneous results, each to its caller", async () => {
    const all = Array.from({ length: 40 }, () => newInquiry(goodInquiry));
    await Promise.all(all.map((inquiry) => test.store.inquiries.insert(inquiry, [], 1)));
    const found = await Promise.all(all.map(({ reference }) => test.store.inbox.numbersOf([reference])));
    expect(found.flat()).toEqual(all.map((_one, index) => index + 1));
  });

  it("finishes its queries before it ends, and ends even without any", async () => {
    const other = openQueryThread(join(dir, "store.sqlite"), test.db);
    const asked = other.inquiries.count();
    await other.close();
    expect(await asked).toBe(0);
    await openQueryThread(join(dir, "store.sqlite"), test.db).close();
  });

  it("is not started by a clean-up with nothing to purge", async () => {
    const asked = vi.spyOn(Worker.prototype, "postMessage");
    try {
      await test.store.inquiries.insert(newInquiry(goodInquiry), [], 1000);
      expect(await test.store.audit.above(0, 500)).toEqual([]);
      expect(await test.store.inquiries.numbersOver({ closed: 2000, untouched: 1000 }, 10)).toEqual([]);
      expect(asked).not.toHaveBeenCalled();
      expect(await test.store.inquiries.numbersOver({ closed: 0, untouched: 1001 }, 10)).toEqual([1]);
      expect(asked).toHaveBeenCalledOnce();
    } finally {
      asked.mockRestore();
    }
  });

  it("counts the inquiries of every tag", async () => {
    const asked = vi.spyOn(Worker.prototype, "postMessage");
    try {
      await test.store.inquiries.insert(newInquiry(goodInquiry), [], 1000);
      const tag = { id: "kyc", name: "KYC", name_key: "kyc", color: "red" as const, created_at: 1 };
      await test.db.insertInto("tag").values(tag).execute();
      await test.db.insertInto("inquiry_tag").values({ tag_id: "kyc", inquiry_number: 1 }).execute();
      expect(await test.store.tags.list()).toEqual([{ id: "kyc", name: "KYC", color: "red", inquiries: 1 }]);
      expect(asked).toHaveBeenCalledOnce();
      expect(await test.store.tags.names()).toEqual(new Map([["kyc", "KYC"]]));
      expect(asked).toHaveBeenCalledOnce();
    } finally {
      asked.mockRestore();
    }
  });

  it("ends the idle thread, and starts it again", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const sent = vi.spyOn(Worker.prototype, "postMessage");
    const ended = vi.fn();
    const other = openQueryThread(join(dir, "store.sqlite"), test.db);
    try {
      for (const times of [1, 2]) {
        expect(await other.inquiries.count()).toBe(0);
        vi.advanceTimersByTime(19_000);
        expect(await other.inquiries.count()).toBe(0);
        const [worker] = sent.mock.contexts.slice(-1) as Worker[];
        const exit = once(worker as Worker, "exit").then(ended);
        vi.advanceTimersByTime(19_000);
        expect(sent).not.toHaveBeenLastCalledWith("close");
        vi.advanceTimersByTime(2000);
        expect(sent).toHaveBeenLastCalledWith("close");
        await exit;
        expect(ended).toHaveBeenCalledTimes(times);
      }
    } finally {
      vi.useRealTimers();
      sent.mockRestore();
      await other.close();
    }
  });

  it("says if it has crashed, but not if it was to end", async () => {
    const worker = join(dir, "worker.mjs");
    writeFileSync(
      worker,
      `import { parentPort } from "node:worker_threads";
      parentPort.on("message", (message) => {
        if (message === "close") parentPort.close();
        else if (message.name === "crash") process.exit(1);
        else parentPort.postMessage({ id: message.id, outcome: "read", value: "there" });
      });`,
    );
    const crashed = vi.fn();
    const here = async () => "here";
    const thread = createQueryThread({ some: { place: here, crash: here } }, { worker, data: {}, crashed });
    expect(await thread.some.place()).toBe("there");
    await thread.close();
    expect(crashed).not.toHaveBeenCalled();
    await expect(thread.some.crash()).rejects.toThrow("has ended");
    expect(crashed).toHaveBeenCalledOnce();
    expect(await thread.some.place()).toBe("there");
    await thread.close();
  });

  it("may fail while it ends, idle or not", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const worker = join(dir, "worker.mjs");
    writeFileSync(
      worker,
      `import { parentPort } from "node:worker_threads";
      parentPort.on("message", (message) => {
        if (message === "close") throw new Error("the disk is gone");
        parentPort.postMessage({ id: message.id, outcome: "read", value: "there" });
      });`,
    );
    const failing = createQueryThread({ some: { place: async () => "here" } }, { worker, data: {} });
    try {
      expect(await failing.some.place()).toBe("there");
      vi.advanceTimersByTime(21_000);
      await failing.close();
      expect(await failing.some.place()).toBe("there");
      await failing.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it("falls back to this thread if it cannot open the file", async () => {
    await test.store.inquiries.insert(newInquiry(goodInquiry), [], 1);
    const blind = openQueryThread(join(dir, "nowhere/store.sqlite"), test.db);
    expect(await createStore(test.db, sqliteEngine, blind).inquiries.count()).toBe(1);
    await blind.close();
  });
});

it("shows the team new and changed inquiries immediately, through the whole program", async () => {
  const app = await createTestApp({ file: join(dir, "app.sqlite") });
  const cookie = await app.signIn();
  const get = async (url: string) => {
    const response = await app.app.inject({ url, headers: { cookie } });
    return response.json<{ inquiries: Array<{ reference: string }>; counts: { new: number; suspected: number } }>();
  };
  for (let round = 0; round < 10; round += 1) {
    const sent = await app.app.inject({ method: "POST", url: "/api/contact-inquiries", payload: goodInquiry });
    const { reference } = sent.json<{ reference: string }>();
    const { inquiries, counts } = await get("/api/contact-inquiries?limit=1");
    expect(inquiries[0]?.reference).toBe(reference);
    expect(counts.new + counts.suspected).toBe(round + 1);
    expect((await get(`/api/contact-inquiries?search=${reference}`)).inquiries).toHaveLength(1);
  }
  await app.close();
});

it("leaves a bad row out of the inbox and reports it in this thread, which logs it", async () => {
  const app = await createTestApp({ file: join(dir, "bad.sqlite") });
  const reported: unknown[] = [];
  const stop = onUnreadableRow((row) => reported.push(row));
  const cookie = await app.signIn();
  for (const name of ["Asha", "Ravi"]) await app.services.inquiries.submit({ ...goodInquiry, name });
  await app.db.updateTable("inquiry").set({ created_at: 9e15 }).where("name", "=", "Ravi").execute();
  const { id } = await app.db.selectFrom("inquiry").select("id").where("name", "=", "Ravi").executeTakeFirstOrThrow();
  for (let round = 0; round < 2; round += 1) {
    const response = await app.app.inject({ url: "/api/contact-inquiries", headers: { cookie } });
    expect(response.json<{ inquiries: object[] }>().inquiries).toMatchObject([{ name: "Asha" }]);
  }
  expect(reported).toEqual([{ place: "inquiry", id }]);
  stop();
  await app.close();
});

describe("with 100,000 inquiries", () => {
  const max = 100_000;
  /** Indexed, but in no text: every index hit has to be read and is a false match. */
  const search = "abcd";

  /** Inserts all rows with two statements, bypassing the store. */
  async function fill(): Promise<void> {
    const text = "abc bcd and the other words of a message that is about as long as most of them are ".repeat(20);
    await test.db.transaction().execute(async (db) => {
      await sql`
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ${max})
        insert into inquiry (number, id, name, phone, email, city, query, created_at, reference, email_key)
        select i, 'id-' || i, 'Asha Example', '+91 90000 00000', i || '@example.com', 'Jaipur', ${text}, i, 'R' || i, i || '@example.com'
        from n`.execute(db);
      await sql`insert into inquiry_gram (rowid, grams) select number, 'abc bcd' from inquiry`.execute(db);
    });
  }

  /**
   * This thread's CPU time for `run`, in ms, which other programs on the machine do not affect; the minimum of several
   * runs.
   */
  async function leastCpuTime(run: () => Promise<unknown>): Promise<number> {
    const used = () => {
      const { user, system } = process.threadCpuUsage();
      return (user + system) / 1000;
    };
    let least = Infinity;
    for (let round = 0; round < 5; round += 1) {
      const before = used();
      await run();
      least = Math.min(least, used() - before);
    }
    return least;
  }

  it("a long search in the thread takes less than half of the event loop time", async () => {
    await fill();
    const searchIn = (from: Store) => async () => {
      expect(await from.inbox.list({ search }, { limit: 50 })).toMatchObject({ rows: [], next: expect.any(Number) });
    };
    const [before, after] = [searchIn(createStore(test.db, sqliteEngine)), searchIn(test.store)];
    await before();
    await after();
    const [without, through] = [await leastCpuTime(before), await leastCpuTime(after)];
    console.log(without, through);
    expect(through).toBeLessThan(without / 2);
  });
});

vi.setConfig({ testTimeout: 120_000 });
