import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, describe, expect, it } from "vitest";
import { startServer, untilEnded } from "./testing-program.ts";

/** Values that must never be logged, each in the field where a visitor or the team sends it. */
const secret = {
  name: "Asha Secretname",
  phone: "+91 90000 77777",
  email: "secret-address@example.com",
  city: "Secretpur",
  query: "a secret message",
  path: "secret-path",
  search: "secret-query",
  visitor: "203.0.113.99",
  agent: "SecretBrowser/1.0",
  referrer: "https://secret-referrer.example/",
  password: "a secret password",
  ownerEmail: "secret-owner@example.com",
  header: "secret-header",
  asked: "@secret_asked",
  happened: "a secret that happened",
};
const proxysId = "4f3a9c0d1e2b5a687f8e9d0c1b2a3948";
const inquiry = { name: secret.name, phone: secret.phone, email: secret.email, city: secret.city, query: secret.query };

const visitor = {
  "x-forwarded-for": secret.visitor,
  "user-agent": secret.agent,
  referer: secret.referrer,
};
const json = { ...visitor, "content-type": "application/json" };
const form = { ...visitor, "content-type": "application/x-www-form-urlencoded" };

interface Line {
  level: number;
  msg?: string;
  reqId?: string;
  [more: string]: unknown;
}
let output: string;
let errors: string;
let lines: Line[];
const statuses: number[] = [];
const tokens: string[] = [];

/** Runs the real program at log level trace, with requests of every kind. */
beforeAll(async () => {
  const cwd = mkdtempSync(join(tmpdir(), "front-desk-logs-"));
  const env = {
    LOG_LEVEL: "trace",
    TRUST_PROXY: "loopback",
    LIMIT_BODY_BYTES: "4096",
    ADMIN_EMAIL: secret.ownerEmail,
    ADMIN_PASSWORD: secret.password,
  };
  const server = await startServer({ cwd, env });
  const send = async (path: string, init: RequestInit = { headers: visitor }) => {
    const response = await fetch(server.origin + path, { redirect: "manual", ...init });
    statuses.push(response.status);
    await response.arrayBuffer();
    return response;
  };
  const post = (path: string, body: string, headers: Record<string, string>) =>
    send(path, { method: "POST", body, headers });

  for (const path of ["/", "/contact", "/terms", "/privacy", "/contact/message", "/ContactAdmin", "/robots.txt"]) {
    await send(`${path}?q=${secret.search}`);
  }
  for (const path of [`/${secret.path}`, `/api/${secret.path}`, `/%zz${secret.path}`, `/api/contacts/${secret.path}`]) {
    await send(`${path}?q=${secret.search}`);
    await post(path, JSON.stringify(inquiry), json);
  }
  for (const path of ["/", "/api/contacts", "/nowhere"]) {
    // The second request for a page is answered from the cache.
    await send(path, { headers: { ...visitor, "x-request-id": `${proxysId}","level":60` } });
    await send(path, { headers: { ...visitor, "x-request-id": proxysId } });
  }
  await send("/api/contacts/active", { headers: { ...visitor, "x-anything": secret.header } });
  await send("/api/contacts/history", { headers: { ...visitor, cookie: `session=${secret.header}` } });

  await post("/api/contact-inquiries", JSON.stringify(inquiry), json);
  await post("/api/contact-inquiries", JSON.stringify({ ...inquiry, email: `${secret.email}@` }), json);
  await post("/api/contact-inquiries", `${JSON.stringify(inquiry)}}`, json);
  await post("/api/contact-inquiries", JSON.stringify({ ...inquiry, query: secret.query.repeat(500) }), json);
  await post("/api/contact-inquiries", secret.query, { ...visitor, "content-type": `text/${secret.header}` });
  await post("/api/contact-inquiries", JSON.stringify(inquiry), { ...json, origin: secret.referrer });
  const sent = await post("/contact/message", new URLSearchParams(inquiry).toString(), form);
  await post("/contact/message", new URLSearchParams({ ...inquiry, email: secret.name }).toString(), form);

  const sentAt = String(sent.headers.get("location"));
  const [, receiptKey = ""] = sentAt.split("=");
  tokens.push(receiptKey);
  await send(sentAt);
  await send(`/receipt?key=${receiptKey}`);
  await post("/receipt/erase", `key=${receiptKey}`, { ...form, origin: secret.referrer });
  await post("/receipt/erase", `key=${receiptKey}`, form);
  await send(`/receipt?key=${receiptKey}`);

  for (const asked of [secret.asked, `${secret.asked}${"x".repeat(500)}`]) {
    await post("/api/verify", JSON.stringify({ text: asked }), json);
    await post("/verify", new URLSearchParams({ text: asked }).toString(), form);
    await post("/report", new URLSearchParams({ about: asked }).toString(), form);
    const report = { reported: asked, happened: secret.happened, reach: secret.email };
    await post("/api/impostor-reports", JSON.stringify(report), json);
    await post("/report", new URLSearchParams(report).toString(), form);
  }

  const signIn = (password: string) =>
    post("/api/session", JSON.stringify({ email: secret.ownerEmail, password }), json);
  await signIn(`${secret.password}, but wrong`);
  const signedIn = await signIn(secret.password);
  const cookie = String(signedIn.headers.get("set-cookie")).split(";")[0] ?? "";
  tokens.push(cookie.replace("session=", ""));
  await post("/api/password", JSON.stringify({ token: secret.header, password: secret.password }), json);
  await send("/ContactAdmin", { headers: { ...visitor, cookie } });
  // A search term is part of the URL and may be a visitor's text.
  for (const searched of [secret.name, secret.phone, secret.email, secret.query]) {
    const search = `?search=${encodeURIComponent(searched)}`;
    await send(`/api/contact-inquiries${search}`, { headers: { ...visitor, cookie } });
    await send(`/ContactAdmin/inquiries${search}`, { headers: { ...visitor, cookie } });
  }
  await post("/api/contacts", JSON.stringify({ type: "email", value: secret.email, proof: secret.name }), {
    ...json,
    cookie,
  });
  await noHttp(server.origin, `${secret.query}\r\n\r\n`);
  // The beginning of TLS handshakes.
  for (let times = 0; times < 3; times += 1) await noHttp(server.origin, "\u0016\u0003\u0001\u0002\u0000\u0001");
  await noHttp(
    server.origin,
    `GET /${secret.path} HTTP/1.1\r\nHost: a\r\nX-Long: ${secret.header.repeat(5000)}\r\n\r\n`,
  );

  // Makes the store fail.
  const db = new DatabaseSync(join(cwd, "data/front-desk.sqlite"));
  db.exec("drop table inquiry; alter table channel_change rename to lost; drop table sign_in_failure");
  db.close();
  await post("/api/contact-inquiries", JSON.stringify(inquiry), json);
  await post("/contact/message", new URLSearchParams(inquiry).toString(), form);
  await signIn(secret.password);
  await send("/api/contacts/history", { headers: { ...visitor, cookie } });

  server.signal("SIGTERM");
  ({ stdout: output, stderr: errors } = await server.ended);
  // The two lines for the operator are not part of the log.
  const log = output.split("\n").filter((line) => line !== "" && !line.startsWith("The site is at "));
  lines = log.map((line) => JSON.parse(line) as Line);
  rmSync(cwd, { recursive: true });
}, 60_000);

