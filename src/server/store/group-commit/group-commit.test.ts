import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { goodInquiry } from "#server/testing-api.ts";
import { createTestApp } from "#server/testing.ts";
import { createGroupCommit } from "./group-commit.ts";
import { newInquiry, openTestStore } from "../testing.ts";

type TestStore = Awaited<ReturnType<typeof openTestStore>>;

let test: TestStore;
beforeEach(async () => {
  test = await openTestStore();
});
afterEach(() => test.db.destroy());

const row = (id: string) => ({
  id,
  ...goodInquiry,
  created_at: 1,
  reference: id,
  status: "new" as const,
  email_key: goodInquiry.email,
});
const insert = (write: ReturnType<typeof createGroupCommit>, id: string) =>
  write(async (transaction) => {
    await transaction.insertInto("inquiry").values(row(id)).execute();
    return id;
  });
const ids = async () => (await test.dump()).inquiry?.map((found) => (found as { id: string }).id);

describe("writes that arrive together", () => {
  it("share one transaction", async () => {
    const begun = vi.spyOn(test.engine, "transact");
    await Promise.all(Array.from({ length: 200 }, () => test.store.inquiries.insert(newInquiry(goodInquiry), [], 1)));
    expect(begun).toHaveBeenCalledTimes(1);
    begun.mockRestore();
    expect(await test.store.inquiries.count()).toBe(200);
  });

  it("share far fewer transactions than there are requests", async () => {
    const app = await createTestApp();
    const begun = vi.spyOn(app.engine, "transact");
    const send = () => app.app.inject({ method: "POST", url: "/api/contact-inquiries", payload: goodInquiry });
    const responses = await Promise.all(Array.from({ length: 100 }, send));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(100).fill(201));
    expect(await app.store.inquiries.count()).toBe(100);
    expect(begun.mock.calls.length).toBeLessThan(25);
    begun.mockRestore();
    await app.close();
  });

  it("share them over HTTP, too, if requests begin some turns of the event loop apart", async () => {
    const app = await createTestApp();
    const begun = vi.spyOn(app.engine, "transact");
    const origin = await app.app.listen({ port: 0, host: "127.0.0.1" });
    const headers = { "content-type": "application/json" };
    const send = () =>
      fetch(`${origin}/api/contact-inquiries`, { method: "POST", headers, body: JSON.stringify(goodInquiry) });
    const transactions = async () => {
      begun.mockClear();
      const responses = await Promise.all(Array.from({ length: 60 }, send));
      expect(responses.map(({ status }) => status)).toEqual(Array(60).fill(201));
      return begun.mock.calls.length;
    };
    // Requests may begin far apart on a busy machine.
    await expect.poll(transactions, { timeout: 30_000 }).toBeLessThan(30);
    begun.mockRestore();
    await app.close();
  });

  it("each resolve with their own value, in order", async () => {
    const write = createGroupCommit(test.db, test.engine);
    expect(await Promise.all(["c", "a", "b"].map((id) => insert(write, id)))).toEqual(["c", "a", "b"]);
    expect(await test.db.selectFrom("inquiry").select("id").orderBy("number").execute()).toEqual([
      { id: "c" },
      { id: "a" },
      { id: "b" },
    ]);
  });
});

it("runs end-of-group steps after all writes, in order", async () => {
  const write = createGroupCommit(test.db, test.engine);
  const done: string[] = [];
  const step = (name: string) =>
    write((_transaction, end) => {
      done.push(name);
      end.step(() => Promise.resolve(void done.push(`end of ${name}`)));
      return Promise.resolve();
    });
  await Promise.all(["a", "b"].map(step));
  expect(done).toEqual(["a", "b", "end of a", "end of b"]);
});

