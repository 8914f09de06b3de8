import { solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createApiTest, type ApiTest, exampleCall, goodInquiry, goodReport } from "#server/testing-api.ts";
import { createFloodLog } from "#server/http/admission/flood-log.ts";
import { createSpamGuard, type SpamGuard } from "./spam-guard.ts";

let test: ApiTest;
const begin = async (env: Record<string, string>) => {
  test = await createApiTest({
    env: { LIMIT_INQUIRIES_PER_MINUTE: "0", LIMIT_FLOOD_INQUIRIES_PER_MINUTE: "0", ...env },
  });
  // ALTCHA uses the system clock.
  vi.useFakeTimers({ toFake: ["Date"], now: test.clock.now() });
};
const advance = (seconds: number) => {
  test.clock.advance({ seconds });
  vi.setSystemTime(test.clock.now());
};
afterEach(async () => {
  vi.useRealTimers();
  await test.close();
});

const endpoints = [
  ["the API's inquiries", "/api/contact-inquiries", goodInquiry, "query"],
  ["the API's reports", "/api/impostor-reports", goodReport, "happened"],
  ["the plain form of an inquiry", "/contact/message", goodInquiry, "query"],
  ["the plain form of a report", "/report", goodReport, "happened"],
] as const;
const isApi = (url: string) => url.startsWith("/api/");
const taken = (url: string) => (isApi(url) ? 201 : 303);

function post(url: string, fields: Record<string, string>, more: { from?: string; key?: string } = {}) {
  const { from = "192.0.2.1", key } = more;
  const body = isApi(url)
    ? { payload: JSON.stringify(fields), type: "application/json" }
    : {
        payload: new URLSearchParams(key === undefined ? fields : { ...fields, key }).toString(),
        type: "application/x-www-form-urlencoded",
      };
  const headers = { "content-type": body.type, ...(key !== undefined && isApi(url) ? { "idempotency-key": key } : {}) };
  return test.app.inject({ method: "POST", url, headers, payload: body.payload, remoteAddress: from });
}
const statusOf = async (url: string, fields: Record<string, string>, more: { from?: string; key?: string } = {}) =>
  (await post(url, fields, more)).statusCode;
const newFormTime = async () =>
  (await test.send(exampleCall("GET /api/contact-inquiries/form-time"))).json<{ formTime: string }>().formTime;
const lastStatus = async () => {
  // The rows that the store writes.
  const rows = (await test.dump()).inquiry as Array<{ status: string }>;
  return rows.at(-1)?.status;
};

async function solved(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}

