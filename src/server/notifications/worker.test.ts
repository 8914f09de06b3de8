import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { say } from "#copy/server/say.ts";
import { toStored } from "#copy/server/stored.ts";
import { type DeliveryChannel, deliveryChannels } from "#domain/delivery.ts";
import { createClock } from "../testing-clock.ts";
import type { DueMessage } from "./outbox-queries.ts";
import { newInquiry, openTestStore } from "../store/testing.ts";
import { goodInquiry } from "../testing-api.ts";
import type { Sent } from "./http-post.ts";
import { createWorker, timings } from "./worker.ts";

const refused = { ok: false, problem: say("webhook.status", { status: 500 }) } satisfies Sent;

let test: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  test = await setUp();
});
afterEach(() => test.close());

async function setUp() {
  const { store, db } = await openTestStore();
  const clock = createClock();
  const lines: unknown[] = [];
  const tried: DueMessage[] = [];
  const open = new Set<() => void>();
  const random = { value: 0.5 };
  let respond: (message: DueMessage, signal: AbortSignal) => Promise<Sent | null> = async () => ({ ok: true });
  let kept = 0;
  const polls: Array<{ channel: DeliveryChannel; time: number }> = [];
  const outbox = { ...store.outbox };
  store.outbox.nextDue = (channel, time) => outbox.nextDue(channel, time).finally(() => polls.push({ channel, time }));
  store.outbox.settle = (...input) => outbox.settle(...input).finally(() => (kept += 1));
  store.outbox.drop = (...input) => outbox.drop(...input).finally(() => (kept += 1));
  store.outbox.release = (...input) => outbox.release(...input).finally(() => (kept += 1));
  const log = {
    info: () => undefined,
    warn: (details: object) => lines.push(details),
    error: (details: object) => lines.push(details),
  };
  const start = (change: Partial<typeof timings> = {}) =>
    createWorker({
      store: store.outbox,
      deliver: (message, signal) => {
        tried.push(message);
        for (const listener of open) listener();
        return respond(message, signal);
      },
      now: clock.now,
      random: () => random.value,
      log,
      timings: { ...timings, graceMs: 20, ...change },
    });
  let worker = start();
  return {
    store: store.outbox,
    inquiries: store.inquiries,
    db,
    clock,
    lines,
    tried,
    random,
    worker: () => worker,
    restart: (change?: Partial<typeof timings>) => (worker = start(change)),
    response: (with_: typeof respond) => (respond = with_),
    add: (id: string, channel: DeliveryChannel = "email") =>
      store.outbox.add({ id, kind: "invitation", channel, payload: "{}" }, clock.now()),
    rows: () => db.selectFrom("outbox").selectAll().orderBy("id").execute(),
    /** Polls for due messages, and resolves once all started tries have ended. */
    async round(): Promise<void> {
      const before = { tried: tried.length, polls: polls.length };
      const now = clock.now();
      // A poll of the round before may end only now, with its time.
      const isPolled = (channel: DeliveryChannel) =>
        polls.slice(before.polls).some((poll) => poll.channel === channel && poll.time >= now);
      worker.wake();
      do await new Promise((resolve) => void setTimeout(resolve, 5));
      while (!deliveryChannels.every(isPolled) || ((await anyRunning()) && tried.length > before.tried));
    },
    async close(): Promise<void> {
      await worker.stop();
      await db.destroy();
    },
  };
  async function anyRunning(): Promise<boolean> {
    const due = await db
      .selectFrom("outbox")
      .select("id")
      .where("state", "=", "waiting")
      .where("next_at", "<=", clock.now())
      .execute();
    return due.length > 0 || kept < tried.length;
  }
}

