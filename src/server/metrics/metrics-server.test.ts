import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freePort, runProgram, startServer, untilRefused } from "../testing-program.ts";
import { valueOf } from "./testing.ts";

const token = "a-token-of-the-tests";
let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-metrics-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const dist = join(import.meta.dirname, "../../../dist/server");

describe("on a separate port", () => {
  it("the built server exports metrics only there and releases the port when it stops", async () => {
    const port = await freePort();
    const server = await startServer({ cwd, env: { METRICS_PORT: String(port) } });
    const own = `http://localhost:${port}`;
    try {
      for (let times = 0; times < 3; times += 1) await fetch(server.origin);
      const response = await fetch(`${own}/metrics`);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
      const labels = { route: "/", status: "200" };
      expect(valueOf(await response.text(), "front_desk_http_request_duration_seconds_count", labels)).toBe(3);
      expect((await fetch(`${own}/metrics`, { method: "HEAD" })).status).toBe(200);
      expect((await fetch(`${own}/metrics`, { method: "POST" })).status).toBe(405);
      expect((await fetch(`${own}/`)).status).toBe(404);
      expect((await fetch(`${server.origin}/metrics`)).status).toBe(404);
    } finally {
      server.signal("SIGTERM");
    }
    expect((await server.ended).code).toBe(0);
    await untilRefused(own);
  });

  it("a token is asked for there as well, where one is set", async () => {
    const port = await freePort();
    const server = await startServer({ cwd, env: { METRICS_PORT: String(port), METRICS_TOKEN: token } });
    const url = `http://localhost:${port}/metrics`;
    try {
      expect((await fetch(url)).status).toBe(401);
      expect((await fetch(url, { headers: { authorization: "Bearer another-token-of-theirs" } })).status).toBe(401);
      expect((await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    } finally {
      server.signal("SIGTERM");
      const { stdout, stderr } = await server.ended;
      expect(stdout + stderr).not.toContain(token);
    }
  });

  it("a port that is in use, or an address that is not there, is named by its setting", async () => {
    const taken = createServer().listen(0, "localhost");
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" ? String(address?.port) : "";
    const faultOf = async (env: Record<string, string>) => {
      const { stderr, code } = await runProgram("main", { cwd, env: { PORT: "0", ...env } }).ended;
      expect(code).toBe(1);
      return stderr.trim();
    };
    expect(await faultOf({ METRICS_PORT: port })).toBe(
      `METRICS_PORT: port ${port} is in use; stop the other program, or set it to another`,
    );
    expect(await faultOf({ METRICS_PORT: "0", METRICS_HOST: "192.0.2.1" })).toBe(
      "METRICS_HOST: this machine has no address 192.0.2.1",
    );
    taken.close();
  });
});

describe("without a metrics setting", () => {
  /** All files that a built file loads before it runs. */
  function loadedWith(file: string, seen = new Set<string>()): Set<string> {
    if (seen.has(file)) return seen;
    seen.add(file);
    const source = readFileSync(join(dist, file), "utf8");
    const imports = source.matchAll(/^\s*(?:import|export)\b[^;'"(]*?["']\.\/([^"']+\.js)["']/gm);
    for (const [, other = ""] of imports) loadedWith(other, seen);
    return seen;
  }

  it("the server loads nothing that counts them", () => {
    const counts = readdirSync(dist).filter(
      (file) => file.endsWith(".js") && readFileSync(join(dist, file), "utf8").includes("nodejs_eventloop_lag"),
    );
    expect(counts).not.toEqual([]);
    const main = readdirSync(dist).filter((file) => /^main-.*\.js$/.test(file));
    const loaded = ["main.js", ...main].flatMap((file) => [...loadedWith(file)]);
    expect(loaded.length).toBeGreaterThan(2);
    expect(loaded.filter((file) => counts.includes(file))).toEqual([]);
  });
});
