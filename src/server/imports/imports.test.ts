import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { InboxPage, InquiryDetail } from "#contract/inbox/inbox.ts";
import type { Report } from "#contract/inbox/reports.ts";
import { dayOf, zoneClock } from "#domain/time/day.ts";
import { createServices } from "../compose.ts";
import { readConfig } from "../config.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { isOnSqlite } from "../store/testing.ts";
import { goodInquiry } from "../testing-api.ts";
import type { Source } from "./foreign.ts";

let desk: TestApp;
let folder: string;
let cookie: string;
beforeEach(async () => {
  desk = await createTestApp();
  cookie = await desk.signIn();
  folder = mkdtempSync(join(tmpdir(), "front-desk-import-"));
});
afterEach(async () => {
  await desk.close();
  rmSync(folder, { recursive: true });
});

/** A time so many days ago, in seconds since 1970. */
const ago = (days: number) => Math.floor(desk.clock.now() / 1000) - days * 86_400;
const iso = (days: number) => `${new Date(ago(days) * 1000).toISOString().slice(0, 19)}Z`;

async function run(
  source: Source,
  content: string | Buffer,
  { dryRun = false, name = "export.json", imports = desk.services.imports } = {},
) {
  const file = join(folder, name);
  writeFileSync(file, content);
  const refused: string[] = [];
  const refuse = (place: string, problem: string) => void refused.push(`${place}: ${problem}`);
  const progress: number[] = [];
  const notSummedUp: unknown[] = [];
  const counts = await imports.run(
    { source, files: [file], dryRun },
    {
      refuse,
      progress: (done, total) => void progress.push(done / total),
      notSummedUp: (error) => void notSummedUp.push(error),
    },
  );
  return { ...counts, refusals: refused, progress, notSummedUp };
}

/** The inquiries in the sums of the reports. */
async function received(): Promise<number> {
  const rows = await desk.db.selectFrom("report_sum").select("count").where("what", "=", "received").execute();
  return rows.reduce((sum, { count }) => sum + Number(count), 0);
}

async function inbox(): Promise<InquiryDetail[]> {
  const rows = await desk.db.selectFrom("inquiry").select("id").orderBy("number", "desc").execute();
  const details = rows.map(({ id }) => desk.app.inject({ url: `/api/contact-inquiries/${id}`, headers: { cookie } }));
  return (await Promise.all(details)).map((response) => response.json<InquiryDetail>());
}

function chatwoot(change: object = {}) {
  return {
    id: 7,
    account_id: 1,
    status: "resolved",
    created_at: ago(3),
    last_activity_at: ago(1),
    meta: {
      channel: "Channel::Email",
      sender: {
        name: "Asha\nRao",
        email: "Asha@example.com",
        phone_number: "+919876543210",
        additional_attributes: { city: "Pune" },
      },
    },
    messages: [
      {
        id: 2,
        content: "On its way",
        message_type: 1,
        private: false,
        created_at: ago(2),
        sender: { email: "OWNER@example.com" },
      },
      { id: 1, content: "Where is my withdrawal?", message_type: 0, created_at: ago(3), attachments: [{ id: 9 }] },
      {
        id: 3,
        content: "Paid by hand",
        message_type: 1,
        private: true,
        created_at: ago(2),
        sender: { email: "x@example.com" },
      },
      { id: 4, content: "Conversation was resolved", message_type: 2, created_at: ago(2) },
      { id: 5, content: "Thanks", message_type: 0, created_at: ago(1) },
    ],
    ...change,
  };
}

const lines = (...items: object[]) => items.map((item) => JSON.stringify(item)).join("\n");

