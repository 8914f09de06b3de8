import { once } from "node:events";
import { Agent, get, request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { untakenReasons } from "#domain/inquiries/untaken-mail.ts";
import { afterEach, describe, expect, it } from "vitest";
import { goodInquiry, goodReport } from "../testing-api.ts";
import { withoutTriggers } from "../audit/testing.ts";
import { readAssets } from "../http/build-manifest.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { version } from "../version.ts";
import { samplesOf, valueOf } from "./testing.ts";

/** The build's output; `npm test` builds first. */
const clientDir = join(import.meta.dirname, "../../../dist/client");
const token = "a-token-of-the-tests";

let test: TestApp;
afterEach(() => test.close());

async function begin(env: Record<string, string> = {}) {
  test = await createTestApp({ env: { METRICS_TOKEN: token, ...env }, clientDir });
}

async function scrape(): Promise<string> {
  const { statusCode, body } = await test.app.inject({
    url: "/metrics",
    headers: { authorization: `Bearer ${token}` },
  });
  expect(statusCode).toBe(200);
  return body;
}

/** Fetches over the network, where cached responses bypass the framework. */
async function fetchStatus(path: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  const { port } = test.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path, headers, agent: false }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode));
    }).on("error", reject);
  });
}

const requests = "front_desk_http_request_duration_seconds_count";

