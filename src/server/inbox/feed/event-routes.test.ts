import { connect as connectTo, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { InboxPage, InquirySummary } from "#contract/inbox/inbox.ts";
import { createTestApp, type TestApp } from "../../testing.ts";
import { settingsInputSchema } from "#contract/settings.ts";
import { followOthers } from "../../watch-store.ts";
import { goodInquiry, goodSettings } from "../../testing-api.ts";

type Call = (method: "PATCH" | "DELETE", url: string, payload?: object) => Promise<void>;

interface Received {
  event: string;
  id: string | undefined;
  data: Record<string, unknown>;
}

let test: TestApp;
let cookie: string;
let origin: string;
const open: AbortController[] = [];
beforeEach(async () => {
  test = await createTestApp();
  cookie = await test.signIn();
  origin = await test.app.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const controller of open.splice(0)) controller.abort();
  // The client may keep idle connections.
  test.app.server.closeAllConnections();
  await test.close();
});

/** Opens a real connection; `next` resolves with the next event, or undefined at the end. */
async function connect(options: { query?: string; headers?: Record<string, string>; session?: string } = {}) {
  const controller = new AbortController();
  open.push(controller);
  const response = await fetch(`${origin}/api/inbox/events${options.query ?? ""}`, {
    headers: { cookie: options.session ?? cookie, ...options.headers },
    signal: controller.signal,
  });
  if (response.body === null) throw new Error("the answer has no body");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  async function next(): Promise<Received | undefined> {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end !== -1) {
        const lines = text.slice(0, end).split("\n");
        text = text.slice(end + 2);
        const field = (name: string) =>
          lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? undefined;
        const event = field("event");
        if (event !== undefined) return { event, id: field("id"), data: JSON.parse(field("data") ?? "") };
        continue;
      }
      const { value, done } = await reader.read();
      if (done) return undefined;
      text += value;
    }
  }
  /** Resolves with the next event of a kind. */
  async function nextOf(kind: string): Promise<Received> {
    for (;;) {
      const event = await next();
      if (event === undefined) throw new Error(`the connection ended before a ${kind}`);
      if (event.event === kind) return event;
    }
  }
  return { response, next, nextOf, abort: () => controller.abort() };
}

const send = () => test.services.inquiries.submit(goodInquiry);

async function newest(): Promise<InquirySummary> {
  const { inquiries } = await test.services.inbox.list({}, { limit: 1 }, test.member.id);
  return inquiries[0]!;
}

