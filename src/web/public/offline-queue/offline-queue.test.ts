import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { resendDays } from "#domain/inquiries/inquiry.ts";
import { createOfflineQueue, type Ended, firstBackoff, nextBackoff } from "./offline-queue.ts";
import type { QueuedMessage, QueueStore } from "./queue-store.ts";

const submission = { kind: "message", key: "key-1", fields: { query: "Where is my money?" } } as const;
const taken = { message: "Thank you.", reference: "234-567", receipt: "/receipt#key" };
const json = (status: number, body: object, headers = {}) => new Response(JSON.stringify(body), { status, headers });

/** The browser's storage, and the messages to other tabs. */
let kept: Map<string, QueuedMessage>;
let ended: Ended[];
/** The keys that the server received, and its next response; without one the network is down. */
let sent: string[];
let responses: Response[];
let store: QueueStore;

beforeEach(() => {
  [kept, ended, sent, responses] = [new Map(), [], [], []];
  store = {
    all: async () => [...kept.values()],
    get: async (key) => kept.get(key),
    put: async (message) => void kept.set(message.key, message),
    remove: async (key) => void kept.delete(key),
  };
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21) });
  vi.spyOn(Math, "random").mockReturnValue(1);
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("document", { documentElement: { lang: "en" } });
  vi.stubGlobal("fetch", async (_url: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers["idempotency-key"] ?? "");
    const response = responses.shift();
    if (response === undefined) throw new TypeError("no network");
    return response;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const create = () => createOfflineQueue(store, (one) => ended.push(one));
const states = (queue: ReturnType<typeof create>) => queue.views().map(({ state }) => state.name);

describe("the offline queue", () => {
  it("sends a message under one key until it is taken, with growing waits", async () => {
    const queue = create();
    await queue.keep(submission);
    await vi.advanceTimersByTimeAsync(firstBackoff - 1);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual(["key-1"]);
    expect(states(queue)).toEqual(["waiting"]);
    await vi.advanceTimersByTimeAsync(2 * firstBackoff - 1);
    expect(sent).toHaveLength(1);
    responses = [json(201, taken)];
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual(["key-1", "key-1"]);
    expect(states(queue)).toEqual(["sent"]);
    expect(ended).toEqual([{ key: "key-1", state: { name: "sent", accepted: taken } }]);
    expect(kept.size).toBe(0);
  });

  it("waits for as long as a server that throttles asks for", async () => {
    const queue = create();
    responses = [json(429, { message: "Too many." }, { "retry-after": "60" }), json(201, taken)];
    await queue.keep(submission);
    await vi.advanceTimersByTimeAsync(firstBackoff);
    expect(states(queue)).toEqual(["waiting"]);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(states(queue)).toEqual(["sent"]);
  });

  it("keeps what the server fails to take, and gives back what it rejects", async () => {
    const queue = create();
    const errors = { query: "Message is required." };
    responses = [json(503, { message: "Busy." }), json(422, { message: "Please correct the marked fields.", errors })];
    await queue.keep(submission);
    await vi.advanceTimersByTimeAsync(firstBackoff);
    expect(states(queue)).toEqual(["waiting"]);
    await vi.advanceTimersByTimeAsync(2 * firstBackoff);
    expect(queue.views()[0]?.state).toMatchObject({ name: "refused", errors, keyIsTaken: false });
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(sent).toHaveLength(2);
  });

  it("sends nothing that another tab has sent, or that is too old for its key to be known", async () => {
    const queue = create();
    await queue.keep(submission);
    kept.clear();
    await vi.advanceTimersByTimeAsync(firstBackoff);
    expect(states(queue)).toEqual([]);
    kept.set("key-2", { ...submission, key: "key-2", keptAt: Date.now() - resendDays * 86_400_000 - 1 });
    await queue.start();
    expect(states(queue)).toEqual(["expired"]);
    expect(sent).toEqual([]);
  });

  it("gives back to its form what is not to be sent, until that form has sent it", async () => {
    const queue = create();
    await queue.keep(submission);
    await queue.takeBack(queue.views()[0]!, false);
    expect(queue.draft("message")).toMatchObject({ id: "key-1", values: submission.fields });
    let changes = 0;
    queue.subscribe(() => (changes += 1));
    queue.forget("message", "key-2");
    queue.forget("impostor", "key-1");
    expect(queue.draft("message")).toBeDefined();
    queue.forget("message", "key-1");
    expect(queue.draft("message")).toBeUndefined();
    expect(changes).toBe(1);
  });

  it("waits for five minutes at most", () => {
    let wait = firstBackoff;
    for (let tries = 0; tries < 20; tries += 1) wait = nextBackoff(wait);
    expect(wait).toBe(300_000);
  });
});