describe("what no program exports", () => {
  it("refuses a conversation of 150,000 messages, and imports the others", async () => {
    const message = { content: "Hello", message_type: 0, created_at: ago(2) };
    const huge = chatwoot({ id: 8, messages: Array.from({ length: 150_000 }, () => message) });
    const long = chatwoot({ id: 9, status: "open", messages: Array.from({ length: 3000 }, () => message) });
    expect(await run("chatwoot", lines(huge, long, chatwoot()))).toMatchObject({
      added: 2,
      refused: 1,
      refusals: ["export.json, line 1: messages: there are more than 10000 in this conversation"],
    });
    expect((await desk.dump())["inquiry_entry"]).toHaveLength(2999 + 2);
    const thread = { id: 1, type: "customer", state: "published", body: "Hello", createdAt: iso(2) };
    const freescout = { id: 3, number: 3, threadsCount: 1, state: "published", status: "active", customer: {} };
    const threads = Array.from({ length: 150_000 }, () => thread);
    const outcome = await run("freescout", lines({ ...freescout, _embedded: { threads: threads.slice(0, 11_000) } }));
    expect(outcome).toMatchObject({ added: 0, refused: 1 });
  });

  it.each(["constructor", "__proto__", "toString", "hasOwnProperty"])(
    "reads the word %s as no word it knows",
    async (word) => {
      const { meta } = chatwoot();
      const odd = [
        chatwoot({ meta: { ...meta, channel: word } }),
        chatwoot({ id: 10, messages: [{ content: "Hello", message_type: word, created_at: ago(2) }] }),
        { id: 11, short_code: word, content: `Hello {{ ${word} }}` },
      ];
      expect(await run("chatwoot", lines(...odd))).toMatchObject({ added: 1, leftOut: 1, replies: 0, refused: 1 });
      expect(await inbox()).toMatchObject([{ entries: [{ way: "page" }, { way: "page" }] }]);
      const thread = { id: 1, type: word, body: "Hello", createdAt: iso(2) };
      const item = {
        id: 3,
        number: 3,
        state: "published",
        status: word,
        customer: {},
        _embedded: { threads: [thread] },
      };
      expect((await run("freescout", lines(item))).added).toBe(0);
    },
  );
});