describe.each(endpoints)("%s", (_name, url, fields, typed) => {
  it("accepts a burst and then a few per minute from one network, independent of others", async () => {
    await begin({ LIMIT_INQUIRIES_PER_MINUTE: "6", LIMIT_INQUIRY_BURST: "3" });
    for (let each = 0; each < 3; each += 1) expect(await statusOf(url, fields)).toBe(taken(url));
    const before = await test.store.inquiries.count();
    const rejections = await post(url, { ...fields, [typed]: "What I have typed" });
    expect(rejections.statusCode).toBe(429);
    expect(rejections.headers["retry-after"]).toBe("10");
    expect(rejections.headers["cache-control"]).toBe("no-store");
    expect(rejections.body).toContain("Too many messages have come from your network.");
    expect(rejections.body).toContain("please send it again in 10 seconds");
    if (!isApi(url)) expect(rejections.body).toContain("What I have typed");
    expect(await test.store.inquiries.count()).toBe(before);
    expect(await statusOf(url, fields, { from: "192.0.2.2" })).toBe(taken(url));
    advance(9);
    expect(await statusOf(url, fields)).toBe(429);
    advance(1);
    expect(await statusOf(url, fields)).toBe(taken(url));
    expect(await statusOf(url, fields)).toBe(429);
  });

  it("treats an IPv6 /64 as one network", async () => {
    await begin({ LIMIT_INQUIRIES_PER_MINUTE: "1", LIMIT_INQUIRY_BURST: "1" });
    expect(await statusOf(url, fields, { from: "2001:db8:1:2::1" })).toBe(taken(url));
    expect(await statusOf(url, fields, { from: "2001:db8:1:2:ffff::9" })).toBe(429);
    expect(await statusOf(url, fields, { from: "2001:db8:1:3::1" })).toBe(taken(url));
  });

  it("never throttles retries, by their key", async () => {
    await begin({ LIMIT_INQUIRIES_PER_MINUTE: "1", LIMIT_INQUIRY_BURST: "1", LIMIT_FLOOD_INQUIRIES_PER_MINUTE: "1" });
    const key = "a made-up key of a form";
    const first = await post(url, fields, { key: key.replaceAll(" ", "-") });
    const again = await post(url, fields, { key: key.replaceAll(" ", "-") });
    expect([first.statusCode, again.statusCode]).toEqual([taken(url), taken(url)]);
    expect([again.body, again.headers.location]).toEqual([first.body, first.headers.location]);
    expect(await statusOf(url, fields, { key: "another-key-of-a-form" })).toBe(429);
  });

  it.each(["LIMIT_INQUIRIES_PER_MINUTE", "LIMIT_INQUIRY_BURST"])("has no limit if %s is 0", async (name) => {
    await begin({ LIMIT_INQUIRIES_PER_MINUTE: "1", LIMIT_INQUIRY_BURST: "1", [name]: "0" });
    for (let each = 0; each < 5; each += 1) expect(await statusOf(url, fields)).toBe(taken(url));
  });

  it("marks as suspected what fills in the hidden field, is too fast, or has a forged time", async () => {
    await begin({});
    await post(url, fields);
    expect(await lastStatus()).toBe("new");
    const quick = await newFormTime();
    advance(1.999);
    for (const form of [
      { homepage: "https://spam.example" },
      { formTime: quick },
      { formTime: `${quick.slice(0, -1)}!` },
    ]) {
      expect(await statusOf(url, { ...fields, ...form })).toBe(taken(url));
      expect(await lastStatus()).toBe("suspected");
    }
    advance(0.001);
    for (const form of [{ homepage: "" }, { formTime: quick }, { formTime: "" }]) {
      expect(await statusOf(url, { ...fields, ...form })).toBe(taken(url));
      expect(await lastStatus()).toBe("new");
    }
  });
});

it.each(endpoints.filter(([, url]) => !isApi(url)))(
  "does not suspect a visitor who sends %s again immediately, as asked",
  async (_name, url, fields) => {
    await begin({ LIMIT_INQUIRIES_PER_MINUTE: "60", LIMIT_INQUIRY_BURST: "1" });
    const formTimeIn = (page: string) => /name="formTime" value="([^"]+)"/.exec(page)?.[1] ?? "";
    const made = formTimeIn((await test.app.inject(url)).body);
    advance(30);
    await post(url, fields);
    const rejections = await post(url, { ...fields, formTime: made });
    expect([rejections.statusCode, rejections.headers["retry-after"]]).toEqual([429, "1"]);
    advance(1);
    const refused = await post(url, { formTime: formTimeIn(rejections.body) });
    expect(refused.statusCode).toBe(422);
    expect(await statusOf(url, { ...fields, formTime: formTimeIn(refused.body) })).toBe(303);
    expect(await lastStatus()).toBe("new");
    // An invalid time is replaced.
    expect(formTimeIn((await post(url, { formTime: `${made}x` })).body)).not.toContain(made);
  },
);

it("returns a time that no cache stores, and that a restart does not forge", async () => {
  await begin({});
  const response = await test.send(exampleCall("GET /api/contact-inquiries/form-time"));
  expect(response.headers["cache-control"]).toBe("no-store");
  // The rows that the store writes.
  const secrets = (await test.dump()).secret as Array<{ name: string; value: string }>;
  const secret = secrets.find(({ name }) => name === "form times");
  expect(secret?.value).toMatch(/^[\w-]{43}$/);
});