describe("an open inbox", () => {
  it("receives new, changed, deleted and restored inquiries in order", async () => {
    const live = await connect();
    expect(live.response.headers.get("content-type")).toBe("text/event-stream");
    expect(live.response.headers.get("cache-control")).toBe("no-store");
    expect(await live.nextOf("hello")).toMatchObject({ id: "0", data: { reload: false } });
    await send();
    const { id } = await newest();
    await test.services.inbox.change(id, 1, { status: "closed" }, test.member);
    await test.services.bin.add([{ id, version: 2 }], { member: test.member, hasSteppedUp: false });
    await test.services.bin.restore([id], test.member);
    for (const [index, kind] of ["added", "changed", "erased", "changed"].entries()) {
      expect(await live.nextOf("change")).toEqual({ event: "change", id: String(index + 1), data: { kind, id } });
    }
  });

  it.each([
    ["Last-Event-ID", { headers: { "last-event-id": "1" } }],
    ["since", { query: "?since=1" }],
  ])("catches up on what was missed since %s, and on nothing that it knows", async (_how, options) => {
    for (let index = 0; index < 3; index += 1) await send();
    const live = await connect(options);
    expect(await live.nextOf("hello")).toMatchObject({ id: "1", data: { reload: false } });
    expect((await live.nextOf("change")).id).toBe("2");
    expect((await live.nextOf("change")).id).toBe("3");
    await send();
    expect((await live.nextOf("change")).id).toBe("4");
  });

  it.each([
    ["more than the limit", "?since=1", true],
    ["exactly the limit", "?since=2", false],
    ["what a restored store does not know", "?since=5000", true],
    ["what nobody gave out", "?since=x", false],
  ])("that has missed %s", async (_what, query, reload) => {
    const rows = Array.from({ length: 1002 }, () => ({ inquiry_id: "a", kind: "changed" as const, created_at: 1 }));
    await test.db.insertInto("inbox_change").values(rows).execute();
    const live = await connect({ query });
    expect((await live.nextOf("hello")).data.reload).toBe(reload);
  });

  it("reloads everything if the missed changes were purged", async () => {
    for (let index = 0; index < 3; index += 1) await send();
    test.clock.advance({ hours: 25 });
    await send();
    await test.services.cleanUp.run();
    cookie = await test.signIn();
    expect((await test.dump()).inbox_change).toHaveLength(1);
    for (const [since, reload] of [
      ["2", true],
      ["3", false],
      ["4", false],
    ] as const) {
      const live = await connect({ query: `?since=${since}` });
      expect((await live.nextOf("hello")).data.reload).toBe(reload);
    }
  });

  it("needs a session, and ends with it", async () => {
    expect((await connect({ session: "session=x" })).response.status).toBe(401);
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const live = await connect();
    await live.nextOf("hello");
    await vi.advanceTimersByTimeAsync(20_000);
    // The session is checked before each one.
    await live.nextOf("heartbeat");
    await test.app.inject({ method: "DELETE", url: "/api/session", headers: { cookie } });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await live.next()).toBeUndefined();
  });

  it.each<[what: string, end: (call: Call, agentId: string) => Promise<unknown>]>([
    ["is deactivated", (call, id) => call("PATCH", `/api/members/${id}`, { isActive: false })],
    ["gets another role", (call, id) => call("PATCH", `/api/members/${id}`, { role: "owner" })],
    ["is signed out by an owner", (call, id) => call("DELETE", `/api/members/${id}/sessions`)],
    ["loses the second factor", (call, id) => call("DELETE", `/api/members/${id}/second-factor`)],
  ])("ends immediately for a member who %s", async (_what, end) => {
    const live = await connect({ session: await test.signIn("agent") });
    await live.nextOf("hello");
    await end(async (method, url, payload) => {
      const body = payload === undefined ? {} : { payload };
      const response = await test.app.inject({ method, url, headers: { cookie }, ...body });
      expect(response.statusCode, response.body).toBe(200);
    }, test.agent.id);
    await expect(live.nextOf("change")).rejects.toThrow("ended");
  });

  it.each<[what: string, does: () => Promise<unknown>]>([
    ["deactivates them", () => test.store.members.change(test.agent.id, { isActive: false })],
    ["ends their sessions", () => test.store.sessions.deleteAll(test.agent.id)],
  ])("ends within seconds for a member where another program %s", async (_what, behavior) => {
    const live = await connect({ session: await test.signIn("agent") });
    const own = await connect();
    await live.nextOf("hello");
    await own.nextOf("hello");
    const stop = followOthers(test.store, test.services, 20);
    await behavior();
    await expect(live.nextOf("change")).rejects.toThrow("ended");
    await send();
    expect((await own.nextOf("change")).id).toBe("1");
    await stop();
  });

  it("ends within seconds for members who must set up a second factor", async () => {
    const live = await connect();
    await live.nextOf("hello");
    const stop = followOthers(test.store, test.services, 20);
    const input = settingsInputSchema.parse({ ...goodSettings, requiresSecondFactor: true });
    await test.services.settings.save(input, 0, { ...test.member, hasSecondFactor: true });
    await expect(live.nextOf("change")).rejects.toThrow("ended");
    await stop();
  });

  it("is one of eight of a member at most, in all sessions: the oldest ends, and others' stay", async () => {
    const sessions = [cookie, await test.signIn(), await test.signIn()];
    const agent = await connect({ session: await test.signIn("agent") });
    const own: Array<Awaited<ReturnType<typeof connect>>> = [];
    for (let index = 0; index < 11; index += 1) {
      own.push(await connect({ session: sessions[index % 3] ?? "" }));
      await own.at(-1)?.nextOf("hello");
    }
    for (const live of own.slice(0, 3)) {
      await live.nextOf("replaced");
      expect(await live.next()).toBeUndefined();
    }
    await send();
    for (const live of [agent, ...own.slice(3)]) expect((await live.nextOf("change")).id).toBe("1");
  });

  it("does not keep an idle session going", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const live = await connect();
    await live.nextOf("hello");
    await live.nextOf("presence");
    for (let hours = 0; hours < 13; hours += 1) {
      test.clock.advance({ hours: 1 });
      await vi.advanceTimersByTimeAsync(20_000);
    }
    await expect(live.nextOf("change")).rejects.toThrow("ended");
  });

  it("is closed when the server closes, without waiting", async () => {
    const live = await connect();
    await live.nextOf("hello");
    await live.nextOf("presence");
    const closing = test.app.close();
    expect(await live.next()).toBeUndefined();
    await closing;
  });
});

/** A client that requests the events and reads none; returns both ends of its connection. */
async function connectWithoutReading(): Promise<{ ours: Socket; client: Socket }> {
  const { promise, resolve } = Promise.withResolvers<Socket>();
  test.app.server.once("connection", resolve);
  const client = connectTo(Number(new URL(origin).port), "127.0.0.1");
  // The disconnect may arrive as an error.
  client.on("error", () => {});
  client.write(`GET /api/inbox/events HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`);
  return { ours: await promise, client };
}

