import { afterEach, beforeEach, expect, it } from "vitest";
import type { InboxPage } from "#contract/inbox/inbox.ts";
import type { Inquiry } from "#domain/inquiries/inquiry.ts";
import { createTestApp, type TestApp } from "../testing.ts";
import { goodInquiry } from "../testing-api.ts";

let test: TestApp;
let cookie: string;
beforeEach(async () => {
  test = await createTestApp();
  cookie = await test.signIn();
});
afterEach(() => test.close());

const receive = (fields: Partial<Inquiry>) => test.services.inquiries.submit({ ...goodInquiry, ...fields });

async function list(query: Record<string, string>): Promise<InboxPage> {
  return (await test.app.inject({ url: "/api/contact-inquiries", query, headers: { cookie } })).json();
}

/** The excerpts of a page, with the words found in brackets. */
const excerpts = ({ inquiries, found }: InboxPage) =>
  inquiries.map(({ id }) => found?.excerpts[id]?.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join(""));

it("shows the words found, from the text that has them", async () => {
  await receive({ query: `My deposit ${"is late ".repeat(60)}and the UTR is 412345678901, please look` });
  const page = await list({ search: "utr 4123 4567 8901" });
  expect(page.found?.how).toBe("exact");
  expect(excerpts(page)).toEqual(["…late is late is late and the [UTR] is [412345678901], please look"]);
  const [inquiry] = page.inquiries;
  const note = { id: crypto.randomUUID(), inquiryId: inquiry?.id ?? "", memberId: "none", text: "Bank says tomorrow" };
  const member = { id: "none", email: "n@example.com", passwordHash: "none", role: "agent" as const };
  await test.store.members.insert(member, 1);
  await test.store.inquiries.addNote(note, 1);
  expect(excerpts(await list({ search: "bank" }))).toEqual(["[Bank] says tomorrow"]);
  expect(excerpts(await list({ search: goodInquiry.email }))).toEqual([`[${goodInquiry.email}]`]);
  // Every list shows the name itself.
  expect(excerpts(await list({ search: goodInquiry.name }))).toEqual([undefined]);
  expect((await list({})).found).toBeNull();
});

it("goes on with other spellings on the page that `next` names", async () => {
  await receive({ name: "Dot", query: "मेरा डिपॉज़िट नहीं आया" });
  await receive({ name: "Plain", query: "मेरा डिपॉजिट नहीं आया" });
  const first = await list({ search: "डिपॉजिट" });
  expect(first.inquiries.map(({ name }) => name)).toEqual(["Plain"]);
  const second = await list({ search: "डिपॉजिट", after: first.next ?? "" });
  expect(second.inquiries.map(({ name }) => name)).toEqual(["Dot"]);
  expect(second).toMatchObject({ next: null, found: { how: "spelling" } });
  expect(excerpts(second)).toEqual(["मेरा [डिपॉज़िट] नहीं आया"]);
});

it("says that words are only similar", async () => {
  await receive({ query: "Where is my withdrawal?" });
  const page = await list({ search: "withdrwal" });
  expect(page).toMatchObject({ next: null, found: { how: "similar" } });
  expect(excerpts(page)).toEqual(["Where is my [withdrawal]?"]);
});

it("finds what is in Possible spam by a number, an address, a name and words", async () => {
  await receive({ name: "Meera Udaharan", phone: "+91 90000 00001", email: "meera@example.com", query: "भुगतान कब" });
  const [inquiry] = (await list({})).inquiries;
  await test.app.inject({
    method: "PATCH",
    url: `/api/contact-inquiries/${inquiry?.id}`,
    headers: { cookie, "if-match": '"1"' },
    payload: { status: "suspected" },
  });
  for (const search of ["0 90000-00001", "meera@", "udaharan", "udahran", "भुगतान"]) {
    expect((await list({ search })).inquiries).toEqual([]);
    expect((await list({ search, status: "suspected" })).inquiries).toHaveLength(1);
  }
});