describe("a flood over all networks", () => {
  const limits = {
    LIMIT_FLOOD_INQUIRIES_PER_MINUTE: "3",
    LIMIT_FLOOD_MINUTES: "2",
    LIMIT_FLOOD_WAIT_SECONDS: "4",
    LIMIT_WORK_SECONDS: "60",
  };
  beforeEach(async () => {
    await begin(limits);
    for (let each = 1; each <= 3; each += 1) {
      expect(await statusOf("/api/contact-inquiries", goodInquiry, { from: `192.0.2.${each}` })).toBe(201);
    }
  });

  async function asked(
    url = "/api/contact-inquiries",
    fields: Record<string, string> = goodInquiry,
  ): Promise<Challenge> {
    const response = await post(url, fields, { from: "192.0.2.9" });
    expect(response.statusCode).toBe(429);
    expect(response.headers["retry-after"]).toBe("1");
    const problem = response.json<{ needs: string; challenge: Challenge; message: string }>();
    expect(problem).toMatchObject({ needs: "work", message: expect.stringContaining("a lot of messages") });
    return problem.challenge;
  }

  it.each(endpoints.filter(([, url]) => isApi(url)))(
    "asks %s for work, which lets one through, once",
    async (_name, url, fields) => {
      const challenge = await asked(url, fields);
      expect(JSON.stringify(challenge)).not.toContain("192.0.2");
      expect(challenge.parameters.expiresAt).toBe(Math.ceil(test.clock.now() / 1000) + 60);
      const work = await solved(challenge);
      const both = await Promise.all([1, 2].map(() => statusOf(url, { ...fields, work })));
      expect(both.toSorted((a, b) => a - b)).toEqual([201, 429]);
      expect(await statusOf(url, { ...fields, work })).toBe(429);
    },
  );

  it("matches the API document", async () => {
    expect((await test.send(exampleCall("POST /api/contact-inquiries"))).statusCode).toBe(429);
    expect((await test.send(exampleCall("POST /api/impostor-reports"))).statusCode).toBe(429);
  });

  it("rejects expired and changed proofs of work", async () => {
    const challenge = await asked();
    const work = await solved(challenge);
    const { solution } = JSON.parse(Buffer.from(work, "base64").toString());
    const later = { ...challenge.parameters, expiresAt: (challenge.parameters.expiresAt ?? 0) + 3600 };
    const easier = { ...challenge.parameters, cost: 1 };
    const forged = [
      { challenge: { ...challenge, parameters: later }, solution },
      { challenge: { ...challenge, parameters: easier }, solution },
      { challenge: { parameters: challenge.parameters }, solution },
      { challenge, solution: { ...solution, counter: solution.counter + 1 } },
      { challenge, solution: { ...solution, derivedKey: `00${"ab".repeat(31)}` } },
      { challenge },
      "nonsense",
    ].map((payload) => Buffer.from(JSON.stringify(payload)).toString("base64"));
    for (const payload of [...forged, "not base64 at all", "{}", "x".repeat(5000)]) {
      expect(await statusOf("/api/contact-inquiries", { ...goodInquiry, work: payload })).toBe(429);
    }
    advance(61);
    expect(await statusOf("/api/contact-inquiries", { ...goodInquiry, work })).toBe(429);
    advance(-1);
    expect(await statusOf("/api/contact-inquiries", { ...goodInquiry, work })).toBe(201);
  });

  it.each(endpoints.filter(([, url]) => !isApi(url)))(
    "lets %s wait a little, with everything typed, and takes each form once",
    async (_name, url, fields, typed) => {
      const formTime = /name="formTime" value="([^"]+)"/;
      // Starts the flood.
      await asked();
      const shown = formTime.exec((await test.app.inject(url)).body)?.[1] ?? "";
      advance(3);
      const early = await post(url, { ...fields, [typed]: "What I have typed", formTime: shown });
      expect([early.statusCode, early.headers["retry-after"]]).toEqual([429, "1"]);
      expect(early.body).toContain("What I have typed");
      expect(early.body).toContain("please send it again in 1 second.");
      const given = formTime.exec(early.body)?.[1] ?? "";
      expect(given).not.toBe("");
      advance(4);
      expect(await statusOf(url, { ...fields, formTime: given })).toBe(303);
      const replayed = await post(url, { ...fields, formTime: given });
      expect(replayed.statusCode).toBe(429);
      expect(formTime.exec(replayed.body)?.[1]).not.toBe(given);
      // A missing or forged form time also has to wait.
      expect((await post(url, fields)).headers["retry-after"]).toBe("4");
      expect((await post(url, { ...fields, formTime: `${given}x` })).statusCode).toBe(429);
    },
  );

  it(
    "ends two minutes after the last excess request, and so does the proof of work; the " +
      "log says both, without addresses",
    async () => {
      const lines: unknown[][] = [];
      const log = { warn: (...line: unknown[]) => void lines.push(line) };
      const rejections = { requests: 0, connections: 0 };
      const logFlood = createFloodLog(
        { spamGuard: test.services.spamGuard, rejections: () => ({ ...rejections }) },
        log,
      );
      Object.assign(rejections, { requests: 5, connections: 3 });
      logFlood();
      await asked();
      logFlood();
      advance(119.9);
      Object.assign(rejections, { requests: 7, connections: 4 });
      logFlood();
      expect(test.services.spamGuard.isFlooded()).toBe(true);
      advance(0.1);
      logFlood();
      expect(await statusOf("/api/contact-inquiries", goodInquiry)).toBe(201);
      const said = lines.map((line) => line.at(-1)).filter((line) => line !== "rejected");
      expect(said).toEqual([
        "a flood of inquiries has begun: visitors solve a proof of work or wait",
        "the flood of inquiries is over",
      ]);
      expect(lines.filter((line) => line.at(-1) === "rejected")).toEqual([
        [{ requests: 5, connections: 3 }, "rejected"],
        [{ requests: 2, connections: 1 }, "rejected"],
      ]);
      expect(JSON.stringify(lines)).not.toContain("192.0.2");
    },
  );
});