describe("a message", () => {
  it("is sent once, and stays in the log as delivered", async () => {
    await test.add("one");
    await test.round();
    await test.round();
    expect(test.tried.map(({ id }) => id)).toEqual(["one"]);
    expect(await test.rows()).toMatchObject([
      { state: "delivered", attempts: 1, problem: null, settled_at: test.clock.now() },
    ]);
  });

  it("that is obsolete is deleted", async () => {
    test.response(async () => null);
    await test.add("one");
    await test.round();
    expect(await test.rows()).toEqual([]);
  });

  it("is retried after 1, 3, 9 … minutes with the same id, and is dead after the eighth try", async () => {
    test.response(async () => refused);
    await test.add("one");
    await test.round();
    for (const minutes of [1, 3, 9, 27, 81, 243, 729]) {
      const [row] = await test.rows();
      expect(row).toMatchObject({ state: "waiting", problem: toStored(refused.problem) });
      expect(row?.next_at).toBe(test.clock.now() + minutes * 60_000);
      const before = test.tried.length;
      test.clock.advance({ seconds: minutes * 60 - 1 });
      await test.round();
      expect(test.tried).toHaveLength(before);
      test.clock.advance({ seconds: 1 });
      await test.round();
      expect(test.tried).toHaveLength(before + 1);
    }
    expect(new Set(test.tried.map(({ id }) => id))).toEqual(new Set(["one"]));
    expect(await test.rows()).toMatchObject([{ state: "dead", attempts: 8, problem: toStored(refused.problem) }]);
    test.clock.advance({ days: 30 });
    await test.round();
    expect(test.tried).toHaveLength(8);
  });

  it.each([
    [0, 45],
    [0.999_999, 75],
  ])("is retried with a jitter of a quarter", async (value, seconds) => {
    test.random.value = value;
    test.response(async () => refused);
    await test.add("one");
    await test.round();
    const [row] = await test.rows();
    expect((row?.next_at ?? 0) - test.clock.now()).toBeCloseTo(seconds * 1000, -1);
  });

  it.each([
    [600, 600],
    [5, 60],
    [9e9, 3600],
  ])("with Retry-After of %i s is retried after %i s", async (retryAfterSeconds, seconds) => {
    test.response(async () => ({ ok: false, problem: say("telegram.wait"), retryAfterSeconds }));
    await test.add("one");
    await test.round();
    expect((await test.rows())[0]?.next_at).toBe(test.clock.now() + seconds * 1000);
  });

  it("that no other try could send is dead at once", async () => {
    test.response(async () => ({ ...refused, isFinal: true }));
    await test.add("one");
    await test.round();
    expect(await test.rows()).toMatchObject([{ state: "dead", attempts: 1, problem: toStored(refused.problem) }]);
  });

  it("that is dead can be retried by hand, with eight more tries", async () => {
    test.response(async () => refused);
    await test.add("one");
    await test.db.updateTable("outbox").set({ attempts: 7 }).execute();
    await test.round();
    expect(await test.rows()).toMatchObject([{ state: "dead", attempts: 8 }]);
    expect(await test.store.retry("one", test.clock.now())).toBe("due");
    test.response(async () => ({ ok: true }));
    await test.round();
    expect(await test.rows()).toMatchObject([{ state: "delivered", attempts: 1 }]);
    expect(await test.store.retry("one", test.clock.now())).toBe("gone");
    expect(await test.store.retry("another", test.clock.now())).toBe("gone");
  });

  it("that is retried by hand during its last try has eight more after it", async () => {
    await test.add("one");
    await test.db.updateTable("outbox").set({ attempts: 7 }).execute();
    let fail: (sent: Sent) => void = () => {};
    test.response(() => new Promise((resolve) => (fail = resolve)));
    test.worker().wake();
    await expect.poll(() => test.tried).toHaveLength(1);
    expect(await test.store.retry("one", test.clock.now())).toBe("due");
    fail(refused);
    await expect.poll(() => test.tried).toHaveLength(2);
    expect(await test.rows()).toMatchObject([{ state: "waiting", attempts: 0, settled_at: null }]);
    fail(refused);
    await expect.poll(() => test.rows()).toMatchObject([{ state: "waiting", attempts: 1 }]);
  });

  it("is logged with the reference of its inquiry", async () => {
    test.response(async () => refused);
    const inquiry = newInquiry(goodInquiry);
    const message = { id: "one", kind: "inquiry", channel: "webhook", payload: "{}" };
    await test.inquiries.insert(inquiry, [message], test.clock.now());
    await test.round();
    const { reference } = inquiry;
    expect(test.lines).toEqual([
      {
        message: "one",
        kind: "inquiry",
        channel: "webhook",
        reference,
        attempts: 1,
        problem: "The receiver answered 500.",
      },
    ]);
  });

  it("is retried if it cannot be made; the log says where, without the text of the error", async () => {
    const error = Object.assign(new TypeError("asha@example.com\n    at asha@example.com"), { code: "ERR_MODULE" });
    test.response(() => Promise.reject(error));
    await test.add("one");
    await test.round();
    expect(await test.rows()).toMatchObject([{ state: "waiting", problem: toStored(say("request.internal")) }]);
    expect(test.lines).toHaveLength(2);
    expect(test.lines[0]).toMatchObject({
      type: "TypeError",
      code: "ERR_MODULE",
      at: expect.stringContaining("worker.test.ts"),
    });
    expect(JSON.stringify(test.lines)).not.toContain("asha");
  });

  it("erased while it is sent stays erased", async () => {
    test.response(async () => {
      await test.db.deleteFrom("outbox").execute();
      return refused;
    });
    await test.add("one");
    await test.round();
    expect(await test.rows()).toEqual([]);
  });

  it.each([
    ["fails for now", refused],
    ["fails for good", { ...refused, isFinal: true }],
    ["finds it obsolete", null],
  ])("that another program has delivered stays delivered, though a later try %s", async (_what, outcome) => {
    const problem = null;
    test.response(async () => {
      await test.db.updateTable("outbox").set({ state: "delivered", attempts: 1, problem }).execute();
      return outcome;
    });
    await test.add("one");
    await test.round();
    expect(await test.rows()).toMatchObject([{ state: "delivered", attempts: 1, problem }]);
  });
});

