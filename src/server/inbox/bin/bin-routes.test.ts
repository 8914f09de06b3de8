import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BinPage } from "#contract/inbox/bin.ts";
import type { InboxPage, InquiryDetail } from "#contract/inbox/inbox.ts";
import type { SettingsInput } from "#contract/settings.ts";
import type { Inquiry, InquiryStatus } from "#domain/inquiries/inquiry.ts";
import { createTestTeam, type TestTeam } from "../../testing.ts";
import { goodInquiry } from "../../testing-api.ts";

let test: TestTeam;
let owner: string;
let agent: string;
beforeEach(async () => {
  test = await createTestTeam();
  ({ owner, agent } = test.cookies);
});
afterEach(() => test.close());

async function call(cookie: string, method: "GET" | "POST" | "PATCH", path: string, payload?: object, headers = {}) {
  const url = `/api/contact-inquiries${path}`;
  const response = await test.app.inject({
    method,
    url,
    headers: { cookie, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  // A file is not JSON.
  return { status: response.statusCode, text: response.body, body: () => response.json() };
}

async function receive(fields: Partial<Inquiry> = {}): Promise<{ id: string; reference: string; version: number }> {
  const { reference } = await test.services.inquiries.submit({ ...goodInquiry, ...fields });
  const { inquiries } = await test.services.inbox.list({ search: reference }, { limit: 1 }, test.member.id);
  return inquiries[0]!;
}

/** One after the other: the order of simultaneous ones is PostgreSQL's. */
async function several(count: number) {
  const received: Array<Awaited<ReturnType<typeof receive>>> = [];
  for (let each = 0; each < count; each += 1) received.push(await receive());
  return received;
}
const seen = (rows: ReadonlyArray<{ id: string; version: number }>) => ({
  inquiries: rows.map(({ id, version }) => ({ id, version })),
});
const bin = (cookie: string, rows: ReadonlyArray<{ id: string; version: number }>) =>
  call(cookie, "POST", "/erase", seen(rows));
const list = async (query = ""): Promise<InboxPage> => (await call(owner, "GET", query)).body();
const ids = async (query = "") => (await list(query)).inquiries.map(({ id }) => id);
const binPage = async (query = ""): Promise<BinPage> => (await call(agent, "GET", `/bin${query}`)).body();

const mail = {
  host: "smtp.example.com",
  port: 465,
  security: "tls" as const,
  user: "",
  from: "desk@example.com",
  to: [],
};

/** Changes the settings; owners are notified by email and Telegram. */
async function set(change: Partial<SettingsInput> = {}): Promise<void> {
  const { settings } = test.services;
  const { version, retentionDays } = await settings.view();
  const telegram = { chatId: "1", token: "1:made-up" };
  const input = { retentionDays, acknowledge: false, says: "reference" as const, mail, webhook: null, telegram };
  expect(await settings.save({ ...input, ...change }, version)).toMatchObject({ ok: true });
}
const notify = () => set();

/** The owners' notifications in the outbox. */
async function notifications(): Promise<Array<Record<string, unknown>>> {
  const rows = await test.db.selectFrom("outbox").selectAll().where("kind", "=", "inbox-notice").execute();
  return rows.map(({ channel, payload }) => ({ channel, ...(JSON.parse(payload) as object) }));
}

describe("a deleted inquiry", () => {
  it("is in no list, count, search, export and notification, and can be restored as it was", async () => {
    await notify();
    const [kept, gone] = [await receive({ name: "Kept" }), await receive({ name: "Gone" })];
    await call(agent, "POST", `/${gone.id}/notes`, { text: "A note" });
    await call(agent, "PATCH", `/${gone.id}`, { status: "answered", assigneeId: test.agent.id }, { "if-match": '"2"' });
    const before: InquiryDetail = (await call(owner, "GET", `/${gone.id}`)).body();
    const done = await bin(agent, [{ ...gone, version: 3 }]);
    expect(done.body()).toMatchObject({ message: "1 inquiry moved to the bin.", erased: 1, refused: [] });

    expect(await ids()).toEqual([kept.id]);
    for (const query of ["?search=gone", "?status=answered", `?assignee=${test.agent.id}`])
      expect(await ids(query)).toEqual([]);
    expect(await list()).toMatchObject({ counts: { new: 1, answered: 0 }, binCount: 1 });
    expect((await list()).inquiries[0]?.others).toBe(0);
    expect(((await call(owner, "GET", `/${kept.id}`)).body() as InquiryDetail).others).toEqual([]);
    for (const query of ["", `?search=${gone.reference}`, `?ids=${gone.id},${gone.reference}`]) {
      const file = await call(owner, "GET", `/export.jsonl${query}`);
      expect([query, file.status, file.text.includes(gone.id)]).toEqual([query, 200, false]);
    }
    const waiting = await test.db.selectFrom("outbox").select("inquiry_id").where("kind", "=", "inquiry").execute();
    expect(waiting).toEqual([{ inquiry_id: kept.id }]);

    const day = 86_400_000;
    const binned = {
      at: new Date(test.clock.now()).toISOString(),
      by: { id: test.agent.id, email: test.agent.email },
      until: new Date(test.clock.now() + 30 * day).toISOString(),
    };
    expect(await binPage()).toMatchObject({
      inquiries: [{ id: gone.id, name: "Gone", status: "answered", binned }],
      next: null,
      binCount: 1,
      binDays: 30,
    });
    for (const [method, path, payload] of [
      ["PATCH", "", { status: "closed" }],
      ["POST", "/notes", { text: "Too late" }],
    ] as const) {
      const response = await call(owner, method, `/${gone.id}${path}`, payload, { "if-match": '"4"' });
      expect([response.status, response.body().message]).toEqual([
        409,
        "This inquiry is in the bin. Restore it first.",
      ]);
    }

    const restored = await call(agent, "POST", "/restore", { ids: [gone.id, kept.id, "none"] });
    expect(restored.body()).toMatchObject({ message: "1 inquiry restored.", restored: [gone.id] });
    const after: InquiryDetail = (await call(owner, "GET", `/${gone.id}`)).body();
    const actor = { id: test.agent.id, email: test.agent.email };
    const steps = ["binned", "restored"].map((what) => ({ what, at: binned.at, by: actor }));
    expect(after).toEqual({ ...before, version: 5, history: [...before.history, ...steps] });
    expect(await ids("?search=gone")).toEqual([gone.id]);
    expect(await list()).toMatchObject({ counts: { new: 1, answered: 1 }, binCount: 0 });
  });

  it("is found only by its exact reference, in every filter, marked as deleted", async () => {
    const statuses: InquiryStatus[] = ["suspected", "closed", "new"];
    for (const status of statuses) {
      const { id, reference } = await receive({ query: `About ${status}` });
      await test.store.inquiries.change([{ id, version: 1, status }], test.member.id, 1);
      // A later inquiry mentions this reference.
      const naming = await receive({ query: `It is about ${reference}` });
      for (const isBinned of [false, true]) {
        if (isBinned) await bin(owner, [{ id, version: status === "new" ? 1 : 2 }]);
        for (const typed of [
          reference,
          ` ${reference.toLowerCase()} `,
          reference.replace("-", ""),
          `%23${reference}`,
        ]) {
          const query = `?search=${typed}&status=answered&from=2999-01-01`;
          const [first, ...more] = (await list(query)).inquiries;
          expect([first?.id, first?.status, first?.binned !== null, more]).toEqual([id, status, isBinned, []]);
        }
        expect(await ids(`?search=${reference}`)).toEqual([id, naming.id]);
        expect(await ids(`?search=${reference}&limit=1`)).toEqual([id]);
        const { next } = await list(`?search=${reference}&limit=1`);
        expect(await ids(`?search=${reference}&after=${next}`)).toEqual([naming.id]);
        expect(await ids(`?search=${reference.slice(0, 6)}&status=answered`)).toEqual([]);
      }
    }
  });

  it("stays if a colleague has changed it, and is deleted once", async () => {
    const [first, second] = await several(2);
    await call(owner, "POST", `/${second?.id}/notes`, { text: "Wait, they have called" });
    const done = await bin(owner, [first!, second!, first!, { id: "gone", version: 1 }]);
    expect(done.body()).toMatchObject({
      message: "1 inquiry moved to the bin. 1 had been changed by a colleague.",
      erased: 1,
      refused: [second?.id],
    });
  });

  it("gives a retry the first response", async () => {
    const options = { key: "a-key-of-the-visitor-himself", isSuspected: false };
    const sent = await test.services.inquiries.submit(goodInquiry, options);
    await bin(owner, (await list()).inquiries);
    expect(await test.services.inquiries.submit(goodInquiry, options)).toEqual(sent);
    expect(await test.store.inquiries.count()).toBe(1);
  });
});

describe("the bin", () => {
  it("is paged, last deleted first", async () => {
    const rows = await several(5);
    for (const row of rows) {
      await bin(owner, [row]);
      // Two inquiries share one instant.
      if (row !== rows[2]) test.clock.advance({ seconds: 1 });
    }
    const found: string[] = [];
    let after = "";
    do {
      const { inquiries, next } = await binPage(`?limit=2${after}`);
      found.push(...inquiries.map(({ id }) => id));
      after = next === null ? "" : `&after=${next}`;
    } while (after !== "");
    expect(found).toEqual(rows.toReversed().map(({ id }) => id));
  });

  it("is erased permanently by owners only, with step-up", async () => {
    await notify();
    const [kept, first, second] = await several(3);
    await bin(owner, [first!, second!]);
    const all = [kept!, first!, second!].map(({ id }) => id);
    const until = new Date(test.clock.now()).toISOString();
    for (const [path, payload] of [
      ["/bin/erase", { ids: all }],
      ["/bin/empty", { until }],
    ] as const) {
      expect((await call(agent, "POST", path, payload)).status).toBe(403);
      const stolen = await unproved();
      expect((await call(stolen, "POST", path, payload)).body()).toMatchObject({ status: 403, needs: "proof" });
    }
    expect(await binPage()).toMatchObject({ binCount: 2 });
    owner = await test.signIn();
    const one = await call(owner, "POST", "/bin/erase", { ids: [kept!.id, first!.id] });
    expect(one.body()).toMatchObject({ message: "1 inquiry erased for good.", erased: 1, isDone: true });
    expect(await ids()).toEqual([kept!.id]);
    await bin(owner, [{ ...kept!, version: 1 }]);
    const none = await call(owner, "POST", "/bin/empty", { until: new Date(0).toISOString() });
    expect(none.body()).toMatchObject({ erased: 0, isDone: true });
    const rest = await call(owner, "POST", "/bin/empty", { until: new Date(test.clock.now()).toISOString() });
    expect(rest.body()).toMatchObject({ message: "2 inquiries erased for good.", erased: 2, isDone: true });
    expect((await test.dump()).inquiry).toEqual([]);
    const sent = await notifications();
    for (const count of [1, 2]) {
      const erased = { notice: "erased", count, by: test.member.email, at: test.clock.now() };
      expect(sent).toContainEqual({ channel: "email", to: test.member.email, ...erased });
    }
  });

  it("keeps what is restored during its expiry", async () => {
    const row = await receive();
    await bin(owner, [row]);
    const [number] = await test.store.bin.numbersOf([row.id]);
    await call(owner, "POST", "/restore", { ids: [row.id] });
    expect(await test.services.inquiries.eraseBinned([number ?? 0], null)).toBe(0);
    expect(await ids()).toEqual([row.id]);
  });
});

/** A session of the owner without a recent step-up. */
async function unproved(): Promise<string> {
  const cookie = await test.signIn();
  test.clock.advance({ minutes: 16 });
  return cookie;
}

describe("deleting several and exporting", () => {
  const isFile = (text: string) => text.includes("Reference") || text.includes('"reference"');

  it("is for owners, and for agents if an owner allows it; checked before reading", async () => {
    const rows = await several(2);
    const asked = [
      () => call(agent, "GET", "/export.csv"),
      () => call(agent, "GET", "/export.jsonl?search=asha"),
      () => call(agent, "GET", "/export"),
      () => bin(agent, rows),
    ];
    const before = await test.dump();
    expect(await list("?limit=1")).toMatchObject({ mayBulk: true });
    const seenByAgent: InboxPage = (await call(agent, "GET", "")).body();
    expect(seenByAgent.mayBulk).toBe(false);
    for (const ask of asked) {
      const { status, text } = await ask();
      expect([status, isFile(text)]).toEqual([403, false]);
      expect(text).toContain("Only owners, and agents whom an owner has allowed");
    }
    expect(await test.dump()).toEqual(before);
    // Every agent may delete a single inquiry.
    expect((await bin(agent, rows.slice(0, 1))).status).toBe(200);
    await set({ agentsMayBulk: true });
    const allowed: InboxPage = (await call(agent, "GET", "")).body();
    expect(allowed.mayBulk).toBe(true);
    for (const ask of asked) expect((await ask()).status).toBe(200);
  });

  it("needs step-up above 20, counted by the server, also in parts", async () => {
    const rows = await several(42);
    let stolen = await unproved();
    const views = ["", "?search=asha", "?status=new", `?ids=${rows.map(({ id }) => id).join()}`];
    for (const query of views) {
      for (const path of ["/export.csv", "/export.jsonl", "/export"]) {
        const { status, text } = await call(stolen, "GET", `${path}${query}`);
        expect([path + query, status, text.includes('"needs":"proof"')]).toEqual([path + query, 403, true]);
      }
    }
    expect(
      (
        await call(
          stolen,
          "GET",
          `/export.csv?ids=${rows
            .slice(0, 20)
            .map(({ id }) => id)
            .join()}`,
        )
      ).status,
    ).toBe(200);
    expect((await bin(stolen, rows.slice(0, 21))).body()).toMatchObject({ needs: "proof" });
    expect((await bin(stolen, rows.slice(0, 20))).status).toBe(200);
    expect((await bin(stolen, rows.slice(20, 22))).body()).toMatchObject({ needs: "proof" });
    test.clock.advance({ minutes: 61 });
    stolen = await unproved();
    expect((await bin(stolen, rows.slice(20, 22))).status).toBe(200);
    owner = await test.signIn();
    expect((await bin(owner, rows.slice(22))).status).toBe(200);
    expect((await call(owner, "GET", "/export.csv")).status).toBe(200);
  });

  it("notifies the owners with the count and the member, without visitor data", async () => {
    await notify();
    await set({ agentsMayBulk: true });
    const rows = await several(26);
    const email = test.agent.email;
    await bin(agent, rows.slice(0, 3));
    await call(agent, "GET", "/export.csv?search=asha");
    await call(agent, "GET", `/export.jsonl?ids=${rows[10]?.id}`);
    const at = test.clock.now();
    const toOwner = { channel: "email", to: test.member.email };
    const expected = [
      { notice: "deleted", count: 3, by: email, at },
      { notice: "exported", count: 23, by: email, at },
      { notice: "exported", count: 1, by: email, at },
    ];
    const toEach = expected.flatMap((action) => [
      { ...toOwner, ...action },
      { channel: "telegram", ...action },
    ]);
    expect(await notifications()).toHaveLength(toEach.length);
    expect(await notifications()).toEqual(expect.arrayContaining(toEach));
    // Single deletions notify the owners after more than 20 within an hour.
    const before = (await notifications()).length;
    for (const row of rows.slice(3, 20)) await bin(agent, [row]);
    expect(await notifications()).toHaveLength(before);
    await bin(agent, [rows[20]!]);
    expect(await notifications()).toContainEqual({
      ...toOwner,
      notice: "deleted",
      count: 21,
      by: email,
      at,
      oneByOne: true,
    });
    for (const row of rows.slice(21)) await bin(agent, [row]);
    expect(await notifications()).toHaveLength(before + 2);
    expect(JSON.stringify(await notifications())).not.toMatch(/Asha Ex|asha@example|90000|[2-9B-Z]{3}-[2-9B-Z]{3}/);
  });
});

describe("a search for an amount", () => {
  const texts = [
    "won ₹5,000 at last",
    "Rs5000/- please",
    "50,00,000 lost",
    "5000000 lost",
    "5,000,000 lost",
    "1,50,000",
    "+91 50005",
  ];
  it.each([
    ["5000", [0, 1, 3, 4, 6]],
    ["5,000", [0, 1, 3, 4, 6]],
    ["₹5000", [0]],
    ["5000000", [2, 3, 4]],
    ["50,00,000", [2, 3, 4]],
    ["5,000,000", [2, 3, 4]],
    ["50000", [3, 5]],
    ["lost 5000000", [2, 3, 4]],
    ["5000000 50,00,000", [2, 3, 4]],
    ["5,00", [0, 4]],
  ])("%s finds what is written with other commas", async (search, expected) => {
    for (const query of texts) await receive({ query, phone: "1" });
    const found = (await list(`?search=${encodeURIComponent(search)}`)).inquiries.map(({ excerpt }) => excerpt);
    const wanted = texts.filter((_, index) => expected.includes(index));
    expect(found.toReversed()).toEqual(wanted);
  });
});