it("takes the work for which another instance of the same store has asked, once", async () => {
  await begin({});
  const limits = { perMinute: 0, burst: 0, floodPerMinute: 1, floodMinutes: 2, floodWaitSeconds: 4 };
  const guardWith = (secret: string) =>
    createSpamGuard({
      secret,
      limits: { ...limits, workSeconds: 60, formSeconds: 0, fileMegabytesPerDay: 0 },
      isKnown: async () => false,
      now: test.clock.now,
    });
  const [asking, accepting, other] = [guardWith("one store"), guardWith("one store"), guardWith("another store")];
  const send = (guard: SpamGuard, form = {}) =>
    guard.assess({ via: "api", address: "192.0.2.1", key: undefined, form });
  // The second of a minute starts the flood.
  for (const guard of [asking, accepting, accepting, other, other]) await send(guard);
  const asked = await send(asking);
  if (asked.outcome !== "work") throw new Error("no work was asked for");
  const form = { work: await solved(asked.challenge) };
  const outcomes = [await send(other, form), await send(accepting, form), await send(accepting, form)];
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(["work", "go", "work"]);
});

it("detects no flood at the limit, nor if the limit is 0", async () => {
  await begin({ LIMIT_FLOOD_INQUIRIES_PER_MINUTE: "3" });
  for (let each = 0; each < 12; each += 1) {
    expect(await statusOf("/api/contact-inquiries", goodInquiry)).toBe(201);
    advance(21);
  }
  await test.close();
  await begin({});
  for (let each = 0; each < 400; each += 1) expect(await statusOf("/report", goodReport)).toBe(303);
});
