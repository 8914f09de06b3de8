import * as fc from "fast-check";
import type { Call } from "./openapi.ts";
import { places } from "./recent-ids.ts";

export interface HostileRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
  withSession: boolean;
}

export interface Asked {
  call: Call;
  request: HostileRequest;
}

/** Texts that have broken other programs: SQL and FTS quotes, markup, templates, escapes, unusual Unicode. */
const nasty = [
  "",
  " ",
  "'",
  '"',
  "' OR 1=1 --",
  "'; drop table inquiry; --",
  '" OR ""="',
  "* NEAR(",
  "a AND NOT (",
  "{",
  "<script>alert(1)</script>",
  "${7*7}",
  "{{7*7}}",
  "../../../etc/passwd",
  "%00",
  "\u0000",
  "\u202E",
  "\uFEFF",
  "\uD800",
  "\uDC00x",
  "\r\nSet-Cookie: a=b",
  "javascript:alert(1)",
  "data:text/html,x",
  "https://nowhere.invalid/",
  "http://127.0.0.1:1/",
  "http://[::1]/",
  "__proto__",
  "constructor",
  "null",
  "undefined",
  "NaN",
  "1e999",
  "-1",
  "9007199254740993",
  "2026-02-30T25:61:00Z",
  "0000-00-00",
  "a@b",
  "a@b.invalid",
  "+91 90000 00001",
  "९".repeat(12),
  "a".repeat(10_000),
  "()".repeat(500),
  "\n".repeat(300),
  "👩‍👩‍👧‍👦".repeat(50),
  "whatsapp",
  "website",
  "true",
  "6b1f0a52-6f0c-4a6e-9a55-2f1a3c7b9d10",
];

const nastyText = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ maxLength: 20 }),
);
const nastyNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 2 ** 53, -(2 ** 63), 1e308, 5e-324, 1.5),
  fc.integer(),
  fc.double(),
);
const nastyValue = fc.oneof(
  { weight: 4, arbitrary: nastyText },
  { weight: 2, arbitrary: nastyNumber },
  fc.constantFrom(null, true, false, [], {}, [[]], { toString: 1 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Valid values by field name, so that requests get past validation and reach the handlers. */
const fitting: Readonly<Record<string, readonly unknown[]>> = {
  name: ["Asha Example"],
  phone: ["+91 90000 00001"],
  email: ["asha@example.com", "ravi@example.com"],
  city: ["Jaipur"],
  query: ["When does my withdrawal arrive?"],
  text: ["+91 90000 00001", "Thank you for writing."],
  title: ["Welcome", "On its way"],
  reported: ["+91 90000 00002", "https://t.me/nobody_example"],
  value: ["+91 90000 00003", "https://t.me/other_example", "https://example.com/x", "x@example.com"],
  proof: ["Answers within a day"],
  from: ["2099-01-01T00:00:00Z"],
  until: ["2099-02-01T00:00:00Z"],
  minutes: [1],
  retentionDays: [3650],
  version: [0, 1, 2, 3],
};

/** Values that match a JSON schema, and sometimes do not. `name` is the field's name. */
function near(schema: Record<string, unknown>, name = "", depth = 0): fc.Arbitrary<unknown> {
  const inside = (part: Record<string, unknown>, its = name) => near(part, its, depth + 1);
  const wrong = { weight: 1, arbitrary: nastyValue };
  // Our own document: its schemas have this shape.
  const {
    type,
    properties,
    required = [],
    items,
    enum: options,
    anyOf,
    oneOf,
    const: only,
  } = schema as {
    type?: string | string[];
    properties?: Record<string, Record<string, unknown>>;
    required?: string[];
    items?: Record<string, unknown>;
    enum?: unknown[];
    anyOf?: Array<Record<string, unknown>>;
    oneOf?: Array<Record<string, unknown>>;
    const?: unknown;
  };
  if (depth > 4) return nastyValue;
  if (only !== undefined) return fc.oneof({ weight: 4, arbitrary: fc.constant(only) }, wrong);
  if (options !== undefined) return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...options) }, wrong);
  const choices = anyOf ?? oneOf;
  if (choices !== undefined)
    return fc.oneof({ weight: 6, arbitrary: fc.oneof(...choices.map((choice) => inside(choice))) }, wrong);
  if (properties !== undefined) {
    const fields = Object.fromEntries(Object.entries(properties).map(([field, part]) => [field, inside(part, field)]));
    const whole = fc.record(fields, { requiredKeys: required.filter((field) => field in fields) });
    const odd = fc.tuple(whole, fc.constantFrom("__proto__", "constructor", "extra", ""), nastyValue);
    return fc.oneof(
      { weight: 3, arbitrary: fc.record(fields) },
      { weight: 4, arbitrary: whole },
      {
        weight: 1,
        arbitrary: fc.oneof(...Object.entries(fields).map(([field, value]) => fc.record({ [field]: value }))),
      },
      fc.record(fields, { requiredKeys: [] }),
      odd.map(([object, field, value]) => Object.defineProperty({ ...object }, field, { value, enumerable: true })),
      wrong,
    );
  }
  if (type === "array")
    return fc.oneof({ weight: 3, arbitrary: fc.array(inside(items ?? {}), { maxLength: 5 }) }, wrong);
  if (type === "null") return fc.constant(null);
  if (type === "boolean") return fc.oneof({ weight: 3, arbitrary: fc.boolean() }, wrong);
  const fits = /ids?$/i.test(name) ? places : (fitting[name] ?? []);
  const fit = fits.length === 0 ? [] : [{ weight: 40, arbitrary: fc.constantFrom(...fits) }];
  if (type === "integer" || type === "number") return fc.oneof(...fit, { weight: 3, arbitrary: nastyNumber }, wrong);
  return fc.oneof(...fit, { weight: 5, arbitrary: nastyText }, wrong);
}