describe("/metrics", () => {
  it("requires the token", async () => {
    await begin();
    const statusOf = async (authorization?: string) =>
      (await test.app.inject({ url: "/metrics", headers: authorization === undefined ? {} : { authorization } }))
        .statusCode;
    for (const wrong of [undefined, "", "Bearer", `Basic ${token}`, `Bearer ${token}x`, `Bearer ${token.slice(1)}`]) {
      expect(await statusOf(wrong), wrong).toBe(401);
    }
    expect(await statusOf(`bearer  ${token}`)).toBe(200);
    const { headers, body } = await test.app.inject("/metrics");
    expect(headers["www-authenticate"]).toBe('Bearer realm="metrics"');
    expect(body).not.toContain("front_desk_");
  });

  it("is missing without a metrics setting", async () => {
    await begin({ METRICS_TOKEN: "" });
    expect((await test.app.inject({ url: "/metrics", headers: { authorization: "Bearer " } })).statusCode).toBe(404);
    expect(test.metrics).toBeUndefined();
  });

  it("is never cached, and has the right type", async () => {
    await begin();
    const { headers } = await test.app.inject({ url: "/metrics", headers: { authorization: `Bearer ${token}` } });
    expect(headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(headers["cache-control"]).toBe("no-store");
  });
});

describe("requests", () => {
  it("are counted by route pattern and status, also those of the response cache", async () => {
    await begin();
    let framework = 0;
    test.app.addHook("onRequest", async () => void (framework += 1));
    await test.app.listen({ port: 0, host: "127.0.0.1" });
    const { headers } = await test.app.inject("/terms");
    const entry = readAssets(clientDir).entry.path;
    framework = 0;
    for (let times = 0; times < 5; times += 1) {
      expect(await fetchStatus("/terms")).toBe(200);
      expect(await fetchStatus("/terms", { "if-none-match": String(headers.etag) })).toBe(304);
      expect(await fetchStatus(entry)).toBe(200);
    }
    // The first response of each kind; `inject` caused one.
    expect(framework).toBe(2);
    await fetchStatus("/nowhere/4111-1111");
    await fetchStatus("/api/contact-inquiries/10000000-0000-4000-8000-000000000000");
    const body = await scrape();
    expect(valueOf(body, requests, { method: "GET", route: "/terms", status: "200" })).toBe(6);
    expect(valueOf(body, requests, { method: "GET", route: "/terms", status: "304" })).toBe(5);
    expect(valueOf(body, requests, { method: "GET", route: "/assets/:name", status: "200" })).toBe(5);
    expect(valueOf(body, requests, { route: "unknown", status: "404" })).toBe(1);
    expect(valueOf(body, requests, { route: "/api/contact-inquiries/:id", status: "401" })).toBe(1);
    expect(body).not.toContain(entry);
  });

  it("have histograms whose buckets add up", async () => {
    await begin();
    for (let times = 0; times < 3; times += 1) await test.app.inject("/livez");
    const labels = { method: "GET", route: "/livez", status: "200" };
    const buckets = samplesOf(await scrape()).filter(
      ({ name, labels: { route } }) =>
        name === "front_desk_http_request_duration_seconds_bucket" && route === labels.route,
    );
    const values = buckets.map(({ value }) => value);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(buckets.at(-1)).toMatchObject({ labels: { le: "+Inf" }, value: 3 });
    expect(valueOf(await scrape(), "front_desk_http_request_duration_seconds_sum", labels)).toBeGreaterThan(0);
  });

  it("that admission control rejects are counted as well", async () => {
    await begin({ LIMIT_REQUESTS_PER_SECOND: "1", LIMIT_REQUEST_BURST: "2" });
    await test.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = test.app.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const statuses: Array<number | undefined> = [];
    for (let times = 0; times < 6; times += 1) {
      const [response] = await once(get({ host: "127.0.0.1", port, path: "/healthz", agent }), "response");
      statuses.push(response.statusCode);
      response.resume();
      await once(response, "end");
    }
    agent.destroy();
    const many = statuses.filter((status) => status === 429).length;
    expect(many).toBeGreaterThan(0);
    expect(valueOf(await scrape(), "front_desk_held_off_total", { what: "requests" })).toBe(many);
  });
});

it("counts hits and misses of the response cache", async () => {
  await begin();
  await test.app.listen({ port: 0, host: "127.0.0.1" });
  for (let times = 0; times < 4; times += 1) await fetchStatus("/contact");
  const cached = "front_desk_cached_answers_total";
  expect(valueOf(await scrape(), cached, { result: "miss" })).toBe(1);
  expect(valueOf(await scrape(), cached, { result: "hit" })).toBe(3);
  await test.services.channels.add({ type: "email", value: "help@example.com", isActive: true, proof: "" });
  await fetchStatus("/contact");
  expect(valueOf(await scrape(), cached, { result: "miss" })).toBe(2);
});

describe("inquiries", () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const send = async (payload: object, headers: Record<string, string> = {}) =>
    (await test.app.inject({ method: "POST", url: "/api/contact-inquiries", payload, headers })).statusCode;
  const count = async (outcome: string, kind = "message") =>
    valueOf(await scrape(), "front_desk_inquiries_total", { kind, outcome });

  it("are counted by what became of them", async () => {
    await begin();
    expect(await count("accepted")).toBe(0);
    const key = { "idempotency-key": "10000000-0000-4000-8000-000000000000" };
    expect([await send(goodInquiry, key), await send(goodInquiry, key)]).toEqual([201, 201]);
    expect(await send({ ...goodInquiry, query: "other words, the same key" }, key)).toBe(422);
    expect(await send({ ...goodInquiry, homepage: "https://spam.example" })).toBe(201);
    expect(await send({})).toBe(422);
    const fields = new URLSearchParams({ ...goodInquiry, query: "by the form without scripts" }).toString();
    const posted = { method: "POST", headers: form } as const;
    expect(await test.app.inject({ ...posted, url: "/contact/message", payload: fields })).toMatchObject({
      statusCode: 303,
    });
    await test.app.inject({ ...posted, url: "/contact/message", payload: "name=" });
    await test.app.inject({ ...posted, url: "/report", payload: new URLSearchParams(goodReport).toString() });
    await test.app.inject({ method: "POST", url: "/api/impostor-reports", payload: {} });
    const outcomes = ["accepted", "suspected", "repeated", "refused", "held_up", "failed"];
    expect(await Promise.all(outcomes.map((outcome) => count(outcome)))).toEqual([2, 1, 1, 3, 0, 0]);
    expect(await Promise.all(outcomes.map((outcome) => count(outcome, "impostor")))).toEqual([1, 0, 0, 1, 0, 0]);
  });

  it("are counted as throttled while there are too many, with the flood", async () => {
    await begin({ LIMIT_FLOOD_INQUIRIES_PER_MINUTE: "2" });
    expect(valueOf(await scrape(), "front_desk_flood")).toBe(0);
    const statuses = [];
    for (let times = 0; times < 6; times += 1) statuses.push(await send({ ...goodInquiry, query: `number ${times}` }));
    const heldUp = statuses.filter((status) => status === 429).length;
    expect(heldUp).toBeGreaterThan(0);
    expect(await count("held_up")).toBe(heldUp);
    expect(valueOf(await scrape(), "front_desk_flood")).toBe(1);
  });
});