describe("an import from Chatwoot", () => {
  it("reads numbers with the country that owners set, in a program that has just started", async () => {
    const owner = { ...desk.member, role: "owner" as const };
    const { values } = await desk.services.siteSettings.view(owner);
    await desk.services.siteSettings.save({ ...values, country: "GB" }, 0, owner);
    const { imports } = await createServices(desk.store, readConfig({}), desk.signing, desk.clock.now);
    const { meta } = chatwoot();
    const sender = { ...meta.sender, phone_number: "020 7946 0018" };
    await run("chatwoot", lines(chatwoot({ meta: { ...meta, sender } })), { imports });
    expect((await desk.dump())["inquiry"]).toMatchObject([{ phone_key: "+442079460018" }]);
  });

  it("adds each conversation with its messages, once, and notifies nobody", async () => {
    const changes = { before: (await desk.dump())["outbox"] };
    expect(await run("chatwoot", lines(chatwoot()))).toMatchObject({ added: 1, refused: 0, progress: [1] });
    const [inquiry] = await inbox();
    expect(inquiry).toMatchObject({
      name: "Asha Rao",
      email: "Asha@example.com",
      city: "Pune",
      internationalPhone: "+91 98765 43210",
      query: "Where is my withdrawal?",
      status: "closed",
      receivedAt: new Date(ago(3) * 1000).toISOString(),
      closedAt: new Date(ago(1) * 1000).toISOString(),
      entries: [
        { kind: "reply", way: "email", text: "On its way", author: { email: "owner@example.com" }, delivery: null },
        { kind: "answer", text: "Thanks", createdAt: new Date(ago(1) * 1000).toISOString() },
      ],
      notes: expect.arrayContaining([
        expect.objectContaining({ text: "Paid by hand", author: null }),
        expect.objectContaining({ text: "Imported without 1 file of this message." }),
      ]),
      history: [{ what: "received" }, { what: "imported", source: "chatwoot", number: "7" }],
    });
    const { outbox, audit_entry: log, inquiry_count: counts, inbox_change: events } = await desk.dump();
    // The event is not `added`, which alerts.
    expect(events).toMatchObject([{ kind: "changed" }]);
    expect(outbox).toEqual(changes.before);
    expect(counts).toContainEqual({ status: "closed", count: 1 });
    expect(JSON.stringify(log)).toContain("inquiries-imported");
    expect(JSON.stringify(log)).not.toMatch(/Asha|withdrawal/);
    expect(await run("chatwoot", lines(chatwoot()))).toMatchObject({ added: 0, known: 1 });
    const found = await desk.app.inject({
      url: "/api/contact-inquiries?search=paid%20by%20hand",
      headers: { cookie },
    });
    expect(found.json<{ inquiries: object[] }>().inquiries).toHaveLength(1);
  });

  it("changes nothing in a dry run, and names what cannot be imported without quoting it", async () => {
    const before = await desk.dump();
    const secret = "secret";
    const result = await run(
      "chatwoot",
      lines(
        chatwoot(),
        chatwoot({ id: 8, meta: { sender: { email: `${secret} ${secret}` } } }),
        chatwoot({ id: 9, messages: [{ content: secret, message_type: 1, created_at: ago(1) }] }),
        chatwoot({ id: 10, messages: [{ content: secret, message_type: 0, created_at: secret }] }),
        chatwoot({ id: 11, messages: undefined }),
        chatwoot({
          id: 12,
          messages: [{ content: secret, message_type: 0, created_at: ago(1) }],
          last_non_activity_message: {},
        }),
        chatwoot({ id: "" }),
        chatwoot({ id: 13, messages: [] }),
        { data: { payload: [chatwoot({ id: 14 }), secret] } },
      ) + `\n{${secret}`,
      { dryRun: true },
    );
    expect(result).toMatchObject({ added: 2, leftOut: 1, refused: 8 });
    expect(result.refusals).toEqual([
      "export.json, line 2: email must be one address, or left out",
      "export.json, line 3: messages: none is from the visitor",
      "export.json, line 4: created_at must be a time such as 2026-03-15T22:46:22Z",
      "export.json, line 5: messages are missing: each conversation needs its own",
      "export.json, line 6: messages hold only the last one: export them with /conversations/<id>/messages",
      "export.json, line 7: id is missing or too long",
      "export.json, line 9, item 2: must be an object",
      "export.json, line 10: is not JSON",
    ]);
    expect(await desk.dump()).toEqual(before);
  });

  it("leaves out what is past its retention, and what was erased here", async () => {
    const old = chatwoot({ id: 8, last_activity_at: ago(400) });
    const open = (days: number) =>
      chatwoot({ id: 9 + days, status: "open", messages: [{ content: "?", message_type: 0, created_at: ago(days) }] });
    expect(await run("chatwoot", lines(chatwoot(), old, open(300), open(800)))).toMatchObject({ added: 2, old: 2 });
    // The clean-up agrees.
    expect(await desk.services.inquiries.eraseOld()).toBe(0);
    expect(await desk.services.inquiries.eraseByEmail("asha@example.com")).toBe(2);
    expect(await run("chatwoot", lines(chatwoot()))).toMatchObject({ added: 0, erased: 1 });
    expect(await inbox()).toEqual([]);
  });

  it("reads texts with the line separators that JSON allows, and lines that end as on Windows", async () => {
    const said = (id: number, content: string) =>
      chatwoot({ id, messages: [{ content, message_type: "incoming", created_at: ago(1) }] });
    const file = lines(said(1, "One\u2028two"), said(2, "Three\u2029four"), said(3, "Five")).replaceAll("\n", "\r\n");
    expect(file.split(/[\u2028\u2029]/)).toHaveLength(3);
    expect(await run("chatwoot", file)).toMatchObject({ added: 3, refusals: [] });
    expect((await inbox()).map(({ query }) => query)).toEqual(["Five", "Three\nfour", "One\ntwo"]);
  });

  it("splits a long message instead of cutting it, and keeps a snooze", async () => {
    const long = "abcd ".repeat(2000).trim();
    const messages = [{ content: long, message_type: "incoming", created_at: ago(1) }];
    await run("chatwoot", JSON.stringify([chatwoot({ status: "snoozed", snoozed_until: ago(-1), messages })], null, 2));
    const [inquiry] = await inbox();
    const texts = [inquiry?.query ?? "", ...(inquiry?.entries ?? []).map(({ text }) => text)];
    expect(texts.join(" ")).toBe(long);
    expect(Math.max(...texts.map((text) => text.length))).toBeLessThanOrEqual(4000);
    expect(inquiry?.snooze?.until).toBe(new Date(ago(-1) * 1000).toISOString());
  });
});