describe("a write that fails", () => {
  it("does not affect others, and is rolled back", async () => {
    const write = createGroupCommit(test.db, test.engine);
    const outcomes = await Promise.allSettled([
      insert(write, "before"),
      write(async (transaction) => {
        await transaction.insertInto("inquiry").values(row("half done")).execute();
        throw new Error("on purpose");
      }),
      insert(write, "before"),
      insert(write, "after"),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
    expect(outcomes[1]).toMatchObject({ reason: { message: "on purpose" } });
    expect(outcomes[2]).toMatchObject({ reason: { message: expect.stringMatching(/unique/i) } });
    expect((await ids())?.sort()).toEqual(["after", "before"]);
  });

  it("drops only its own end-of-group steps", async () => {
    const write = createGroupCommit(test.db, test.engine);
    const inserting = (id: string, fault?: "write" | "end") =>
      write(async (transaction, end) => {
        await transaction.insertInto("inquiry").values(row(id)).execute();
        end.step(async (last) => {
          await last.insertInto("saved_reply").values({ id, title: "", text: "", created_at: 1 }).execute();
          if (fault === "end") throw new Error("at the end");
        });
        if (fault === "write") throw new Error("in the write");
      });
    const outcomes = await Promise.allSettled([
      inserting("before"),
      inserting("fails", "write"),
      inserting("fails late", "end"),
      inserting("after"),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
    expect(outcomes[2]).toMatchObject({ reason: { message: "at the end" } });
    expect((await ids())?.sort()).toEqual(["after", "before"]);
    const replies = await test.db.selectFrom("saved_reply").select("id").orderBy("id").execute();
    expect(replies.map(({ id }) => id)).toEqual(["after", "before"]);
  });

  it("leaves its key unused, and does not affect other inquiries of its group", async () => {
    const submissions = ["a", "b", "c"].map((name) => ({ keyHash: name, bodyHash: name }));
    const taken = newInquiry(goodInquiry);
    await test.store.inquiries.insert(taken, [], 1);
    const outcomes = await Promise.allSettled(
      // The second one's id is a duplicate, which only a bug can cause.
      submissions.map((submission, index) =>
        test.store.inquiries.insert(newInquiry(goodInquiry, index === 1 ? { id: taken.id } : {}), [], 1, submission),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect((await test.dump()).submission).toMatchObject([{ key_hash: "a" }, { key_hash: "c" }]);
    expect(await test.store.inquiries.count()).toBe(3);
    const again = await test.store.inquiries.insert(newInquiry(goodInquiry), [], 1, { keyHash: "b", bodyHash: "b" });
    expect(again).toBe("kept");
  });

  it("is a taken reference: nothing is written, and the key is unused", async () => {
    const first = newInquiry(goodInquiry);
    await test.store.inquiries.insert(first, [], 1);
    const second = newInquiry(goodInquiry, { reference: first.reference });
    const submission = { keyHash: "a", bodyHash: "a" };
    expect(await test.store.inquiries.insert(second, [], 1, submission)).toBe("taken");
    expect((await test.dump()).submission).toEqual([]);
    expect(await test.store.inquiries.insert(newInquiry(goodInquiry), [], 1, submission)).toBe("kept");
  });

  it("does not block the next group", async () => {
    const write = createGroupCommit(test.db, test.engine);
    await expect(write(() => Promise.reject(new Error("on purpose")))).rejects.toThrow("on purpose");
    await expect(insert(write, "later")).resolves.toBe("later");
  });

  it("fails the whole group if it is the commit itself, and the next one works", async () => {
    const write = createGroupCommit(test.db, test.engine);
    vi.spyOn(test.db, "transaction").mockImplementationOnce(() => {
      throw new Error("the disk is full");
    });
    const outcomes = await Promise.allSettled([insert(write, "a"), insert(write, "b")]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(outcomes[0]).toMatchObject({ reason: { message: "the disk is full" } });
    expect(await ids()).toEqual([]);
    await expect(insert(write, "c")).resolves.toBe("c");
  });
});

it("resolves after the commit, not before", async () => {
  const dir = mkdtempSync(join(tmpdir(), "front-desk-commit-"));
  const file = join(dir, "store.sqlite");
  const onDisk = await openTestStore(file);
  const other = await openTestStore(file);
  const seen = () => other.store.inquiries.count();
  const write = createGroupCommit(onDisk.db, onDisk.engine);
  let during: number | undefined;
  const done = insert(write, "a");
  const last = write(async () => {
    during = await seen();
  });
  await done;
  expect(await seen()).toBe(1);
  await last;
  // The writes of one group become visible together, at the commit.
  expect(during).toBe(0);
  await Promise.all([other.store.close(), onDisk.store.close()]);
  rmSync(dir, { recursive: true });
});
