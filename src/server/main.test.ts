import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { goodInquiry, goodPassword } from "./testing-api.ts";
import { openStore } from "./open-store.ts";
import { runProgram, slowPost, startServer, untilRefused } from "./testing-program.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-main-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

const stored = (sql: string) => {
  const db = new DatabaseSync(join(cwd, "data/front-desk.sqlite"), { readOnly: true });
  const rows = db.prepare(sql).all();
  db.close();
  return rows;
};
const json = { "content-type": "application/json" };

describe("a start", () => {
  it("on an empty folder says where everything is, and gives a link with which the owner sets a password", async () => {
    const server = await startServer({ cwd, env: { LOG_LEVEL: "silent" } });
    for (const path of ["/", "/livez", "/readyz", "/ContactAdmin"]) {
      expect((await fetch(server.origin + path)).status).toBe(200);
    }
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(503);
    server.signal("SIGTERM");
    const { stdout, stderr, code } = await server.ended;
    expect([stderr, code]).toEqual(["", 0]);
    const [site, link, ...more] = stdout.trimEnd().split("\n");
    expect(site).toBe(`The site is at ${server.origin}/ and the admin area at ${server.origin}/ContactAdmin`);
    expect(link).toMatch(/^Set the first owner's password once, at http:.*\/ContactAdmin\/password#new=[\w-]{43}$/);
    expect(more).toEqual([]);
  });

  it("with ADMIN_EMAIL and ADMIN_PASSWORD makes that account, which can sign in", async () => {
    const env = { ADMIN_EMAIL: "owner@example.com", ADMIN_PASSWORD: goodPassword, LOG_LEVEL: "silent" };
    const server = await startServer({ cwd, env });
    const body = JSON.stringify({ email: "owner@example.com", password: goodPassword });
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.origin}/api/session`, { method: "POST", headers: json, body })).status).toBe(200);
    server.signal("SIGTERM");
    const { stdout, code } = await server.ended;
    expect(code).toBe(0);
    expect(stdout).not.toContain("Set the first owner's password");
    expect(stdout).not.toContain(goodPassword);
  });
});

it("a start with TRUST_PROXY=true warns that it believes any address", async () => {
  const server = await startServer({ cwd, env: { LOG_LEVEL: "warn", TRUST_PROXY: "true" } });
  server.signal("SIGTERM");
  const { stdout } = await server.ended;
  expect(stdout).toMatch(/"level":40,[^\n]*"msg":"TRUST_PROXY=true /);
});

describe("a start on channels", () => {
  /** Creates `data` by starting and stopping a server. */
  async function servedBefore(): Promise<void> {
    const server = await startServer({ cwd, env: { LOG_LEVEL: "silent" } });
    server.signal("SIGTERM");
    await server.ended;
  }

  const tamper = (statement: string) => {
    const db = new DatabaseSync(join(cwd, "data/front-desk.sqlite"));
    db.exec(statement);
    db.close();
  };

  /** The lines logged by a server that is started and then stopped immediately. */
  async function logOf() {
    const server = await startServer({ cwd, env: { LOG_LEVEL: "info" } });
    expect((await fetch(`${server.origin}/`)).status).toBe(200);
    server.signal("SIGTERM");
    const { stdout, code } = await server.ended;
    expect(code).toBe(0);
    const lines = stdout.split("\n").filter((line) => line.startsWith("{"));
    return lines.map((line): { msg: string; alarm?: string; time: number } => JSON.parse(line));
  }

  it("publishes them under the address where it listens", async () => {
    const server = await startServer({ cwd, env: { LOG_LEVEL: "silent" } });
    const signed = await (await fetch(`${server.origin}/.well-known/official-channels.json`)).json();
    const { issuer } = JSON.parse(Buffer.from(signed.payload, "base64url").toString());
    expect(issuer).toBe(server.origin);
    server.signal("SIGTERM");
    await server.ended;
  });

  it("has checked their history before it serves", async () => {
    await servedBefore();
    tamper("insert into channel_change values (1, '{}')");
    const lines = await logOf();
    expect(lines.find(({ alarm }) => alarm !== undefined)?.alarm).toContain("history");
  });

  it("serves the last good list where the store's cannot be read", async () => {
    await servedBefore();
    tamper("drop table channel_book");
    const lines = await logOf();
    expect(lines.find(({ alarm }) => alarm !== undefined)?.alarm).toContain("cannot be read");
  });
});

describe("a start that cannot be", () => {
  async function failure(env: Record<string, string>) {
    const { stdout, stderr, code } = await runProgram("main", { cwd, env: { LOG_LEVEL: "info", ...env } }).ended;
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr.endsWith("\n")).toBe(true);
    const [line, ...more] = stderr.trimEnd().split("\n");
    expect(more).toEqual([]);
    return line;
  }

  it("names a wrong variable", async () => {
    expect(await failure({ PORT: "eighty" })).toBe("PORT must be a whole number from 0 to 65535");
  });

  it("names a port in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as { port: number };
    const line = await failure({ PORT: String(port), HOST: "127.0.0.1" });
    expect(line).toBe(`PORT: port ${port} is in use; stop the other program, or set PORT to another`);
    other.close();
  });

  it("names an address that is not this machine's", async () => {
    expect(await failure({ PORT: "0", HOST: "192.0.2.1" })).toBe("HOST: this machine has no such address");
  });

  it("names a data folder that cannot be made", async () => {
    writeFileSync(join(cwd, "file"), "");
    const line = await failure({ PORT: "0", DATA_DIR: join(cwd, "file/data") });
    expect(line).toMatch(/^DATA_DIR: the folder .*file\/data cannot be used \(.*\); make it writable/);
  });

  it("names a data folder whose file is no store", async () => {
    writeFileSync(join(cwd, "front-desk.sqlite"), "this is no database at all, and long enough to be seen");
    const line = await failure({ PORT: "0", DATA_DIR: cwd });
    expect(line).toMatch(
      /^DATA_DIR: the store in .* is damaged: file is not a database\. Keep a copy .* restore a backup/,
    );
  });

  it("names a store that cannot be brought up to date", async () => {
    const db = new DatabaseSync(join(cwd, "front-desk.sqlite"));
    db.exec("create table contact (something_else)");
    db.close();
    const line = await failure({ PORT: "0", DATA_DIR: cwd });
    expect(line).toMatch(/^DATA_DIR: .* cannot be used \(table "contact" already exists\)/);
  });

  it("names a store that another program holds, as one that brings it up to date", async () => {
    await (await openStore({ dataDir: join(cwd, "data") })).close();
    const db = new DatabaseSync(join(cwd, "data/front-desk.sqlite"));
    db.exec("begin immediate");
    const line = await failure({ PORT: "0" });
    db.close();
    expect(line).toMatch(
      /^DATA_DIR: another program holds the store in .*data \(database is locked\): .* wait until it is done or end it, then try again$/,
    );
  });

  it("names a store of a newer version", async () => {
    await (await openStore({ dataDir: join(cwd, "data") })).close();
    const db = new DatabaseSync(join(cwd, "data/front-desk.sqlite"));
    db.exec("insert into kysely_migration values ('9999-from-the-future', '2030-01-01T00:00:00.000Z')");
    db.close();
    const line = await failure({ PORT: "0" });
    expect(line).toMatch(/^DATA_DIR: the store in .* was written by a newer version \(.*9999-from-the-future\)/);
  });
});

describe.each(["SIGTERM", "SIGINT"] as const)("%s", (signal) => {
  it("lets a request in flight finish and keep its inquiry, takes no other, and ends well", async () => {
    const server = await startServer({ cwd, env: { LOG_LEVEL: "silent" } });
    const upload = await slowPost(server.origin, "/api/contact-inquiries", JSON.stringify(goodInquiry));
    // This response shows that the upload's headers, sent earlier, have been read.
    expect((await fetch(`${server.origin}/livez`, { headers: { connection: "close" } })).status).toBe(200);
    server.signal(signal);
    await untilRefused(server.origin);
    expect(await upload.finish()).toMatch(/^HTTP\/1\.1 201 Created\r\n/);
    const { stderr, code } = await server.ended;
    expect([stderr, code]).toEqual(["", 0]);
    expect(stored("select name, email, query from inquiry")).toEqual([
      { name: goodInquiry.name, email: goodInquiry.email, query: goodInquiry.query },
    ]);
  });
});

it("a stop as soon as the start is said ends well, and leaves no log behind", async () => {
  const stop = async (name: string) => {
    const server = await startServer({ cwd, env: { LOG_LEVEL: "silent", DATA_DIR: name } });
    server.signal("SIGTERM");
    const { code } = await server.ended;
    return [code, readdirSync(join(cwd, name)).filter((file) => file.endsWith("-wal"))];
  };
  for (const ended of await Promise.all(["a", "b", "c", "d", "e", "f"].map(stop))) expect(ended).toEqual([0, []]);
});

it("a request that never finishes does not keep the program from ending", async () => {
  const server = await startServer({ cwd, env: { LOG_LEVEL: "silent", LIMIT_SHUTDOWN_SECONDS: "1" } });
  await slowPost(server.origin, "/api/contact-inquiries", JSON.stringify(goodInquiry));
  expect((await fetch(`${server.origin}/livez`, { headers: { connection: "close" } })).status).toBe(200);
  server.signal("SIGTERM");
  expect((await server.ended).code).toBe(1);
  expect(stored("select * from inquiry")).toEqual([]);
});