it("imports FreeScout's conversations, whose threads are HTML with the newest first", async () => {
  const conversation = {
    id: 1,
    number: 3,
    threadsCount: 3,
    status: "closed",
    state: "published",
    type: "email",
    subject: "Refund",
    createdAt: iso(3),
    closedAt: iso(1),
    customer: { firstName: "Asha", lastName: "Rao", email: "asha@example.com" },
    _embedded: {
      threads: [
        { id: 4, type: "lineitem", createdAt: iso(1) },
        { id: 3, type: "message", state: "draft", body: "Draft", createdAt: iso(1) },
        {
          id: 2,
          type: "message",
          state: "published",
          body: "<p>Done &amp; paid</p>",
          createdAt: iso(2),
          createdBy: { email: "owner@example.com" },
        },
        {
          id: 1,
          type: "customer",
          state: "published",
          body: "Hi<br>please <script>x</script>refund",
          createdAt: iso(3),
        },
      ],
    },
  };
  const page = {
    _embedded: {
      conversations: [
        conversation,
        { ...conversation, id: 2, state: "deleted" },
        { ...conversation, id: 3, _embedded: {} },
      ],
    },
  };
  expect(await run("freescout", JSON.stringify(page, null, 2))).toMatchObject({
    added: 1,
    leftOut: 1,
    refusals: ["export.json, item 3: _embedded.threads are missing: export with embed=threads"],
  });
  expect(await inbox()).toMatchObject([
    {
      name: "Asha Rao",
      query: "Refund\n\nHi\nplease refund",
      status: "closed",
      closedAt: new Date(ago(1) * 1000).toISOString(),
      entries: [{ kind: "reply", text: "Done & paid", author: { email: "owner@example.com" } }],
      history: [{ what: "received" }, { what: "imported", source: "freescout", number: "3" }],
    },
  ]);
});

it("imports inquiries from CSV", async () => {
  const rows = [
    "Date;Name;E-mail;Message;Status;Reply;Note",
    `${iso(2)};Asha;asha@example.com;"Where; please?";answered;Here;VIP`,
    `${iso(2).slice(0, 10)};;;Hello;;;`,
    "yesterday;;;Hello;;;",
    `${iso(2)};;;;;;`,
    `${iso(2)};;;Hello;done;;`,
  ].join("\r\n");
  expect(await run("csv", rows, { name: "in.csv" })).toMatchObject({
    added: 2,
    refusals: [
      "in.csv, line 4: date must be a time such as 2026-03-15T22:46:22Z",
      "in.csv, line 5: message is missing",
      "in.csv, line 6: status must be new, in progress, answered, closed, suspected or empty",
    ],
  });
  expect(await run("csv", rows)).toMatchObject({ added: 0, known: 2 });
  expect((await inbox()).at(-1)).toMatchObject({
    query: "Where; please?",
    way: "import",
    status: "answered",
    entries: [{ text: "Here" }],
    notes: [{ text: "VIP" }],
  });
  expect(await run("csv", "date,text\n")).toMatchObject({
    refusals: ["export.json, line 1: must name the columns: date and message, or title and text"],
  });
});

