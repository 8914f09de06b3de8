import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { goodInquiry } from "./api/testing.ts";
import { startServer } from "./testing-program.ts";

// Two programs are started, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-two-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

/** Does something with two servers on one store, which may start at the same moment. */
async function withTwo(run: (origins: [string, string]) => Promise<void>): Promise<void> {
  const env = { LOG_LEVEL: "silent", LIMIT_INQUIRIES_PER_MINUTE: "0", LIMIT_FLOOD_INQUIRIES_PER_MINUTE: "0" };
  const servers = await Promise.all([startServer({ cwd, env }), startServer({ cwd, env })]);
  try {
    await run([servers[0].origin, servers[1].origin]);
  } finally {
    for (const server of servers) server.signal("SIGTERM");
    expect((await Promise.all(servers.map(({ ended }) => ended))).map(({ code }) => code)).toEqual([0, 0]);
  }
}

const stored = (sql: string) => {
  const db = new DatabaseSync(join(cwd, "data/front-desk.sqlite"), { readOnly: true });
  const rows = db.prepare(sql).all();
  db.close();
  return rows;
};

async function send(origin: string, key: string, fields: object) {
  const headers = { "content-type": "application/json", "idempotency-key": key };
  const answer = await fetch(`${origin}/api/contact-inquiries`, {
    method: "POST",
    headers,
    body: JSON.stringify(fields),
  });
  return { status: answer.status, body: await answer.text() };
}

it("two servers on one store make one inquiry of each key, and give the same answer", async () => {
  await withTwo(async (origins) => {
    for (let round = 0; round < 10; round += 1) {
      const keys = Array.from({ length: 8 }, () => randomUUID());
      const sent = keys.flatMap((key) =>
        Array.from({ length: 4 }, async (_none, index) => ({
          key,
          answer: await send(origins[index % 2 === 0 ? 0 : 1], key, goodInquiry),
        })),
      );
      const answers = await Promise.all(sent);
      expect(answers.map(({ answer }) => answer.status)).toEqual(Array(32).fill(201));
      for (const key of keys) {
        expect(new Set(answers.filter((each) => each.key === key).map(({ answer }) => answer.body)).size).toBe(1);
      }
    }
    expect(stored("select count(*) as count from inquiry")).toEqual([{ count: 80 }]);
    expect(stored("select count(*) as count from submission")).toEqual([{ count: 80 }]);
  });
});

it("of two servers that get other fields with one key at once, one accepts and one refuses", async () => {
  await withTwo(async (origins) => {
    for (let round = 0; round < 15; round += 1) {
      const key = randomUUID();
      const answers = await Promise.all(
        origins.map((origin, index) => send(origin, key, { ...goodInquiry, city: ["Jaipur", "Udaipur"][index] })),
      );
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 422]);
    }
    expect(stored("select count(*) as count from inquiry")).toEqual([{ count: 15 }]);
  });
});