it("exports the outbox's waiting and dead messages and the age of the oldest", async () => {
  await begin();
  const { outbox } = test.services;
  const now = () => test.clock.now();
  expect(valueOf(await scrape(), "front_desk_outbox_oldest_seconds", { channel: "email" })).toBe(0);
  await outbox.add({ kind: "invitation", memberId: "one" });
  test.clock.advance({ seconds: 60 });
  await outbox.add({ kind: "invitation", memberId: "two" });
  test.clock.advance({ seconds: 30 });
  let body = await scrape();
  expect(valueOf(body, "front_desk_outbox_messages", { channel: "email", state: "waiting" })).toBe(2);
  expect(valueOf(body, "front_desk_outbox_oldest_seconds", { channel: "email" })).toBe(90);
  expect(valueOf(body, "front_desk_outbox_messages", { channel: "webhook" })).toBe(0);
  const [first, second] = await test.store.outbox.claim("email", now(), { max: 2, except: [] });
  await test.store.outbox.settle(first?.id ?? "", { state: "dead", attempts: 1, problem: "refused" }, now());
  await test.store.outbox.settle(second?.id ?? "", { state: "delivered", attempts: 1, problem: null }, now());
  body = await scrape();
  expect(valueOf(body, "front_desk_outbox_messages", { channel: "email", state: "waiting" })).toBe(0);
  expect(valueOf(body, "front_desk_outbox_messages", { channel: "email", state: "dead" })).toBe(1);
  expect(valueOf(body, "front_desk_outbox_oldest_seconds", { channel: "email" })).toBe(0);
});

it("exports the store's latency, its engine, and the event loop's delay", async () => {
  await begin();
  await test.services.inquiries.submit(goodInquiry);
  const body = await scrape();
  const took = "front_desk_store_duration_seconds";
  expect(valueOf(body, `${took}_count`, { operation: "inquiries.insert" })).toBe(1);
  expect(valueOf(body, `${took}_sum`, { operation: "inquiries.insert" })).toBeGreaterThan(0);
  expect(valueOf(await scrape(), `${took}_count`, { operation: "ping" })).toBeGreaterThan(0);
  expect(valueOf(body, "front_desk_store_info", { engine: test.store.engine })).toBe(1);
  expect(valueOf(body, "front_desk_build_info", { version, schema: test.store.schema })).toBe(1);
  expect(valueOf(body, "nodejs_eventloop_lag_p99_seconds")).toBeGreaterThanOrEqual(0);
  expect(valueOf(body, "front_desk_channels_alarm")).toBe(0);
  expect(valueOf(body, "front_desk_settings_alarm")).toBe(0);
});

it("exports whether backups were made and failed, and what the checks of store and audit log found", async () => {
  await begin();
  const { audit, backups } = test.services;
  const values = async (...names: string[]) => {
    const body = await scrape();
    return names.map((name) => valueOf(body, `front_desk_${name}`));
  };
  const ofBackups = () => values("backup_missing", "backup_failed", "backup_age_seconds");
  expect(await ofBackups()).toEqual([1, 0, undefined]);
  await audit.record({ kind: "backup-made", by: null, about: { bytes: 1 } });
  expect(await ofBackups()).toEqual([0, 0, expect.any(Number)]);
  await audit.record({ kind: "backup-failed", by: null, about: { why: "the disk is full" } });
  expect(await ofBackups()).toEqual([0, 1, expect.any(Number)]);
  backups.outcome = () => Promise.reject(new Error("the store is away"));
  expect(await ofBackups()).toEqual([0, 1, expect.any(Number)]);

  expect(await values("store_problems", "audit_log_broken")).toEqual([undefined, undefined]);
  await audit.check();
  expect(await values("audit_log_broken")).toEqual([0]);
  await withoutTriggers(test.db, () => test.db.updateTable("audit_entry").set({ entry: "{}" }).execute());
  await audit.check();
  expect(await values("audit_log_broken")).toEqual([1]);
  if (test.store.engine !== "sqlite") return;
  const store = { checkedAt: new Date(0).toISOString(), problems: ["a row"], unwatched: null };
  const state = await backups.state();
  backups.state = () => Promise.resolve({ ...state, store });
  expect(await values("store_problems")).toEqual([1]);
});

it("exports how many emails are set aside, and how many entries the audit log has", async () => {
  await begin();
  const { audit, untakenMails } = test.services;
  expect(valueOf(await scrape(), "front_desk_untaken_mails")).toBe(0);
  await untakenMails.add({ raw: Buffer.from("no email"), way: "push", reason: "no-sender" });
  await audit.record({ kind: "backup-made", by: null, about: { bytes: 1 } });
  await audit.record({ kind: "backup-made", by: null, about: { bytes: 2 } });
  const entries = await test.db.selectFrom("audit_entry").select("number").execute();
  const body = await scrape();
  expect(valueOf(body, "front_desk_untaken_mails")).toBe(1);
  expect(valueOf(body, "front_desk_audit_entries")).toBe(entries.length);
  expect(valueOf(body, "front_desk_untaken_mails_total", { reason: "no-sender" })).toBe(1);
});

