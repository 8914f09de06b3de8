import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { goodInquiry } from "#server/testing-api.ts";
import { createTestApp, type TestApp } from "../../testing.ts";
import { onServer } from "./testing-server.ts";
import { advisory } from "./locks.ts";

let test: TestApp;
let name: string;
beforeEach(async () => {
  test = await createTestApp();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(test.db);
  name = rows[0]?.name ?? "";
});
afterEach(async () => {
  await admin(`alter database ${name} with allow_connections true`, `alter database ${name} reset all`);
  await test.close();
});

const admin = (...statements: string[]) =>
  onServer(`${inject("postgres").url}/postgres`, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
const endConnections = () => `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;
const post = () => test.app.inject({ method: "POST", url: "/api/contact-inquiries", payload: goodInquiry });
const readyz = async () => (await test.app.inject("/readyz")).statusCode;

/** Each causes a real database fault, and returns a function that ends it. */
const faults: Array<[string, () => Promise<() => Promise<unknown>>]> = [
  [
    "it cannot be reached",
    async () => {
      await admin(`alter database ${name} with allow_connections false`, endConnections());
      return () => admin(`alter database ${name} with allow_connections true`);
    },
  ],
  [
    "it is a standby",
    async () => {
      await admin(`alter database ${name} set default_transaction_read_only = on`, endConnections());
      return () => admin(`alter database ${name} reset default_transaction_read_only`);
    },
  ],
  [
    "another program holds it",
    async () => {
      await sql`set lock_timeout = 100`.execute(test.db);
      let end: () => void = () => undefined;
      const ended = new Promise<void>((resolve) => (end = resolve));
      let holding: Promise<unknown> = Promise.resolve();
      await new Promise<void>((resolve) => {
        holding = onServer(`${inject("postgres").url}/${name}`, async (client) => {
          await client.query(`select pg_advisory_lock(${advisory("order")})`);
          resolve();
          await ended;
        });
      });
      return () => {
        end();
        return holding;
      };
    },
  ],
];

describe.each(faults)("while %s", (_what, begin) => {
  it("calls get 503 with Retry-After and store nothing, pages work, and it recovers", async () => {
    const before = await test.store.inquiries.count();
    expect((await test.app.inject("/privacy")).statusCode).toBe(200);
    const logged = vi.spyOn(test.app.log, "error");
    const end = await begin();
    const responses = await Promise.all(Array.from({ length: 12 }, post));
    for (const refused of responses) {
      expect(refused.statusCode).toBe(503);
      expect(refused.headers["retry-after"]).toBe("5");
      expect(refused.json().message).toBe("We cannot save this right now. Please try again in a moment.");
    }
    // One line for all; it has no stack.
    const line = { count: 1, fault: expect.any(String), why: expect.any(String) };
    expect(logged.mock.calls).toEqual([[line, "the store is unavailable, and fails requests"]]);
    await test.services.channels.poll();
    // The hourly clean-up does the same; an unreachable database is no sign that somebody has changed the channels.
    await test.services.channels.poll(true).catch(() => undefined);
    expect((await test.services.channels.channelList()).alarm).toBeNull();
    for (const url of ["/", "/contact", "/contact/message", "/privacy", "/api/contacts/active", "/livez"]) {
      expect((await test.app.inject(url)).statusCode, url).toBe(200);
    }
    expect(await readyz()).toBe(503);
    await end();
    await expect.poll(readyz).toBe(200);
    expect((await post()).statusCode).toBe(201);
    expect(await test.store.inquiries.count()).toBe(before + 1);
    expect((await test.services.channels.channelList()).alarm).toBeNull();
  });
});

it("a connection closed between two calls affects at most the first", async () => {
  expect((await post()).statusCode).toBe(201);
  await admin(endConnections());
  const codes = [];
  for (let times = 0; times < 12; times += 1) codes.push((await post()).statusCode);
  expect(codes.slice(7)).toEqual(Array(5).fill(201));
  expect(await test.store.inquiries.count()).toBe(1 + codes.filter((code) => code === 201).length);
});

it("errors contain no typed text", async () => {
  const secret = "Qxzwy Vqjkx";
  const failing = [
    sql`select ${secret}::bigint`,
    sql`insert into setting (name, value) values (${secret}, ''), (${secret}, '')`,
    sql`insert into outbox (id, payload) values ('x', ${secret})`,
  ];
  for (const query of failing) {
    const error: unknown = await query.execute(test.db).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(secret);
  }
});