describe("a file that a spreadsheet has written", () => {
  const table = () => `Date;Name;Message\n${iso(2)};Zoë;Où est “mon” argent ?\n`;
  const hindi = () => `Date\tName\tMessage\n${iso(2)}\tआशा\tमेरा पैसा कब आएगा\n`;
  const utf16 = (text: string) => Buffer.from(text, "utf16le");
  const windows1252 = () => Buffer.from(table().replaceAll("“", "\u0093").replaceAll("”", "\u0094"), "latin1");

  it.each<[string, () => string | Buffer, string]>([
    ["windows-1252", windows1252, "Où est “mon” argent ?"],
    ["UTF-16", () => utf16(`\ufeff${hindi()}`), "मेरा पैसा कब आएगा"],
    ["UTF-16, big-endian", () => utf16(`\ufeff${hindi()}`).swap16(), "मेरा पैसा कब आएगा"],
    ["UTF-16 without a mark", () => utf16(hindi().repeat(20)), "मेरा पैसा कब आएगा"],
    ["UTF-8 with a mark and carriage returns", () => `\ufeff${hindi().replaceAll("\n", "\r")}`, "मेरा पैसा कब आएगा"],
    [
      "a first line that names the separator",
      () => `"SEP=|"\r${table().replaceAll(";", "|")}`,
      "Où est “mon” argent ?",
    ],
    [
      "characters that two pieces of the file share",
      () => table() + `${iso(3)};;${"₹".repeat(90_000)}\n`,
      "Où est “mon” argent ?",
    ],
  ])("reads %s", async (_kind, content, query) => {
    expect(await run("csv", content())).toMatchObject({ added: expect.toSatisfy((added) => added > 0) });
    expect((await inbox()).map((one) => one.query)).toContain(query);
    expect(JSON.stringify(await desk.dump())).not.toContain("\ufffd");
  });

  const problem = "export.json: is not text in UTF-8, UTF-16 or windows-1252: save it as UTF-8 (in Excel: CSV UTF-8)";

  it.each([
    ["a workbook", () => Buffer.from("PK\u0003\u0004\u0014\0\u0006\0", "latin1")],
    ["UTF-8 with a broken place", () => Buffer.concat([Buffer.from(hindi()), Buffer.from([0xe0, 0xa4, 0x0a])])],
  ])("refuses %s with a clear line", async (_kind, content) => {
    for (const source of ["csv", "chatwoot", "freescout"] as const)
      expect(await run(source, content())).toMatchObject({ added: 0, replies: 0, refusals: [problem] });
  });

  it("reads conversations and saved replies in UTF-16, as PowerShell writes them", async () => {
    const canned = { id: 4, short_code: "नमस्ते", content: "धन्यवाद" };
    expect(await run("chatwoot", utf16(`\ufeff${lines(chatwoot(), canned)}`))).toMatchObject({ added: 1, replies: 1 });
    expect(await run("csv", utf16("\ufefftitle,text\nजमा,कल होगा\n"))).toMatchObject({ replies: 1, refused: 0 });
  });

  it("refuses a number whose digits are lost, and names its cell", async () => {
    const rows = [
      "Id,Date,Message,Phone Number",
      `"",${iso(2)},"two\nlines",9198765E5`,
      `,${iso(2)},Hello,"9,19877E+11"`,
      `4.1E+17,${iso(2)},Hello,`,
      `,${iso(2)},6.02214E+23,`,
      `,${iso(2)},I sent 1E+05 twice,98765 43210`,
    ];
    const why =
      "is a number in scientific notation, without all its digits: format the column as text, and save the file again";
    expect(await run("csv", rows.join("\n"))).toMatchObject({
      added: 1,
      refusals: [
        `export.json, line 2: phone (cell D2) ${why}`,
        `export.json, line 4: phone (cell D3) ${why}`,
        `export.json, line 5: id (cell A4) ${why}`,
        `export.json, line 6: message (cell C5) ${why}`,
      ],
    });
    expect(await run("csv", "title,text\n1.5E+11,Hello\n")).toMatchObject({
      replies: 0,
      refusals: [`export.json, line 2: title (cell A2) ${why}`],
    });
  });

  it("reads a text that Excel marks as one as it is meant", async () => {
    const rows = [
      "date,name,phone,message",
      `${iso(2)},'=Ravi,'+447700900123,'tis late`,
      `${iso(2)},"=""Ravi """"R"""" K""",="00447700900123",'-20 %' is wrong'`,
      `${iso(2)},'0012,'07700 900123,"=""-5 left"""`,
      `${iso(2)},,447700900123.0,Hello`,
    ];
    expect(await run("csv", rows.join("\n"))).toMatchObject({ added: 4, refused: 0 });
    expect((await inbox()).toReversed()).toMatchObject([
      { name: "=Ravi", phone: "+447700900123", query: "'tis late" },
      { name: 'Ravi "R" K', phone: "00447700900123", query: "'-20 %' is wrong'" },
      { name: "0012", phone: "07700 900123", query: "-5 left" },
      { phone: "447700900123" },
    ]);
  });
});

