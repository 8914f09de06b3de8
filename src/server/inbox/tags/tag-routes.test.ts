import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { InboxPage, InquiryDetail } from "#contract/inbox/inbox.ts";
import type { TagColor } from "#domain/inquiries/tag.ts";
import { createTestApp, type TestApp } from "../../testing.ts";
import { newInquiry } from "../../store/testing.ts";
import { goodInquiry, goodSettings } from "../../testing-api.ts";

let test: TestApp;
let cookie: string;
beforeEach(async () => {
  test = await createTestApp();
  cookie = await test.signIn();
});
afterEach(() => test.close());

async function call(method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE", url: string, payload?: object, headers = {}) {
  const sent = { headers: { cookie, ...headers }, ...(payload === undefined ? {} : { payload }) };
  const response = await test.app.inject({ method, url: `/api/${url}`, ...sent });
  return { status: response.statusCode, body: response.json() };
}

async function addTag(name: string, color: TagColor = "blue"): Promise<string> {
  const { status, body } = await call("POST", "tags", { name, color });
  expect([status, body]).toEqual([201, { id: expect.any(String), name, color }]);
  return body.id;
}

const tagNames = async () => (await call("GET", "tags")).body.tags.map(({ name }: { name: string }) => name);
const find = async (id: string): Promise<InquiryDetail> => (await call("GET", `contact-inquiries/${id}`)).body;
const list = async (query = ""): Promise<InboxPage> => (await call("GET", `contact-inquiries?${query}`)).body;
const names = async (query: string) => (await list(query)).inquiries.map(({ name }) => name);

async function receive(name = "Asha"): Promise<InquiryDetail> {
  await test.services.inquiries.submit({ ...goodInquiry, name });
  return find((await list("limit=1")).inquiries[0]?.id ?? "");
}

const retag = ({ id, version }: InquiryDetail, add: string[], remove: string[] = []) =>
  call("PATCH", `contact-inquiries/${id}`, { tags: { add, remove } }, { "if-match": `"${version}"` });

async function tagged(inquiry: InquiryDetail, ...tags: string[]): Promise<InquiryDetail> {
  const { status, body } = await retag(inquiry, tags);
  expect(status).toBe(200);
  return body;
}

/** Returns the audit log's entries on tags, oldest first. */
async function audited() {
  const { entries } = await test.services.audit.list({ group: "inquiries" }, { limit: 20 });
  return entries.map(({ kind, about }) => ({ kind, about })).toReversed();
}

describe("the list of tags", () => {
  it("is in the order of names, each unique whatever its case, and at most 50", async () => {
    const kyc = await addTag("KYC");
    await addTag("bonus");
    expect(await tagNames()).toEqual(["bonus", "KYC"]);
    const taken = { name: "There is already a tag with this name. Choose another name." };
    for (const name of ["Bonus", " BONUS ", "ｂｏｎｕｓ"]) {
      const refused = [await call("POST", "tags", { name, color: "red" })];
      refused.push(await call("PUT", `tags/${kyc}`, { name, color: "red" }));
      for (const { status, body } of refused) expect([status, body.errors]).toEqual([422, taken]);
    }
    expect((await call("PUT", `tags/${kyc}`, { name: "Kyc", color: "teal" })).body.name).toBe("Kyc");
    for (let index = 2; index < 50; index += 1) await addTag(`Tag ${index}`);
    expect((await call("POST", "tags", { name: "One more", color: "red" })).status).toBe(409);
    expect((await call("PUT", "tags/gone", { name: "New", color: "red" })).status).toBe(404);
  });

  it("is merged and deleted by owners, and by agents whom an owner allowed", async () => {
    const [kyc, bonus] = [await addTag("KYC"), await addTag("Bonus")];
    const owner = cookie;
    cookie = await test.signIn("agent");
    expect((await call("GET", "tags")).body.mayRemove).toBe(false);
    expect((await call("DELETE", `tags/${kyc}`)).status).toBe(403);
    expect((await call("POST", `tags/${kyc}/merge`, { into: bonus })).status).toBe(403);
    await addTag("Of an agent");
    cookie = owner;
    const allowed = { ...goodSettings, agentsMayBulk: true };
    expect((await call("PUT", "settings", allowed, { "if-match": '"0"' })).status).toBe(200);
    cookie = await test.signIn("agent");
    expect((await call("DELETE", `tags/${kyc}`)).status).toBe(200);
    expect(await tagNames()).toEqual(["Bonus", "Of an agent"]);
  });
});