/** Bodies that are not JSON, or are too large. */
const raw = fc.oneof(
  fc.constantFrom(
    "{",
    "[",
    '{"a":',
    '{"__proto__":{"a":1}}',
    '"',
    "\u0000",
    "[".repeat(5000),
    `${'{"a":'.repeat(2000)}1${"}".repeat(2000)}`,
    "1".repeat(400),
  ),
  fc.constant(`{"name":"${"x".repeat(70_000)}"}`),
  fc.string({ unit: "binary", maxLength: 100 }),
);

const types = [
  "application/json",
  "application/json; charset=utf-7",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "a/b",
  "",
];

/** One hostile request to any call. Calls that hash a password come a quarter as often. */
export function hostileRequests(calls: readonly Call[]): fc.Arbitrary<Asked> {
  return fc.oneof(
    ...calls.map((call) => ({
      weight: call.isCostly ? 1 : 4,
      arbitrary: requestsTo(call).map((request) => ({ call, request })),
    })),
  );
}

function requestsTo(call: Call): fc.Arbitrary<HostileRequest> {
  const segment = fc
    .oneof(fc.uuid(), nastyText, { weight: 3, arbitrary: fc.constantFrom(...places) })
    .map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 2000) || "x");
  const query = fc.dictionary(
    fc.oneof(
      fc.constantFrom(...call.parameters.filter((one) => one.in === "query").map(({ name }) => name), "x"),
      nastyText,
    ),
    nastyText,
    { maxKeys: 3 },
  );
  const json = call.body === undefined ? nastyValue : near(call.body);
  const hasBody = call.method !== "GET";
  return fc
    .record({
      segments: fc.array(segment, { minLength: 4, maxLength: 4 }),
      query,
      json: fc.oneof(
        { weight: 8, arbitrary: json.map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: raw },
      ),
      type: fc.oneof(
        { weight: 12, arbitrary: fc.constant("application/json") },
        { weight: 1, arbitrary: fc.constantFrom(...types) },
      ),
      key: fc.option(fc.constantFrom("x", '"6b1f0a52-6f0c-4a6e-9a55-2f1a3c7b9d10"', "k".repeat(300), "'"), {
        freq: 20,
      }),
      version: fc.option(fc.constantFrom("1", '"1"', "W/x", "*", "99999999999999999999"), { freq: 3, nil: undefined }),
      session: fc.integer({ min: 0, max: 99 }),
    })
    .map(({ segments, query: asked, json: text, type, key, version, session }) => {
      let at = 0;
      const path = call.path.replace(/\{[^}]+\}/g, () => segments[at++] ?? "x");
      const search = new URLSearchParams(asked).toString();
      return {
        method: call.method,
        path: `${path}${search === "" ? "" : `?${search}`}`,
        headers: {
          ...(hasBody && type !== "" ? { "content-type": type } : {}),
          ...(key === null ? {} : { "idempotency-key": key }),
          ...(version === undefined ? {} : { "if-match": version }),
        },
        body: hasBody ? (text ?? "null") : undefined,
        // Nearly all requests have a session; few of those that end sessions do, since each costs a password hash.
        withSession: call.isTeams && session < (call.endsSessions ? 2 : 95),
      };
    });
}