it.each([
  ["newest", [1, 2, 3, 4, 5, 6]],
  ["oldest", [6, 5, 4, 3, 2, 1]],
])("filters by time what a file has with the %s first, after an inquiry of our own", async (_first, days) => {
  await desk.services.inquiries.submit({ ...goodInquiry, name: "Own" });
  const rows = days.map((each) => `${iso(each)};D${each};genuine`);
  expect(await run("csv", ["Date;Name;Message", ...rows].join("\n"))).toMatchObject({ added: 6 });
  const clock = zoneClock(desk.config.site.timeZone);
  const date = (each: number) => dayOf(clock.wallAt(ago(each) * 1000));
  const get = (path: string) => desk.app.inject({ url: `/api/contact-inquiries${path}`, headers: { cookie } });
  const names = async (query: string) => (await get(query)).json<InboxPage>().inquiries.map(({ name }) => name);
  const views = [
    [`from=${date(4)}&to=${date(3)}`, ["D4", "D3"]],
    [`from=${date(2)}`, ["D2", "D1", "Own"]],
    [`to=${date(5)}`, ["D6", "D5"]],
  ] as const;
  for (const [view, expected] of views) {
    expect(await names(`?${view}&sort=oldest`), view).toEqual(expected);
    for (const query of [view, `${view}&search=genuine`]) {
      expect((await names(`?${query}`)).toSorted(), query).toEqual(expected.toSorted());
      const file = await get(`/export.csv?${query}`);
      const found = ["Own", "D1", "D2", "D3", "D4", "D5", "D6"].filter((name) => file.body.includes(`,${name},`));
      expect(found.toSorted(), query).toEqual(expected.toSorted());
      expect(file.headers["x-expected-count"], query).toBe(String(expected.length));
    }
  }
});

/** A report on these days, once nothing is too young for it. */
async function report(): Promise<Report> {
  desk.clock.advance({ minutes: 2 });
  const url = `/api/reports?from=${iso(100).slice(0, 10)}&to=${iso(-1).slice(0, 10)}`;
  return (await desk.app.inject({ url, headers: { cookie } })).json();
}

it("counts what is open by when it arrived, whatever the order of the file", async () => {
  await desk.services.inquiries.submit({ ...goodInquiry, name: "Own" });
  await run("csv", ["Date;Message", ...[3, 10, 40, 20].map((days) => `${iso(days)};Hello`)].join("\n"));
  const { open } = await report();
  expect(open.map(({ age, count }) => `${age} ${count}`)).toEqual(["hour 1", "day 0", "week 1", "month 2", "older 1"]);
});

it("is summed up for the reports before anybody asks for one", async () => {
  const file = ["Date;Message", `${iso(3)};Hello`, `${iso(4)};Hello`].join("\n");
  await run("csv", file, { dryRun: true });
  expect(await received()).toBe(0);
  await run("csv", file);
  expect(await received()).toBe(2);
});

it("is done, though the sums of the reports could not be brought up to date", async () => {
  const failure = new Error("the connection was closed");
  vi.spyOn(desk.services.reports, "sumUp").mockRejectedValueOnce(failure);
  const file = ["Date;Message", `${iso(3)};Hello`].join("\n");
  expect(await run("csv", file)).toMatchObject({ added: 1, refused: 0, notSummedUp: [failure] });
  expect(await run("csv", file)).toMatchObject({ known: 1, notSummedUp: [] });
});

if (!isOnSqlite())
  it("does not wait for a vacuum, which locks indexes as a writer does", async () => {
    await sql`create table vacuumed as select id, repeat('x', 1000) as text from generate_series(1, 700) id`.execute(
      desk.db,
    );
    await sql`create index on vacuumed (id)`.execute(desk.db);
    const isVacuuming = async () => {
      const { rows } = await sql`select 1 from pg_locks join pg_class on pg_class.oid = relation
        where relname = 'vacuumed_id_idx' and mode = 'RowExclusiveLock'`.execute(desk.db);
      return rows.length > 0;
    };
    const vacuumed = desk.db.connection().execute(async (db) => {
      // Asleep for 10 s, unless it is ended.
      await sql`set vacuum_cost_delay = 100`.execute(db);
      await sql`set vacuum_cost_limit = 1`.execute(db);
      await sql`vacuum vacuumed`.execute(db).catch(() => undefined);
      await sql`reset vacuum_cost_delay`.execute(db);
      await sql`reset vacuum_cost_limit`.execute(db);
    });
    await expect.poll(isVacuuming).toBe(true);
    expect(await desk.store.imports.untilWritten()).toBe(true);
    expect(await isVacuuming()).toBe(true);
    await sql`select pg_cancel_backend(pid) from pg_stat_progress_vacuum
      where datname = current_database()`.execute(desk.db);
    await vacuumed;
  });

