import { parse } from "csv-parse/sync";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { InboxPage, InquiryDetail } from "#contract/inbox/inbox.ts";
import { inquiryNotification } from "../notifications/copy.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { goodInquiry, goodReport } from "../testing-api.ts";

let test: TestApp;
let cookie: string;
beforeEach(async () => {
  test = await createTestApp();
  cookie = await test.signIn();
  await test.services.inquiries.submit(goodInquiry);
  await test.app.inject({ method: "POST", url: "/api/impostor-reports", payload: goodReport });
});
afterEach(() => test.close());

const get = (query: string) => test.app.inject({ url: `/api/contact-inquiries${query}`, headers: { cookie } });
const names = async (query: string) =>
  (await get(query)).json<InboxPage>().inquiries.map(({ name, reported }) => name || reported);

describe("a report in the inbox", () => {
  it("has its own kind, with what it is about", async () => {
    const [report, message] = (await get("")).json<InboxPage>().inquiries;
    expect(report).toMatchObject({ kind: "impostor", reported: goodReport.reported, name: "", status: "new" });
    expect(report?.excerpt).toBe(goodReport.happened);
    expect(message).toMatchObject({ kind: "message", reported: "" });
    const detail = (await get(`/${report?.id}`)).json<InquiryDetail>();
    expect(detail).toMatchObject({ kind: "impostor", reported: goodReport.reported, email: goodReport.reach });
  });

  it("is chosen by its kind, together with all else", async () => {
    expect(await names("?kind=impostor")).toEqual([goodReport.reported]);
    expect(await names("?kind=message")).toEqual([goodInquiry.name]);
    expect(await names("?kind=impostor&status=new&assignee=nobody")).toEqual([goodReport.reported]);
    expect(await names("?kind=impostor&status=closed")).toEqual([]);
    expect(await names("?kind=impostor&search=OTP")).toEqual([goodReport.reported]);
    expect(await names("?kind=message&search=OTP")).toEqual([]);
    expect((await get("?kind=other")).statusCode).toBe(422);
  });

  it("is found by what it is about, also after a note, and not after its erasure", async () => {
    expect(await names("?search=t.me.evil")).toEqual([goodReport.reported]);
    const [{ id } = { id: "" }] = (await get("?kind=impostor")).json<InboxPage>().inquiries;
    await test.services.inbox.addNote(id, "Told the host", test.member.id);
    expect(await names("?search=EVIL.example%20host")).toEqual([goodReport.reported]);
    await test.services.bin.add([{ id, version: 2 }], { member: test.member, hasSteppedUp: true });
    expect(await names("?search=evil")).toEqual([]);
    await test.services.bin.erase([id], test.member);
    expect(await names("?search=evil")).toEqual([]);
    expect(JSON.stringify(await test.dump())).not.toContain("evil");
  });

  it("is exported with its kind and what it is about, which no spreadsheet takes for a formula", async () => {
    await test.services.inquiries.report({ reported: "=HYPERLINK(1)", happened: "", reach: "" });
    const rows: Array<Record<string, string>> = parse((await get("/export.csv")).body, { bom: true, columns: true });
    expect(rows.map(({ Kind, Reported }) => [Kind, Reported])).toEqual([
      ["impostor", "'=HYPERLINK(1)"],
      ["impostor", goodReport.reported],
      ["message", ""],
    ]);
    const lines = (await get("/export.jsonl?kind=impostor")).body.trim().split("\n");
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[1] ?? "")).toMatchObject({ kind: "impostor", reported: goodReport.reported });
    expect((await get("/export.csv?kind=impostor")).headers["x-expected-count"]).toBe("2");
  });

  it("is not suspected for the links it is about", async () => {
    await test.services.inquiries.report({
      reported: "https://a.example https://b.example https://c.example",
      happened: "See www.d.example",
      reach: "",
    });
    expect(await names("?status=suspected")).toEqual([]);
    await test.services.inquiries.report({ reported: "x", happened: "[url=https://a.example]x[/url]", reach: "" });
    expect(await names("?status=suspected")).toEqual(["x"]);
  });
});

describe("the notification of the team", () => {
  it("says that it is a report, and what it is about only where all is sent", async () => {
    const { id } = await test.db
      .selectFrom("inquiry")
      .select("id")
      .where("kind", "=", "impostor")
      .executeTakeFirstOrThrow();
    const notified = await test.store.outbox.inquiry(id);
    if (notified === null) throw new Error("it is not there");
    const brief = inquiryNotification(notified, "reference", "https://desk.example.com");
    expect(brief.subject).toBe(`Impostor report ${notified.reference}`);
    expect(brief.text).toContain(`Impostor report ${notified.reference} has arrived.`);
    expect(brief.data).toMatchObject({ kind: "impostor" });
    expect(JSON.stringify(brief)).not.toMatch(/evil|OTP|asha/);
    const whole = inquiryNotification(notified, "all", "https://desk.example.com");
    expect(whole.text).toContain(`Reported: ${goodReport.reported}\nEmail Address: asha@example.com\nMessage:\n> They`);
    expect(whole.text).not.toContain("City");
    expect(whole.data).toMatchObject({ inquiry: { reported: goodReport.reported } });
  });

  it("thanks nobody who gave no address", async () => {
    const { version } = await test.services.settings.view();
    const mail = { host: "smtp.example.com", port: 465, security: "tls", user: "", from: "d@example.com" } as const;
    const input = { retentionDays: 90, says: "reference", webhook: null, telegram: null } as const;
    await test.services.settings.save(
      { ...input, acknowledge: true, mail: { ...mail, to: ["t@example.com"] } },
      version,
    );
    const kinds = async () => (await test.db.selectFrom("outbox").select("kind").execute()).map(({ kind }) => kind);
    await test.services.inquiries.report({ ...goodReport, reach: "090000 00009" });
    expect(await kinds()).toEqual(["inquiry"]);
    await test.services.inquiries.report(goodReport);
    expect((await kinds()).toSorted()).toEqual(["acknowledgement", "inquiry", "inquiry"]);
  });
});
