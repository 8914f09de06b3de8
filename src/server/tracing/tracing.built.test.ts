import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startReceiver } from "../notifications/testing.ts";
import { goodInquiry, goodPassword } from "../testing-api.ts";
import { slowPost, startServer } from "../testing-program.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "front-desk-traces-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

const json = { "content-type": "application/json" };
const owner = { email: "owner@example.com", password: goodPassword };
const visitorAddress = "203.0.113.99";
const traceId = "0af7651916cd43dd8448eb211c80319c";
const proxysSpan = "b7ad6b7169203331";

interface Span {
  traceId: string;
  id: string;
  parent: string;
  name: string;
  attributes: Record<string, unknown>;
}

/** A receiver of OTLP over HTTP (https://opentelemetry.io/docs/specs/otlp/), which keeps what it gets. */
async function startCollector() {
  const exports: Array<{ path: string; authorization: string | undefined; body: Buffer }> = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const { url: path = "", headers } = request;
    exports.push({ path, authorization: headers.authorization, body: await buffer(request) });
    response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
  };
  const server = createServer((request, response) => void take(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exports,
    bytes: () => Buffer.concat(exports.map(({ body }) => body)),
    spans: () => exports.flatMap(({ body }) => spansOf(body)),
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/**
 * The fields of a protobuf message (https://protobuf.dev/programming-guides/encoding/), numbers as they are encoded.
 */
function fieldsOf(message: Buffer): Array<[field: number, value: Buffer]> {
  const fields: Array<[number, Buffer]> = [];
  let at = 0;
  const varint = () => {
    for (let value = 0, scale = 1; ; scale *= 128) {
      const byte = message.readUInt8(at++);
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const start = at;
    const length = tag % 8 === 0 ? (varint(), at - start) : tag % 8 === 1 ? 8 : tag % 8 === 5 ? 4 : varint();
    const from = tag % 8 === 2 ? at : start;
    at = from + length;
    fields.push([Math.floor(tag / 8), message.subarray(from, at)]);
  }
  return fields;
}

const inside = (message: Buffer, field: number) =>
  fieldsOf(message).flatMap(([number, value]) => (number === field ? [value] : []));

/** The spans of an `ExportTraceServiceRequest`. */
function spansOf(body: Buffer): Span[] {
  const spans = inside(body, 1).flatMap((resource) => inside(resource, 2).flatMap((scope) => inside(scope, 2)));
  return spans.map((span) => {
    const one = (field: number) => inside(span, field)[0] ?? Buffer.alloc(0);
    const attributes = inside(span, 9).map((pair) => {
      const [value] = fieldsOf(inside(pair, 2)[0] ?? Buffer.alloc(0));
      // A number below 2^14 is enough here.
      const number =
        value?.[0] === 3 ? value[1].reduce((sum, byte, index) => sum + (byte & 127) * 128 ** index, 0) : null;
      return [String(inside(pair, 1)[0]), number ?? String(value?.[1])];
    });
    return {
      traceId: one(1).toString("hex"),
      id: one(2).toString("hex"),
      parent: one(4).toString("hex"),
      name: one(5).toString(),
      attributes: Object.fromEntries(attributes),
    };
  });
}

it("traces an inquiry from the proxy to the database, and its delivery, without anything of the visitor", async () => {
  const [collector, hook] = await Promise.all([startCollector(), startReceiver()]);
  const headersFile = join(cwd, "otlp-headers");
  writeFileSync(headersFile, "authorization=Bearer%20made-up\n", { mode: 0o600 });
  const { origin, signal, ended } = await startServer({
    cwd,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
      OTEL_EXPORTER_OTLP_HEADERS_FILE: headersFile,
      OTEL_SERVICE_NAME: "desk-1",
      TRUST_PROXY: "loopback",
      WEBHOOK_PRIVATE_HOSTS: "127.0.0.1",
      ADMIN_EMAIL: owner.email,
      ADMIN_PASSWORD: owner.password,
    },
  });
  const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(origin + path, {
      method,
      headers: { ...json, "x-forwarded-for": visitorAddress, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
  const signedIn = await send("POST", "/api/session", owner);
  const cookie = String(signedIn.headers.get("set-cookie")).split(";")[0] ?? "";
  const settings = { retentionDays: 180, acknowledge: false, says: "all", mail: null, telegram: null };
  const webhook = { url: `${hook.origin}/hook` };
  const set = await send("PUT", "/api/settings", { ...settings, webhook }, { cookie, "if-match": '"0"' });
  expect(set.status).toBe(200);

  const traced = { traceparent: `00-${traceId}-${proxysSpan}-01` };
  const sent = await send("POST", "/api/contact-inquiries", goodInquiry, traced);
  expect(sent.headers.get("x-request-id")).toBe(traceId);
  const { reference, receipt } = await sent.json();
  // Written together, in one transaction.
  const together = ["1", "2", "3", "4", "5"].map((digit) => digit.repeat(32));
  await Promise.all(
    together.map((id) =>
      send("POST", "/api/contact-inquiries", goodInquiry, { traceparent: `00-${id}-${proxysSpan}-01` }),
    ),
  );
  // The end of a body that comes in pieces is not part of what began with its head.
  const slow = await slowPost(origin, "/api/contact-inquiries", JSON.stringify({ ...goodInquiry, query: "x" }));
  await sleep(100);
  const slowEnded = slow.finish();
  await hook.untilCalled(7);
  await send("GET", receipt);
  const found = await send("GET", `/api/contact-inquiries?search=${goodInquiry.city}`, undefined, { cookie });
  expect(await found.text()).toContain(reference);
  await send("GET", `/${goodInquiry.city}?email=${goodInquiry.email}`);
  signal("SIGTERM");
  const { code, stdout } = await ended;
  expect(code).toBe(0);
  await Promise.all([slowEnded, collector.close(), hook.close()]);

  for (const { path, authorization } of collector.exports)
    expect([path, authorization]).toEqual(["/v1/traces", "Bearer made-up"]);
  const bytes = collector.bytes().toString("latin1");
  expect(bytes).toContain("desk-1");
  const spans = collector.spans();

  const own = spans.filter((span) => span.traceId === traceId);
  const [request, ...others] = own.filter(({ parent }) => parent === proxysSpan);
  expect(others).toEqual([]);
  expect(request).toMatchObject({
    name: "POST /api/contact-inquiries",
    attributes: {
      "http.request.method": "POST",
      "http.route": "/api/contact-inquiries",
      "http.response.status_code": 201,
      "request.id": traceId,
      "inquiry.reference": reference,
    },
  });
  const insert = own.find(({ name, parent }) => name === "inquiries.insert" && parent === request?.id);
  const within = own.filter(({ parent }) => parent === insert?.id);
  expect(within.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["BEGIN", "INSERT inquiry", "INSERT outbox", "COMMIT"]),
  );
  expect(within.find(({ name }) => name === "INSERT inquiry")?.attributes).toEqual({
    "db.system.name": "sqlite",
    "db.operation.name": "INSERT",
    "db.collection.name": "inquiry",
  });

  for (const id of together)
    expect(spans.filter((span) => span.traceId === id && span.name === "INSERT inquiry")).toHaveLength(1);

  expect(spans.filter(({ name }) => name === "inquiries.insert")).toHaveLength(7);

  const delivery = spans.find(
    ({ name, attributes }) => name === "deliver webhook" && attributes["inquiry.reference"] === reference,
  );
  expect(delivery).toMatchObject({
    parent: "",
    attributes: {
      "delivery.kind": "inquiry",
      "delivery.channel": "webhook",
      "delivery.outcome": "delivered",
      "inquiry.reference": reference,
    },
  });
  const settle = spans.find(({ name, parent }) => name === "outbox.settle" && parent === delivery?.id);
  expect(spans.map(({ name, parent }) => [name, parent])).toContainEqual(["UPDATE outbox", settle?.id]);

  const search = spans.find(({ name }) => name === "GET /api/contact-inquiries");
  expect(spans.filter(({ parent }) => parent === search?.id).map(({ name }) => name)).toContain("inbox.list");
  expect(spans.filter(({ name }) => name === "GET").map(({ attributes }) => attributes)).toMatchObject([
    { "http.response.status_code": 404 },
  ]);

  const secrets = [...Object.values(goodInquiry), ...Object.values(owner), visitorAddress, hook.origin, "/hook"];
  const keys = [new URL(receipt, origin).search.slice(1).split("=").at(-1), cookie.split("=").at(-1)];
  for (const text of [...secrets, ...keys, "127.0.0.1", "insert into", "search="]) {
    expect(text?.length, text).toBeGreaterThan(0);
    expect(bytes, text).not.toContain(text);
  }
  expect(stdout).not.toContain("traces could not");
});

it("a collector that is down disturbs no request and no stop, and is told once", async () => {
  const collector = await startCollector();
  await collector.close();
  const endpoint = `${collector.origin}/v1/traces`;
  const env = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_TIMEOUT: "500" };
  const { origin, signal, ended } = await startServer({ cwd, env });
  const body = JSON.stringify(goodInquiry);
  expect((await fetch(`${origin}/api/contact-inquiries`, { method: "POST", headers: json, body })).status).toBe(201);
  // More than one export takes.
  for (let times = 0; times < 12; times += 1)
    await Promise.all(Array.from({ length: 50 }, () => fetch(`${origin}/livez`)));
  const since = performance.now();
  signal("SIGTERM");
  const { code, stdout, stderr } = await ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(performance.now() - since).toBeLessThan(10_000);
  expect(stdout.match(/"msg":"traces could not be exported"/g)).toHaveLength(1);
});

it("is loaded only with an endpoint", async () => {
  const dist = join(import.meta.dirname, "../../../dist/server");
  const files = readdirSync(dist).filter(
    (file) => file.endsWith(".js") && readFileSync(join(dist, file), "utf8").includes("BatchSpanProcessor"),
  );
  expect(files.length).toBeGreaterThan(0);

  /** Returns the files that a server has loaded, by the coverage that Node writes at its end. */
  async function loaded(env: Record<string, string>): Promise<string[]> {
    const coverage = mkdtempSync(join(cwd, "coverage-"));
    const { origin, signal, ended } = await startServer({ cwd, env: { ...env, NODE_V8_COVERAGE: coverage } });
    await fetch(`${origin}/api/contact-inquiries`, {
      method: "POST",
      headers: json,
      body: JSON.stringify(goodInquiry),
    });
    signal("SIGTERM");
    await ended;
    const reports = readdirSync(coverage)
      .map((file) => readFileSync(join(coverage, file), "utf8"))
      .join();
    expect(reports).toContain("/main");
    return files.filter((file) => reports.includes(file));
  }
  expect(await loaded({})).toEqual([]);
  // The commands have files of their own, of the same names but for the hash.
  const namesOf = (list: string[]) => new Set(list.map((file) => file.replace(/-[\w-]{8}\.js$/, "")));
  expect(namesOf(await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" }))).toEqual(namesOf(files));
});