if (!isOnSqlite())
  it("is summed up once everything before it is written", async () => {
    const writes = Promise.withResolvers<void>();
    const isWriting = Promise.withResolvers<void>();
    const visitor = desk.db.connection().execute(async (db) => {
      await sql`begin`.execute(db);
      await sql`insert into inquiry (id, name, phone, email, city, query, created_at, reference, status)
        values ('late', 'Asha', '', '', '', '', ${desk.clock.now()}, 'late', 'new')`.execute(db);
      isWriting.resolve();
      await writes.promise;
      await sql`commit`.execute(db);
    });
    await isWriting.promise;
    const imported = run("csv", ["Date;Message", `${iso(3)};Hello`].join("\n"));
    await expect.poll(() => inbox()).toHaveLength(1);
    await sleep(200);
    expect(await received()).toBe(0);
    writes.resolve();
    await visitor;
    await imported;
    desk.clock.advance({ seconds: 120 });
    await desk.services.reports.sumUp();
    expect(await received()).toBe(2);
  });

it("measures the first answer from the visitor's message on, also if the team began the conversation", async () => {
  const [began, wrote, answered] = [ago(3), ago(2), ago(2) + 3600];
  const message = (at: number, isOurs: boolean) => ({
    content: "Hello",
    message_type: isOurs ? "outgoing" : "incoming",
    created_at: at,
  });
  const begun = [message(began, true), message(wrote, false)];
  const open = chatwoot({ id: 8, status: "open", messages: begun });
  const both = chatwoot({ messages: [...begun, message(answered, true), message(answered + 60, true)] });
  expect(await run("chatwoot", lines(open, both))).toMatchObject({ added: 2 });
  const { total } = await report();
  expect(total).toMatchObject({ received: 2, answered: 1, unanswered: 0 });
  expect(total.median).toBeGreaterThan(45);
  const { id, version } = (await inbox()).find(({ status }) => status === "new")!;
  await desk.services.inbox.change(id, version, { status: "closed" }, desk.member);
  expect((await report()).total).toMatchObject({ answered: 1, unanswered: 1 });
});

it.each<[Source, string, string[]]>([
  [
    "chatwoot",
    lines(
      { id: 1, short_code: "hi", content: "Hello {{contact.name}}, {{agent.name}} here" },
      { id: 2, short_code: "x", content: "{{a.b}}" },
    ),
    ["export.json, line 2: text has a placeholder that cannot be filled in"],
  ],
  [
    "freescout",
    JSON.stringify({
      _embedded: {
        savedReplies: [
          { id: 1, name: "hi", text: "<p>Hello {%customer.fullName%}, {%user.firstName,fallback=we%} here</p>" },
        ],
      },
    }),
    [],
  ],
  [
    "csv",
    'title,text\nhi,"Hello {name}, {agent} here"\nhi,\n',
    ["export.json, line 3: text is missing, too long, or has a placeholder that cannot be filled in"],
  ],
])("imports saved replies of %s once", async (source, content, refusals) => {
  expect(await run(source, content, { dryRun: true })).toMatchObject({ replies: 1, refusals });
  expect(await desk.services.savedReplies.list()).toEqual([]);
  expect(await run(source, content)).toMatchObject({ replies: 1, knownReplies: 0 });
  expect(await desk.services.savedReplies.list()).toMatchObject([{ title: "hi", text: "Hello {name}, {agent} here" }]);
  expect(await run(source, content)).toMatchObject({ replies: 0, knownReplies: 1 });
});