describe("the tags of an inquiry", () => {
  it("change with its version and its history, and come back by the reverse", async () => {
    const [kyc, bonus] = [await addTag("KYC"), await addTag("Bonus")];
    const before = await receive();
    const after = await tagged(before, kyc, bonus);
    expect(after).toMatchObject({ version: 2, tags: [bonus, kyc] });
    const actor = { id: test.member.id, email: test.member.email };
    expect(after.history.slice(1)).toEqual([
      { what: "tagged", at: expect.any(String), by: actor, tag: "Bonus" },
      { what: "tagged", at: expect.any(String), by: actor, tag: "KYC" },
    ]);
    // What changes nothing is not recorded.
    expect((await tagged(after, kyc)).version).toBe(2);
    expect((await retag(before, [], [kyc])).status).toBe(412);
    const back: InquiryDetail = (await retag(after, [], [kyc])).body;
    expect(back).toMatchObject({ version: 3, tags: [bonus] });
    expect(back.history.at(-1)).toMatchObject({ what: "untagged", tag: "KYC" });
  });

  it("are at most 10, and only those that there are", async () => {
    const tags: string[] = [];
    for (let index = 0; index < 11; index += 1) tags.push(await addTag(`Tag ${index}`));
    const full = await tagged(await receive(), ...tags.slice(0, 10));
    const refused = await retag(full, tags.slice(10));
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { tags: "An inquiry has at most 10 tags. Remove one first." },
    ]);
    const { id, version } = full;
    const change = { id, version, tags: { add: tags.slice(10) } };
    expect((await call("POST", "contact-inquiries/changes", { changes: [change] })).body.refused).toEqual([id]);
    expect((await find(id)).version).toBe(full.version);
    // One for another is possible.
    expect((await retag(full, tags.slice(10), tags.slice(0, 1))).status).toBe(200);
    expect((await retag(await receive(), ["gone"])).body.errors.tags).toContain("This tag is no longer there.");
  });

  it("filter the list, with other filters, in both orders, and a search", async () => {
    const [kyc, bonus] = [await addTag("KYC"), await addTag("Bonus")];
    const inquiries: InquiryDetail[] = [];
    for (const name of ["A", "B", "C"]) {
      test.clock.advance({ minutes: 1 });
      inquiries.push(await tagged(await receive(name), name === "B" ? bonus : kyc));
    }
    expect(await names(`tag=${kyc}`)).toEqual(["C", "A"]);
    expect(await names(`tag=${kyc}&sort=oldest`)).toEqual(["A", "C"]);
    expect(await names(`tag=${kyc}&limit=1&sort=oldest`)).toEqual(["A"]);
    expect(await names(`tag=${bonus}&search=genuine`)).toEqual(["B"]);
    expect(await names(`tag=${kyc}&status=closed`)).toEqual([]);
    expect(await names("tag=gone")).toEqual([]);
    expect((await list(`tag=${bonus}`)).inquiries[0]?.tags).toEqual([bonus]);
    // Only those are exported.
    const exported = await test.app.inject({
      url: `/api/contact-inquiries/export.jsonl?tag=${bonus}&sort=oldest`,
      headers: { cookie },
    });
    expect(JSON.parse(exported.payload)).toMatchObject({ name: "B", tags: ["Bonus"] });
    expect((await audited()).at(-1)?.about).toMatchObject({ filters: ["tag"] });
  });

  it("filter a search of so many that it asks the index, as does the waiting time", async () => {
    const kyc = await addTag("KYC");
    for (let index = 0; index <= 500; index += 1) await test.store.inquiries.insert(newInquiry(goodInquiry), [], 1);
    await test.db
      .insertInto("inquiry_tag")
      .columns(["tag_id", "inquiry_number"])
      .expression((e) => e.selectFrom("inquiry").select((i) => [i.val(kyc).as("tag_id"), "number"]))
      .execute();
    await receive("Untagged");
    for (const filter of [`tag=${kyc}`, "waiting=1"])
      expect(await names(`${filter}&search=genuine&limit=1`)).toEqual([goodInquiry.name]);
  });

  it("stay in the bin, and go with the inquiry", async () => {
    const kyc = await addTag("KYC");
    const { id, version } = await tagged(await receive(), kyc);
    await call("POST", "contact-inquiries/erase", { inquiries: [{ id, version }] });
    expect((await call("GET", "contact-inquiries/bin")).body.inquiries[0].tags).toEqual([kyc]);
    expect((await call("GET", "tags")).body.tags[0].inquiries).toBe(1);
    await call("POST", "contact-inquiries/restore", { ids: [id] });
    expect((await find(id)).tags).toEqual([kyc]);
    await test.services.inquiries.eraseByEmail(goodInquiry.email);
    const { inquiry_tag: rows, inquiry_event: events } = await test.dump();
    expect([rows, events]).toEqual([[], []]);
  });
});