describe("labels", () => {
  it(
    "What our server counts of its own work holds nothing about any visitor: no label has what anybody has typed, sent " +
      "or is",
    async () => {
      await begin({ LIMIT_INQUIRIES_PER_MINUTE: "3", LIMIT_INQUIRY_BURST: "3" });
      await test.app.listen({ port: 0, host: "127.0.0.1" });
      const { port } = test.app.server.address() as AddressInfo;
      // A marker to find in any output.
      const mark = "hostile";
      const person = {
        ...goodInquiry,
        name: `${mark} "name",le="0.1"`,
        email: `${mark}@example.com`,
        city: `${mark}\\n# HELP x`,
        query: `${mark} words`,
      };
      const headers = {
        "user-agent": `${mark}-agent`,
        referer: `https://${mark}.example/`,
        "x-forwarded-for": "203.0.113.77",
        cookie: `session=${mark}; device=${mark}`,
        authorization: `Bearer ${mark}`,
        "idempotency-key": mark,
        host: `${mark}.example`,
      };
      const paths = [
        `/${mark}`,
        `/${mark}@example.com/%22,route=%22x`,
        `/%zz${mark}`,
        `/?${mark}=1`,
        `/contact?tab=${mark}`,
        `/assets/${mark}.js`,
        `/receipt?key=${mark}`,
        `/contact/message?sent=${mark}`,
        `/api/${mark}`,
        `/api/contact-inquiries/${mark}`,
        `/api/contact-inquiries?search=${mark}`,
        `/qr/${mark}.svg`,
        `/metrics?${mark}`,
        `//${mark}`,
        `http://${mark}.example/`,
        "*",
      ];
      const methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PROPFIND", "TRACE", "M-SEARCH"];
      for (const path of paths) {
        for (const method of methods) {
          await new Promise<void>((resolve) => {
            const sent = ask({ host: "127.0.0.1", port, path, method, headers, agent: false }, (response) => {
              response.resume().on("close", resolve);
            });
            sent.on("error", () => resolve());
            sent.end();
          });
        }
      }
      const cookie = await test.signIn();
      for (let times = 0; times < 5; times += 1) {
        await test.app.inject({ method: "POST", url: "/api/contact-inquiries", payload: person });
        await test.app.inject({
          method: "POST",
          url: "/api/impostor-reports",
          payload: { reported: `${mark} number`, happened: `${mark} story`, reach: `${mark}@example.com` },
        });
        await test.app.inject({ method: "POST", url: "/api/verify", payload: { text: `@${mark}` } });
        await test.app.inject({
          method: "POST",
          url: "/api/session",
          payload: { email: person.email, password: mark },
        });
        await test.app.inject({ url: `/api/contact-inquiries?search=${mark}`, headers: { cookie } });
      }
      const body = await scrape();
      expect(body.toLowerCase()).not.toContain(mark);
      expect(body).not.toContain("203.0.113");
      expect(body).not.toContain("127.0.0.1");
      expect(body).not.toMatch(/@|[0-9a-f]{8}-[0-9a-f]{4}-/);
      for (const { name, labels } of samplesOf(body)) {
        for (const [key, value] of Object.entries(labels))
          expect(isKnown(name, key, value), `${name} ${key}=${value}`).toBe(true);
      }
    },
  );
});

/** Whether a label's value is one that the program defines. */
function isKnown(name: string, key: string, value: string): boolean {
  if (!name.startsWith("front_desk_")) return /^[\w.+-]+$/.test(value);
  // A known route pattern with at least one method.
  if (key === "route")
    return value === "unknown" || test.app.hasRoute({ url: value, method: "GET" }) || hasChange(value);
  const words: Record<string, RegExp> = {
    method: /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|other)$/,
    status: /^[1-5]\d\d$/,
    le: /^(\d+(\.\d+)?|\+Inf)$/,
    operation: /^[a-z]+(\.[a-z]+)?$/i,
    version: /^\d+\.\d+\.\d+$/,
    schema: /^\d{4}-[a-z-]+$/,
    engine: /^(sqlite|postgresql)$/,
    kind: /^(message|impostor)$/,
    outcome: /^(accepted|suspected|repeated|refused|held_up|failed|done|gone)$/,
    channel: /^(email|webhook|telegram)$/,
    reason: new RegExp(`^(${[...untakenReasons, "busy", "full"].join("|")})$`),
    place: /^(data|backups)$/,
    state: /^(waiting|dead)$/,
    result: /^(hit|miss)$/,
    what: /^(requests|connections)$/,
  };
  return words[key]?.test(value) === true;
}

const hasChange = (url: string) =>
  (["POST", "PUT", "PATCH", "DELETE"] as const).some((method) => test.app.hasRoute({ url, method }));
