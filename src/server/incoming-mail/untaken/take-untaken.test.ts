import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { UntakenPage } from "#contract/inbox/untaken-mail.ts";
import { createTestApp, type TestApp } from "../../testing.ts";
import { goodInquiry } from "../../testing-api.ts";
import { rawMail } from "../testing.ts";

let test: TestApp;
let cookie: string;
beforeEach(async () => {
  test = await createTestApp();
  const { version } = await test.services.settings.view();
  const incoming = { replyTo: "desk@example.com", unmatched: "inquiry", way: "push", host: "", port: 993 } as const;
  const mail = {
    host: "localhost",
    port: 9,
    security: "none" as const,
    user: "",
    from: "from@example.com",
    to: ["team@example.com"],
  };
  const saved = await test.services.settings.save(
    {
      ...{ webhook: null, telegram: null, retentionDays: 90, acknowledge: true, says: "reference" as const },
      mail,
      incoming: { ...incoming, security: "tls", user: "" },
    },
    version,
  );
  expect(saved.ok).toBe(true);
  cookie = await test.signIn("agent");
});
afterEach(() => test.close());

async function call(method: "GET" | "PUT" | "DELETE", url: string) {
  const response = await test.app.inject({ method, url: `/api/untaken-mails${url}`, headers: { cookie } });
  return { status: response.statusCode, ...response.json() };
}

const list = async (query = "") =>
  (await test.app.inject({ url: `/api/untaken-mails${query}`, headers: { cookie } })).json() as UntakenPage;

/** Lists an email; returns its id. */
async function listed(raw: Buffer): Promise<string> {
  expect(await test.services.incomingMail.take(raw)).toBe("listed");
  return (await list()).mails[0]?.id ?? "";
}

const inquiries = () => test.db.selectFrom("inquiry").selectAll().orderBy("number").execute();

