import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { goodInquiry } from "../testing-api.ts";
import { inquiryNotification } from "../notifications/copy.ts";
import { createTestApp, type TestApp } from "../testing.ts";

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

const breaks = ["\n", "\r\n", "\r", "\v", "\f", "\0", "\u001b", "\u007f", "\u0085", "\u009f", "\u2028", "\u2029"];
const forged = "Reply: https://thief.example/";
const breakOut = (label: string) => `${label}${breaks.join(`${forged}\u202E`)}${forged}`;
const form = { "content-type": "application/x-www-form-urlencoded" };
const post = (url: string, fields: Record<string, string>, isForm: boolean) =>
  test.app.inject({
    method: "POST",
    url,
    ...(isForm ? { payload: new URLSearchParams(fields).toString(), headers: form } : { payload: fields }),
  });

async function stored(): Promise<Record<string, unknown>> {
  const [row] = (await test.dump()).inquiry ?? [];
  if (row === undefined) throw new Error("nothing was kept");
  return row as Record<string, unknown>;
}

/** The notification email for the stored inquiry. */
async function mailText(): Promise<string> {
  const notified = await test.store.outbox.inquiry(String((await stored())["id"]));
  if (notified === null) throw new Error("nothing was kept");
  return inquiryNotification(notified, "all", "https://desk.example.com").text;
}

/** Lines that a reader takes for ours, with every line break that mail clients may apply. */
const ownLines = (text: string) => text.split(/[\n\r\v\f\u0085\u2028\u2029]/).filter((line) => !line.startsWith("> "));

const labelled = (lines: string[]) => lines.map((line) => line.split(":")[0]);

describe.each([
  ["the call", "/api/contact-inquiries", "/api/impostor-reports", false],
  ["the form without scripts", "/contact/message", "/report", true],
])("through %s", (_door, messages, reports, isForm) => {
  it("name, phone and city are one line, and the message cannot pass for a line of ours", async () => {
    const { email } = goodInquiry;
    const short = `Asha\r\n\u2028${forged}`;
    const inquiry = { name: short, phone: `+91\n90\u202E`, email, city: short, query: breakOut("Hello") };
    expect((await post(messages, inquiry, isForm)).statusCode).toBeLessThan(400);
    const row = await stored();
    expect(row).toMatchObject({ name: `Asha ${forged}`, phone: "+91 90", city: `Asha ${forged}` });
    expect(row["query"]).toMatch(/^Hello\nReply/);
    expect(String(row["query"]).replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    const text = await mailText();
    expect(labelled(ownLines(text).slice(2))).toEqual([
      ...["Full Name", "Phone Number", "Email Address", "City", "Message"],
      "",
      "Reply",
    ]);
  });

  it("an email address with anything more is refused at its field", async () => {
    for (const email of [`a@b.example\n${forged}`, "a@b.example\r\nBcc: c@d.example", "a\0b@c.example"]) {
      const response = await post(messages, { ...goodInquiry, email }, isForm);
      expect(response.statusCode).toBe(422);
      expect(response.body).toContain("Email Address must be an address such as asha@example.com.");
    }
    expect((await test.dump()).inquiry).toEqual([]);
  });

  it("what a report is about is one line", async () => {
    const report = { reported: breakOut("thief"), happened: breakOut("They"), reach: "asha@example.com" };
    expect((await post(reports, report, isForm)).statusCode).toBeLessThan(400);
    expect(String((await stored())["reported"])).toMatch(/^thief Reply[^\p{Cc}\p{Zl}\p{Zp}\u202E]+$/u);
    const lines = ownLines(await mailText());
    expect(labelled(lines.slice(2))).toEqual(["Reported", "Email Address", "Message", "", "Reply"]);
  });
});

it("what an older version has stored is one line in the team's mail, too", async () => {
  const old = { ...goodInquiry, name: breakOut("Asha"), city: breakOut("Jaipur"), query: breakOut("Hello") };
  await test.services.inquiries.submit(old);
  expect((await stored())["name"]).toBe(old.name);
  const text = await mailText();
  expect(labelled(ownLines(text)).filter((label) => label === "Reply")).toHaveLength(1);
  expect(text).not.toMatch(/(?!\n)\p{Cc}|[\p{Zl}\p{Zp}]/u);
});
