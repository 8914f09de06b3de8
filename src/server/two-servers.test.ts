import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { goodInquiry } from "./testing-api.ts";
import { startServer } from "./testing-program.ts";

const owner = { email: "asha@example.com", password: "a made-up password" };

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-two-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

/** Runs with two servers on one store, which may start at the same moment. */
async function withTwo(run: (origins: [string, string]) => Promise<void>): Promise<void> {
  const env = {
    LOG_LEVEL: "silent",
    LIMIT_INQUIRIES_PER_MINUTE: "0",
    LIMIT_FLOOD_INQUIRIES_PER_MINUTE: "0",
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
  };
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
  const response = await fetch(`${origin}/api/contact-inquiries`, {
    method: "POST",
    headers,
    body: JSON.stringify(fields),
  });
  return { status: response.status, body: await response.text() };
}

it("two servers on one store make one inquiry per key, and give the same response", async () => {
  await withTwo(async (origins) => {
    for (let round = 0; round < 10; round += 1) {
      const keys = Array.from({ length: 8 }, () => randomUUID());
      const sent = keys.flatMap((key) =>
        Array.from({ length: 4 }, async (_none, index) => ({
          key,
          response: await send(origins[index % 2 === 0 ? 0 : 1], key, goodInquiry),
        })),
      );
      const responses = await Promise.all(sent);
      expect(responses.map(({ response }) => response.status)).toEqual(Array(32).fill(201));
      for (const key of keys) {
        expect(new Set(responses.filter((each) => each.key === key).map(({ response }) => response.body)).size).toBe(1);
      }
    }
    expect(stored("select count(*) as count from inquiry")).toEqual([{ count: 80 }]);
    expect(stored("select count(*) as count from submission")).toEqual([{ count: 80 }]);
  });
});

it("of two servers that get one key with different fields simultaneously, one accepts and one rejects", async () => {
  await withTwo(async (origins) => {
    for (let round = 0; round < 15; round += 1) {
      const key = randomUUID();
      const responses = await Promise.all(
        origins.map((origin, index) => send(origin, key, { ...goodInquiry, city: ["Jaipur", "Udaipur"][index] })),
      );
      expect(responses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 422]);
    }
    expect(stored("select count(*) as count from inquiry")).toEqual([{ count: 15 }]);
  });
});

it("what one server hides disappears from the other's responses", async () => {
  const old = { type: "whatsapp", value: "+91 90000 00001", isActive: true, proof: "" };
  await withTwo(async ([first, second]) => {
    const json = { "content-type": "application/json" };
    const signedIn = await fetch(`${first}/api/session`, {
      method: "POST",
      headers: json,
      body: JSON.stringify(owner),
    });
    const cookie = String(signedIn.headers.get("set-cookie")).split(";")[0] ?? "";
    const call = async (method: string, path: string, fields: object) => {
      const body = JSON.stringify(fields);
      const response = await fetch(`${first}/api/contacts${path}`, { method, headers: { ...json, cookie }, body });
      expect(response.ok, `${method} ${path}`).toBe(true);
      return (await response.json()) as { _id: string };
    };

    /** Everything visitors, apps and partners get from the second server; the list is decoded from its signature. */
    const seen = async (id: string) => {
      const paths = [
        "/",
        "/contact",
        "/contact?tab=community",
        "/api/contacts/active",
        "/contact.vcf",
        `/qr/${id}.svg`,
      ];
      const bodies = paths.map(async (path) => {
        const response = await fetch(second + path);
        return response.ok ? response.text() : "";
      });
      const list = await fetch(`${second}/.well-known/official-channels.json`);
      const { payload } = (await list.json()) as { payload: string };
      const asked = await fetch(`${second}/api/verify`, {
        method: "POST",
        headers: json,
        body: JSON.stringify({ text: old.value }),
      });
      return [...(await Promise.all(bodies)), Buffer.from(payload, "base64url").toString(), await asked.text()];
    };
    // A long timeout, so that a stalled machine fails no test; `versioned-response.test.ts` has the 5 s.
    const soon = { timeout: 30_000, interval: 100 };
    const holds = (text: string) => /919000000001|90000 00001/.test(text);

    const { _id } = await call("POST", "", old);
    const code = async () => (await fetch(`${second}/qr/${_id}.svg`)).status;
    await vi.waitFor(async () => expect(await code()).toBe(200), soon);
    // All but the community tab and the QR code, which do not contain it as text.
    expect((await seen(_id)).map(holds)).toEqual([true, true, true, true, true, false, true, true]);

    await call("PUT", "/hidden", { hidden: true });
    await vi.waitFor(async () => {
      expect((await seen(_id)).map(holds)).not.toContain(true);
      expect(await code()).toBe(404);
    }, soon);
    await call("PUT", "/hidden", { hidden: false });
    await vi.waitFor(async () => expect(await code()).toBe(200), soon);

    await call("PUT", `/${_id}`, { ...old, value: "+91 90000 00002" });
    await vi.waitFor(async () => {
      const bodies = await seen(_id);
      expect(bodies.slice(0, -1).map(holds)).not.toContain(true);
      expect(JSON.parse(bodies.at(-1) ?? "")).toMatchObject({
        verdict: "retired",
        replacedBy: [{ value: "+91 90000 00002" }],
      });
    }, soon);
  });
});
