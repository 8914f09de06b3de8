import { describe, expect, it, vi } from "vitest";
import { openTestStore } from "../../store/testing.ts";
import { createInboxFeed, type FeedMessage } from "./inbox-feed.ts";

const member = { id: "asha", email: "asha@example.com" };

it("sends a subscriber that joins during a delivery all that it missed", async () => {
  const { store, db } = await openTestStore();
  const add = () => db.insertInto("inbox_change").values({ inquiry_id: "a", kind: "changed", created_at: 1 }).execute();
  let reading = () => {};
  let goOn = () => {};
  const isRead = new Promise<void>((resolve) => (reading = resolve));
  const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
  const after: typeof store.inboxChanges.after = async (number, max) => {
    const changes = await store.inboxChanges.after(number, max);
    if (number === 2) {
      reading();
      await mayGoOn;
    }
    return changes;
  };
  const feed = createInboxFeed({ store: { ...store.inboxChanges, after }, now: () => 1 });
  const optionsOf = (numbers: number[]) => ({
    send: ({ event, number }: FeedMessage) => void (event === "change" && numbers.push(number ?? 0)),
    end: () => {},
    mayGoOn: async () => true,
  });
  const first: number[] = [];
  const late: number[] = [];
  for (let index = 0; index < 3; index += 1) await add();
  await feed.open(member, 2, optionsOf(first));
  await isRead;
  await feed.open(member, 0, optionsOf(late));
  goOn();
  await expect.poll(() => late).toEqual([1, 2, 3]);
  expect(first).toEqual([3]);
  await db.destroy();
});

it("sends what is for one member to that member only", async () => {
  const { store, db } = await openTestStore();
  const feed = createInboxFeed({ store: store.inboxChanges, now: () => 1 });
  const heard = new Map<string, string[]>();
  for (const id of ["asha", "ravi"]) {
    const kinds: string[] = [];
    heard.set(id, kinds);
    const send = ({ data }: FeedMessage) => void ("kind" in data && kinds.push(data.kind));
    await feed.open({ ...member, id }, undefined, { send, end: () => {}, mayGoOn: async () => true });
  }
  const change = { inquiry_id: "a", created_at: 1 };
  await db
    .insertInto("inbox_change")
    .values({ ...change, kind: "mentioned", member_id: "ravi" })
    .execute();
  await db
    .insertInto("inbox_change")
    .values({ ...change, kind: "changed" })
    .execute();
  feed.wake();
  await expect
    .poll(() => [...heard])
    .toEqual([
      ["asha", ["changed"]],
      ["ravi", ["mentioned", "changed"]],
    ]);
  await db.destroy();
});

describe("a member with a hidden or frozen page", () => {
  const minute = 60_000;

  /** A watching colleague, and an ended connection with an inquiry open. */
  async function setUp() {
    const { store, db } = await openTestStore();
    let [now, mayGoOn] = [1, true];
    const feed = createInboxFeed({ store: store.inboxChanges, now: () => now });
    let viewers: Record<string, Array<{ id: string }>> = {};
    const reader = { send: () => {}, end: () => {}, mayGoOn: async () => mayGoOn };
    const names: string[] = [];
    const connect = async (who: typeof member, send: (message: FeedMessage) => void = () => {}) => {
      const leave = await feed.open(who, undefined, {
        ...reader,
        send(message) {
          if ("connection" in message.data) names.push(message.data.connection);
          send(message);
        },
      });
      const name = names.at(-1) ?? "";
      feed.setPresence(name, who.id, "one");
      return { name, leave };
    };
    const watcher = { id: "mira", email: "mira@example.com" };
    await connect(watcher, ({ data }) => "viewers" in data && (viewers = data.viewers));
    const first = await connect(member);
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    first.leave();
    return {
      feed,
      first,
      connect: () => connect(member),
      seen: () => (viewers["one"] ?? []).map(({ id }) => id),
      signOut: () => (mayGoOn = false),
      async wait(milliseconds: number) {
        now += milliseconds;
        await vi.advanceTimersByTimeAsync(Math.min(milliseconds, 20_000));
      },
      async end() {
        vi.useRealTimers();
        feed.close();
        await db.destroy();
      },
    };
  }

  it("is present for ten minutes", async () => {
    const desk = await setUp();
    await desk.wait(9 * minute);
    expect(desk.seen()).toEqual(["mira", "asha"]);
    await desk.wait(minute);
    expect(desk.seen()).toEqual([]);
    await desk.end();
  });

  it("is cleared immediately when the page reports leaving, and only for its own member", async () => {
    const desk = await setUp();
    expect(desk.feed.setPresence(desk.first.name, "mira", null)).toBe(false);
    expect(desk.seen()).toEqual(["mira", "asha"]);
    expect(desk.feed.setPresence(desk.first.name, "asha", null)).toBe(true);
    expect(desk.seen()).toEqual([]);
    expect(desk.feed.setPresence(desk.first.name, "asha", "one")).toBe(false);
    await desk.end();
  });

  it("is listed once after coming back, and leaves once", async () => {
    const desk = await setUp();
    const second = await desk.connect();
    desk.feed.setPresence(desk.first.name, "asha", null);
    expect(desk.seen()).toEqual(["mira", "asha"]);
    desk.feed.setPresence(second.name, "asha", null);
    expect(desk.seen()).toEqual([]);
    await desk.end();
  });

  it("ends with the session", async () => {
    const desk = await setUp();
    desk.signOut();
    await desk.wait(20_000);
    expect(desk.seen()).toEqual([]);
    await desk.end();
  });
});
