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
  const { inquiry, session } = await test.dump();
  expect([inquiry, session]).toEqual([[], []]);
  await test.close();
});

it("lets the checks keep their time, and erases last, however long that takes", async () => {
  const test = await createTestApp();
  const erasing = Promise.withResolvers<number>();
  const begun = Promise.withResolvers<undefined>();
  vi.spyOn(test.services.inquiries, "eraseOld").mockImplementation(() => {
    begun.resolve(undefined);
    return erasing.promise;
  });
  await test.signIn();
  test.clock.advance({ days: 366 });
  const cleaning = test.services.cleanUp.run();
  await begun.promise;
  expect((await test.dump())["session"]).toEqual([]);
  await test.services.checks.run();
  expect(test.services.audit.lastCheck()?.at).toBe(test.clock.now());
  erasing.resolve(0);
  await cleaning;
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