/** Sends bytes that are not HTTP and waits for the connection to end. */
async function noHttp(origin: string, bytes: string): Promise<void> {
  const socket = connect(Number(new URL(origin).port), "localhost");
  await once(socket, "connect");
  socket.write(bytes);
  await untilEnded(socket);
}

describe("the log of a run with requests of every kind", () => {
  it("met every kind: pages, refusals, and a store that fails", () => {
    expect(new Set(statuses)).toEqual(new Set([200, 201, 303, 400, 401, 403, 404, 405, 409, 413, 415, 422, 500]));
    expect(errors).toBe("");
  });

  it("is a line of JSON each, with an id for each request", () => {
    const answered = lines.filter(({ msg }) => msg === "request completed");
    expect(answered).toHaveLength(statuses.length);
    expect(answered.map(({ status }) => status)).toEqual(statuses);
    const made = answered.filter(({ reqId }) => reqId !== proxysId);
    for (const { reqId } of made) expect(reqId).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(made.map(({ reqId }) => reqId)).size).toBe(made.length);
  });

  it("has the id that the proxy gave a request, be it answered from the cache, by the API or by a page", () => {
    const given = lines.filter(({ reqId }) => reqId === proxysId);
    expect(given.map(({ route, status }) => `${String(route)} ${String(status)}`)).toEqual([
      "/ 200",
      "/api/contacts 401",
      "unknown 404",
    ]);
  });

  it("logs the route, the status and the time, and nothing else", () => {
    for (const line of lines.filter(({ msg }) => msg === "request completed")) {
      expect(Object.keys(line).sort()).toEqual(["level", "method", "ms", "msg", "reqId", "route", "status", "time"]);
    }
    const routes = new Set(lines.map(({ route }) => route));
    expect([...routes]).toEqual(expect.arrayContaining(["/", "/api/contacts", "/contact/message", "unknown"]));
  });

  it("holds every fault of ours, with the id of its request and where it was", () => {
    // Background jobs, such as the integrity check, may fail on the lost tables too.
    const faults = lines.filter(({ level, msg }) => level >= 50 && msg === "a request failed");
    expect(faults).toHaveLength(statuses.filter((status) => status >= 500).length);
    for (const fault of faults) {
      expect(fault.reqId).toMatch(/^[0-9a-f-]{36}$/);
      expect(fault.err).toMatchObject({
        message: expect.stringContaining("no such table"),
        stack: expect.stringMatching(/at .*\/src\/server\/store\/\S+\.ts:\d+:\d+/),
      });
    }
  });

  it("says once that clients speak TLS to it", () => {
    const warned = lines.filter(({ msg }) => msg?.startsWith("a client speaks TLS (https) to this port"));
    expect(warned).toMatchObject([{ level: 40, count: 1 }]);
  });

  it.each(Object.entries(secret))("never holds the %s", (_what, value) => {
    for (const writing of [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]) {
      expect(output).not.toContain(writing);
    }
  });

  it("never holds a token", () => {
    for (const token of tokens) {
      expect(token.length).toBeGreaterThan(20);
      expect(output).not.toContain(token);
    }
  });

  it("never holds a visitor's address, nor a field for one", () => {
    const others = lines.filter(({ msg }) => !String(msg).startsWith("Server listening"));
    expect(JSON.stringify(others)).not.toMatch(/127\.0\.0\.1|::1|remote|"ip"|"host"|"url"|"headers"/);
  });
});
