import { setImmediate } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { goodInquiry } from "./testing-api.ts";
import { createTestApp } from "./testing.ts";
import { createCleanUp } from "./clean-up.ts";

it("continues after a failed step and logs each failure", async () => {
  const test = await createTestApp();
  await test.services.inquiries.submit(goodInquiry);
  const failed = { withoutPhoneKey: new Error("no numbers"), deleteBefore: new Error("no changes") };
  vi.spyOn(test.store.inquiries, "withoutPhoneKey").mockRejectedValue(failed.withoutPhoneKey);
  vi.spyOn(test.store.inboxChanges, "deleteBefore").mockRejectedValue(failed.deleteBefore);
  await test.signIn();
  test.clock.advance({ days: 366 });
  await expect(test.services.cleanUp.run()).rejects.toMatchObject({
    name: "AggregateError",
    errors: [failed.deleteBefore, failed.withoutPhoneKey],
  });
  expect((await test.dump())["session"]).toEqual([]);
  await test.close();
});

it("erases what is past its retention, of which all is counted first", async () => {
  const test = await createTestApp();
  await test.services.inquiries.submit(goodInquiry);
  test.clock.advance({ days: 366 });
  await test.services.retention.run();
  expect((await test.dump())["inquiry"]).toEqual([]);
  expect((await test.dump())["report_sum"]).toMatchObject([{ what: "received", count: 1 }]);
  await test.close();
});

it("lets none of the hourly runs wait for another, however long that takes", async () => {
  const test = await createTestApp();
  const { cleanUp, retention, checks } = test.services;
  async function during(begin: (held: Promise<never>) => { run: () => Promise<void> }, check: () => Promise<void>) {
    const held = Promise.withResolvers<never>();
    const running = begin(held.promise).run();
    await check();
    // Twice, since the next hour comes, too.
    await check();
    held.reject(new Error("on purpose"));
    await expect(running).rejects.toThrow("clean-up failed");
    vi.restoreAllMocks();
  }
  async function purge() {
    await test.signIn();
    test.clock.advance({ days: 366 });
    await cleanUp.run();
    expect((await test.dump())["session"]).toEqual([]);
    await checks.run();
    expect(test.services.audit.lastCheck()?.at).toBe(test.clock.now());
  }
  async function erase() {
    await test.services.inquiries.submit(goodInquiry);
    test.clock.advance({ days: 366 });
    await retention.run();
    expect((await test.dump())["inquiry"]).toEqual([]);
  }
  await during((held) => {
    vi.spyOn(test.services.inquiries, "eraseOld").mockReturnValue(held);
    return retention;
  }, purge);
  await during((held) => {
    vi.spyOn(test.store.submissions, "deleteBefore").mockReturnValue(held);
    return cleanUp;
  }, erase);
  await test.close();
});

it("runs once at a time, and stops when the step that runs is done", async () => {
  const done: string[] = [];
  const step = Promise.withResolvers<undefined>();
  let signal: AbortSignal | undefined;
  const cleanUp = createCleanUp([
    async (given) => {
      signal = given;
      done.push("started");
      await step.promise;
      done.push("ended");
    },
    async () => void done.push("next"),
  ]);
  const running = cleanUp.run();
  await cleanUp.run();
  expect(done).toEqual(["started"]);
  const stopping = cleanUp.stop().then(() => done.push("stopped"));
  expect(signal?.aborted).toBe(true);
  await setImmediate();
  step.resolve(undefined);
  await Promise.all([running, stopping]);
  await cleanUp.run();
  expect(done).toEqual(["started", "ended", "stopped"]);
});

it("runs again after it has run", async () => {
  let runs = 0;
  const cleanUp = createCleanUp([async () => void (runs += 1)]);
  await cleanUp.run();
  await cleanUp.run();
  expect(runs).toBe(2);
});

it("reads a number that is none once, and writes nothing of it", async () => {
  const test = await createTestApp();
  const fields = { ...goodInquiry, phone: "call me" };
  const old = { id: "old", created_at: test.clock.now(), reference: "AAA-222", status: "new", version: 1 } as const;
  await test.db
    .insertInto("inquiry")
    .values({ ...old, ...fields, email_key: fields.email })
    .execute();
  const reads = vi.spyOn(test.store.inquiries, "withoutPhoneKey");
  const writes = vi.spyOn(test.store.inquiries, "setPhoneKeys");
  await test.services.cleanUp.run();
  const read = reads.mock.calls.length;
  expect(read).toBeGreaterThan(0);
  await test.services.cleanUp.run();
  expect(reads.mock.calls.length).toBe(read);
  expect(writes).not.toHaveBeenCalled();
  await test.close();
});