describe("an email of the list", () => {
  it("becomes an inquiry at an agent's press, once, without an acknowledgement, and is listed again at an undo", async () => {
    // It would be suspected, had nobody chosen it.
    const spam = `It is missing. ${"https://links.example.net/a ".repeat(20)}`;
    const id = await listed(rawMail({ Precedence: "bulk", Subject: "Deposit" }, spam));
    const taken = await Promise.all([call("PUT", `/${id}/taken`), call("PUT", `/${id}/taken`)]);
    expect(taken.map(({ status }) => status)).toEqual([200, 200]);
    const [row, ...others] = await inquiries();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ id: taken[0]?.inquiryId, email: "asha@example.com", status: "new" });
    expect(row?.query).toMatch(/^Deposit\n\nIt is missing/);
    const outbox = await test.db.selectFrom("outbox").select("kind").execute();
    expect(outbox.map(({ kind }) => kind)).not.toContain("acknowledgement");
    expect((await list()).mails).toMatchObject([{ id, inquiryId: row?.id }]);

    expect((await call("DELETE", `/${id}/taken`)).status).toBe(200);
    expect(await inquiries()).toEqual([]);
    expect((await list()).mails).toMatchObject([{ id, inquiryId: null }]);
    expect((await call("DELETE", `/${id}/taken`)).status).toBe(404);
    // Taken again, it is another inquiry.
    expect((await call("PUT", `/${id}/taken`)).inquiryId).not.toBe(row?.id);
    expect(await inquiries()).toHaveLength(1);
  });

  it("joins the conversation that it belongs to, and an undo leaves that as it was", async () => {
    await test.services.inquiries.submit(goodInquiry);
    const [before] = await inquiries();
    await test.db
      .updateTable("inquiry")
      .set({ status: "closed", closed_at: test.clock.now() })
      .where("id", "=", before?.id ?? "")
      .execute();
    test.clock.advance({ seconds: 60 });
    const raw = rawMail({ References: `<${before?.id}@example.com>`, "Auto-Submitted": "auto-replied" }, "I am away.");
    const id = await listed(raw);
    expect(await call("PUT", `/${id}/taken`)).toMatchObject({ status: 200, inquiryId: before?.id });
    expect(await inquiries()).toMatchObject([{ status: "new", wrote_at: test.clock.now() }]);
    test.clock.advance({ seconds: 60 });
    expect((await call("DELETE", `/${id}/taken`)).status).toBe(200);
    expect(await inquiries()).toMatchObject([{ status: "closed", wrote_at: null }]);
    const detail = await test.services.inbox.find(before?.id ?? "");
    expect(detail?.entries).toEqual([]);
  });

  it("cannot be taken back once somebody has answered", async () => {
    const id = await listed(rawMail({ Precedence: "bulk" }));
    const { inquiryId } = await call("PUT", `/${id}/taken`);
    const reference = (await inquiries())[0]?.reference ?? "";
    expect(await test.services.incomingMail.take(rawMail({ Subject: `Re: ${reference}` }))).toBe("answer");
    expect((await call("DELETE", `/${id}/taken`)).status).toBe(409);
    expect((await inquiries()).map((row) => row.id)).toEqual([inquiryId]);
  });

  it("that cannot be read is not taken, but downloaded as it came, and nothing in it can run", async () => {
    const raw = rawMail({ Subject: "<script>alert(1)</script>" }, "\n".repeat(100_000));
    const id = await listed(raw);
    expect((await list()).mails).toMatchObject([{ mayBeTaken: false, reason: "too-many-lines" }]);
    expect((await call("PUT", `/${id}/taken`)).status).toBe(409);
    const response = await test.app.inject({ url: `/api/untaken-mails/${id}/email.eml`, headers: { cookie } });
    expect(response.rawPayload).toEqual(raw);
    expect(response.headers).toMatchObject({
      "content-type": "message/rfc822",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
    });
    expect(response.headers["content-disposition"]).toMatch(/^attachment; filename="email-\d+\.eml"$/);
  });

  it("of which only the beginning is kept is taken without the file that was cut", async () => {
    const part = (type: string, bytes: Buffer) =>
      `--b\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString("base64")}\r\n`;
    const pdf = (size: number) => part("application/pdf", Buffer.alloc(size, "%PDF-1.7 "));
    const body = [part("text/plain", Buffer.from("My files.")), pdf(1000), pdf(4_500_000), "--b--"].join("");
    const id = await listed(rawMail({ Precedence: "bulk", "Content-Type": 'multipart/mixed; boundary="b"' }, body));
    expect((await call("PUT", `/${id}/taken`)).status).toBe(200);
    expect((await inquiries())[0]?.query).toContain("(Not kept here: a file (the email is too large).)");
    expect(await test.db.selectFrom("attachment").select("size").execute()).toEqual([{ size: 1000 }]);
  });

  it("is erased with the inquiry that it became", async () => {
    const id = await listed(rawMail({ Precedence: "bulk" }, "a secret of the visitor"));
    await call("PUT", `/${id}/taken`);
    expect(await test.services.inquiries.eraseByEmail("asha@example.com")).toBeGreaterThan(0);
    expect((await list()).mails).toEqual([]);
    expect(await test.db.selectFrom("untaken_mail_part").selectAll().execute()).toEqual([]);
  });

  it("is on the page that comes next, the newest first", async () => {
    for (let at = 1; at <= 5; at += 1) await listed(rawMail({ Precedence: "bulk", Subject: `Number ${at}` }));
    const subjects = ({ mails }: UntakenPage) => mails.map(({ subject }) => subject);
    const first = await list("?limit=2");
    expect(subjects(first)).toEqual(["Number 5", "Number 4"]);
    const second = await list(`?limit=2&before=${first.next}`);
    expect(subjects(second)).toEqual(["Number 3", "Number 2"]);
    const third = await list(`?limit=2&before=${second.next}`);
    expect([subjects(third), third.next]).toEqual([["Number 1"], null]);
  });
});