/** Adds a large change, and gives the feed time to send it. */
async function happen(): Promise<void> {
  const change = { inquiry_id: "a".repeat(60_000), kind: "changed" as const, created_at: 1 };
  await test.db.insertInto("inbox_change").values(change).execute();
  test.services.inboxFeed.wake();
  await sleep(2);
}

describe("a client that does not read", () => {
  it("is disconnected", async () => {
    const { ours, client } = await connectWithoutReading();
    // Far more than socket buffers hold.
    for (let index = 0; index < 400 && !ours.destroyed; index += 1) await happen();
    expect(ours.destroyed).toBe(true);
    client.destroy();
  });

  it("does not block the server's close", async () => {
    const { ours, client } = await connectWithoutReading();
    // The next change waits for the socket: several at once could exceed what the server holds for a client. What has
    // not left after a second is held, also on a busy machine.
    for (let waited = 0, index = 0; index < 400 && waited < 200; index += 1) {
      await happen();
      for (waited = 0; waited < 200 && ours.writableLength > 0; waited += 1) await sleep(5);
    }
    expect(ours.writableLength).toBeGreaterThan(0);
    expect(ours.destroyed).toBe(false);
    const late = new Promise((resolve) => setTimeout(resolve, 15_000, "still open"));
    expect(await Promise.race([test.app.close().then(() => "closed"), late])).toBe("closed");
    client.destroy();
  });
});

describe("two members on one inquiry", () => {
  it("see each other, until one of them leaves", async () => {
    const agent = { id: "agent", email: "agent@example.com", role: "agent" as const };
    await test.store.members.insert({ ...agent, passwordHash: "none" }, 1);
    const { token } = await test.services.sessions.start(agent);
    const session = `session=${token}`;
    const mine = await connect();
    const theirs = await connect({ session });
    const connectionOf = async (live: typeof mine) => (await live.nextOf("hello")).data.connection;
    const [my, their] = [await connectionOf(mine), await connectionOf(theirs)];
    await mine.nextOf("presence");
    await theirs.nextOf("presence");
    const setPresence = (connection: unknown, inquiryId: string | null, memberId: string, isAnswering?: boolean) =>
      test.app.inject({
        method: "PUT",
        url: "/api/inbox/presence",
        headers: { cookie: memberId },
        payload: { connection, inquiryId, isAnswering },
      });

    // Colleagues see in the list who is answering, also if nobody else has it open.
    await setPresence(my, "one", cookie, true);
    const owner = { id: test.member.id, email: test.member.email, isAnswering: false };
    for (const live of [mine, theirs])
      expect((await live.nextOf("presence")).data).toEqual({ viewers: { one: [{ ...owner, isAnswering: true }] } });
    await setPresence(my, "one", cookie, false);
    for (const live of [mine, theirs]) expect((await live.nextOf("presence")).data).toEqual({ viewers: {} });

    await setPresence(my, "one", cookie);
    await setPresence(their, "another", session);
    await setPresence(their, "one", session);
    const both = [owner, { id: "agent", email: "agent@example.com", isAnswering: false }];
    for (const live of [mine, theirs]) {
      expect((await live.nextOf("presence")).data).toEqual({ viewers: { one: both } });
    }
    expect((await setPresence(my, "one", session)).statusCode).toBe(404);
    // A page that loses its connection, such as a frozen one, stays present until it says otherwise or its session
    // ends.
    theirs.abort();
    expect((await setPresence(their, null, cookie)).statusCode).toBe(404);
    await expect.poll(async () => (await setPresence(their, "one", session)).statusCode).toBe(404);
    expect((await setPresence(their, null, session)).statusCode).toBe(200);
    expect((await mine.nextOf("presence")).data).toEqual({ viewers: {} });

    const again = await connect({ session });
    await setPresence(await connectionOf(again), "one", session);
    expect((await mine.nextOf("presence")).data).toEqual({ viewers: { one: both } });
    await test.services.sessions.end(token);
    again.abort();
    expect((await mine.nextOf("presence")).data).toEqual({ viewers: {} });
  });

  it("does not take what a hidden page shows for seen, such as one in the background that connects again", async () => {
    await send();
    const shown = async () => {
      const page = await test.app.inject({ url: "/api/contact-inquiries", headers: { cookie } });
      return page.json<InboxPage>().inquiries[0];
    };
    const inquiryId = (await shown())?.id;
    const { connection } = (await (await connect()).nextOf("hello")).data;
    const show = (isHidden: boolean) => {
      const payload = { connection, inquiryId, isHidden };
      return test.app.inject({ method: "PUT", url: "/api/inbox/presence", headers: { cookie }, payload });
    };
    expect((await show(true)).statusCode).toBe(200);
    expect((await shown())?.unread).toBe(true);
    expect((await show(false)).statusCode).toBe(200);
    expect((await shown())?.unread).toBe(false);
  });
});