it("is not sent twice, however often the outbox is polled meanwhile", async () => {
  let finish: (sent: Sent) => void = () => {};
  test.response(() => new Promise((resolve) => (finish = resolve)));
  await test.add("one");
  test.worker().wake();
  await expect.poll(() => test.tried).toHaveLength(1);
  for (let poll = 0; poll < 3; poll += 1) {
    test.worker().wake();
    await new Promise((resolve) => void setTimeout(resolve, 5));
  }
  finish({ ok: true });
  await expect.poll(() => test.rows()).toMatchObject([{ state: "delivered", attempts: 1 }]);
  expect(test.tried).toHaveLength(1);
});

describe("the channels", () => {
  it("are independent, and each sends up to three messages in parallel", async () => {
    let running = 0;
    let max = 0;
    test.response(async ({ channel }, signal) => {
      if (channel === "webhook") {
        return new Promise((resolve) => signal.addEventListener("abort", () => resolve(refused), { once: true }));
      }
      running += 1;
      max = Math.max(max, running);
      await new Promise((resolve) => void setTimeout(resolve, 2));
      running -= 1;
      return { ok: true };
    });
    for (let number = 0; number < 9; number += 1) {
      await test.add(`hook-${number}`, "webhook");
      await test.add(`mail-${number}`, "email");
    }
    test.worker().wake();
    const delivered = async () => (await test.rows()).filter(({ state }) => state === "delivered");
    await expect.poll(delivered).toHaveLength(9);
    expect(max).toBe(3);
    // The store decides which channel's messages are read first.
    await expect.poll(() => test.tried.filter(({ channel }) => channel === "webhook")).toHaveLength(3);
  });
});

describe("stopping", () => {
  it("begins nothing more, not even what is just being looked up", async () => {
    await test.add("one");
    const due = test.store.claim.bind(test.store);
    let goOn: () => void = () => {};
    const blocked = new Promise<void>((resolve) => (goOn = resolve));
    test.store.claim = async (...input) => {
      await blocked;
      return due(...input);
    };
    test.worker().wake();
    const stopped = test.worker().stop();
    goOn();
    await stopped;
    expect(test.tried).toEqual([]);
    expect(await test.rows()).toMatchObject([{ state: "waiting", attempts: 0 }]);
  });

  it("waits for messages in flight and stores their outcome", async () => {
    let finish: (sent: Sent) => void = () => {};
    test.response(() => new Promise((resolve) => (finish = resolve)));
    await test.add("one");
    test.worker().wake();
    await expect.poll(() => test.tried).toHaveLength(1);
    const stopped = test.worker().stop();
    finish({ ok: true });
    await stopped;
    expect(await test.rows()).toMatchObject([{ state: "delivered" }]);
  });

  it("aborts slow messages, which does not count as a try; they are sent after the next start", async () => {
    test.response(
      (_message, signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve(refused))),
    );
    await test.add("one");
    await test.add("two");
    await test.add("three");
    await test.add("four");
    test.worker().wake();
    await expect.poll(() => test.tried).toHaveLength(3);
    await test.worker().stop();
    const rows = await test.rows();
    expect(rows.map(({ state, attempts }) => [state, attempts])).toEqual(rows.map(() => ["waiting", 0]));
    expect(rows).toHaveLength(4);
    test.response(async () => ({ ok: true }));
    test.restart().wake();
    await expect.poll(async () => (await test.rows()).map(({ state }) => state)).toEqual(Array(4).fill("delivered"));
  });
});

it("stops at once though the store cannot take back what was aborted", async () => {
  test.response(
    (_message, signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve(refused))),
  );
  test.store.release = () => Promise.reject(new Error("disk"));
  await test.add("one");
  test.worker().wake();
  await expect.poll(() => test.tried).toHaveLength(1);
  const stopped = test
    .worker()
    .stop()
    .then(() => "stopped");
  // Otherwise it waits for the pause after an error, 30 s.
  expect(await Promise.race([stopped, sleep(20_000, "waits", { ref: false })])).toBe("stopped");
});

it("sends retries when they are due, without a wake", async () => {
  test.restart({ baseMs: 20 });
  let tries = 0;
  test.response(async () => {
    test.clock.advance({ seconds: 1 });
    tries += 1;
    return tries < 3 ? refused : { ok: true };
  });
  await test.add("one");
  test.worker().wake();
  // The clock does not advance between tries, so move it for their timers.
  const ticking = setInterval(() => test.clock.advance({ seconds: 1 }), 5);
  await expect.poll(() => test.rows()).toMatchObject([{ state: "delivered", attempts: 3 }]);
  clearInterval(ticking);
});

it("sends what another program has added, without a wake", async () => {
  test.restart({ idleMs: 10 });
  await test.round();
  await test.add("one");
  await expect.poll(() => test.rows()).toMatchObject([{ state: "delivered" }]);
});

it("survives a store error and polls again later", async () => {
  test.restart({ pauseMs: 10 });
  const due = test.store.claim.bind(test.store);
  let faults = 2;
  test.store.claim = (...input) => (faults-- > 0 ? Promise.reject(new Error("disk")) : due(...input));
  await test.add("one");
  test.worker().wake();
  await expect.poll(() => test.rows()).toMatchObject([{ state: "delivered" }]);
});
