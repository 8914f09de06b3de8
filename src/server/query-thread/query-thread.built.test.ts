import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { goodInquiry, goodPassword } from "../testing-api.ts";
import { startServer } from "../testing-program.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-thread-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

const json = { "content-type": "application/json" };

it(
  "the built program has its reading thread: the inbox shows what has just come in, and the server still ends by " +
    "itself",
  async () => {
    const env = { ADMIN_EMAIL: "owner@example.com", ADMIN_PASSWORD: goodPassword, LOG_LEVEL: "silent" };
    const { origin, signal, ended } = await startServer({ cwd, env });
    const credentials = JSON.stringify({ email: "owner@example.com", password: goodPassword });
    const signedIn = await fetch(`${origin}/api/session`, { method: "POST", headers: json, body: credentials });
    const cookie = String(signedIn.headers.get("set-cookie")).split(";")[0] ?? "";
    for (const city of ["Jaipur", "Udaipur", "Kota"]) {
      const body = JSON.stringify({ ...goodInquiry, city });
      expect((await fetch(`${origin}/api/contact-inquiries`, { method: "POST", headers: json, body })).status).toBe(
        201,
      );
      const list = await fetch(`${origin}/api/contact-inquiries?limit=1`, { headers: { cookie } });
      expect(list.status).toBe(200);
      expect(await list.json()).toMatchObject({ inquiries: [{ city }] });
    }
    const file = await fetch(`${origin}/api/contact-inquiries/export.csv`, { headers: { cookie } });
    expect((await file.text()).match(/asha@example\.com/g)).toHaveLength(3);
    expect(
      (await (await fetch(`${origin}/api/audit-log`, { headers: { cookie } })).json()).entries.length,
    ).toBeGreaterThan(1);
    signal("SIGTERM");
    expect((await ended).code).toBe(0);
  },
);