describe("a tag that is removed", () => {
  it("merges into another, which inquiries with both keep once, and saved views follow", async () => {
    const [kyc, bonus] = [await addTag("KYC"), await addTag("Bonus")];
    const both = await tagged(await receive(), kyc, bonus);
    const one = await tagged(await receive(), kyc);
    const view = { name: "KYC", isShared: false, filter: { tag: kyc } };
    await call("POST", "saved-views", view);
    expect((await call("POST", `tags/${kyc}/merge`, { into: kyc })).status).toBe(422);
    expect((await call("POST", `tags/${kyc}/merge`, { into: "gone" })).status).toBe(404);
    const merged = await call("POST", `tags/${kyc}/merge`, { into: bonus });
    expect(merged.body).toMatchObject({ message: "Tags merged: 2 inquiries moved.", inquiries: 2 });
    for (const { id } of [both, one]) expect((await find(id)).tags).toEqual([bonus]);
    expect((await call("GET", "saved-views")).body.views[0].filter).toEqual({ tag: bonus });
    // A change of what the member saw before still fits.
    expect((await retag(one, [], [bonus])).body.tags).toEqual([]);
    expect(await audited()).toEqual([
      { kind: "tag-added", about: { tag: kyc } },
      { kind: "tag-added", about: { tag: bonus } },
      { kind: "tags-merged", about: { tag: kyc, into: bonus, inquiries: 2 } },
    ]);
  });

  it("is taken off every inquiry; its name stays in the history, and is nowhere in the audit log", async () => {
    const kyc = await addTag("KYC of Ravi");
    const inquiries: InquiryDetail[] = [];
    for (let index = 0; index < 3; index += 1) inquiries.push(await tagged(await receive(), kyc));
    const removed = await call("DELETE", `tags/${kyc}`);
    expect(removed.body).toMatchObject({ message: "Tag deleted: 3 inquiries had it.", inquiries: 3 });
    expect((await call("DELETE", `tags/${kyc}`)).status).toBe(404);
    expect(await find(inquiries[0]?.id ?? "")).toMatchObject({ tags: [], history: [{}, { tag: "KYC of Ravi" }] });
    expect(JSON.stringify((await test.dump())["audit_entry"])).not.toContain("Ravi");
  });
});
