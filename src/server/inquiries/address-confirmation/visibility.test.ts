import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { attachmentLink, conversationPaths } from "#contract/conversation-paths.ts";
import { receiptLink } from "#contract/paths.ts";
import type { Receipt } from "#contract/inquiries/submission.ts";
import { type KeyHolder, keyHolders, type Part, type Sight, visibility } from "#domain/inquiries/visibility.ts";
import { goodInquiry } from "../../testing-api.ts";
import { createTestApp, type TestApp } from "../../testing.ts";

/** Decision 71, written a second time: a change of the table has to be meant. */
const decided: Record<Part, readonly [page: Sight, proved: Sight, mailed: Sight]> = {
  "first message": ["all", "all", "all"],
  fields: ["all", "all", "none"],
  "files of the form": ["pictures", "pictures", "none"],
  "page answer": ["all", "all", "all"],
  "files of a page answer": ["pictures", "pictures", "none"],
  "mailed answer": ["none", "all", "all"],
  "files of a mailed answer": ["none", "pictures", "pictures"],
  "page reply": ["all", "all", "all"],
  "files of a page reply": ["all", "all", "all"],
  "mailed reply": ["notice", "all", "all"],
  "files of a mailed reply": ["none", "all", "all"],
  "unproven answer": ["none", "none", "none"],
  "files of an unproven answer": ["none", "none", "none"],
  "logged entry": ["none", "none", "none"],
  "files of a logged entry": ["none", "none", "none"],
  "merged inquiry": ["notice", "notice", "notice"],
};

const rows = Object.entries(decided) as Array<[Part, (typeof decided)[Part]]>;
const cells = rows.flatMap(([part, sights]) =>
  keyHolders.map((holder, place): [Part, KeyHolder, Sight] => [part, holder, sights[place] ?? "none"]),
);

let test: TestApp;
/** The key of each holder, and the id of each part's picture and PDF. */
let keys: Record<KeyHolder, string>;
let files: Partial<Record<Part, { picture: string; pdf: string }>>;

const entryKinds = {
  "page answer": { kind: "answer", way: "page", sender: null },
  "mailed answer": { kind: "answer", way: "email", sender: null },
  "page reply": { kind: "reply", way: "page", sender: null },
  "mailed reply": { kind: "reply", way: "email", sender: null },
  "unproven answer": { kind: "answer", way: "email", sender: goodInquiry.email.toUpperCase() },
  "logged entry": { kind: "reply", way: "phone", sender: null },
} as const;
type EntryPart = keyof typeof entryKinds;
type NewEntry = (typeof entryKinds)[EntryPart];
const filesOf: Record<EntryPart, Part> = {
  "page answer": "files of a page answer",
  "mailed answer": "files of a mailed answer",
  "page reply": "files of a page reply",
  "mailed reply": "files of a mailed reply",
  "unproven answer": "files of an unproven answer",
  "logged entry": "files of a logged entry",
};
const textOf = (part: Part) => `Words of the ${part}.`;

beforeEach(async () => {
  test = await createTestApp();
  const { inquiries, conversations } = test.services;
  const { receiptKey, reference } = await inquiries.submit({ ...goodInquiry, query: textOf("first message") });
  const inquiry = await test.db
    .selectFrom("inquiry")
    .select("id")
    .where("reference", "=", reference)
    .executeTakeFirstOrThrow();
  const other = await inquiries.submit({ ...goodInquiry, query: textOf("merged inquiry") });
  const { id: otherId } = await test.db
    .selectFrom("inquiry")
    .select("id")
    .where("reference", "=", other.reference)
    .executeTakeFirstOrThrow();
  await test.db.updateTable("inquiry").set({ merged_into: otherId }).where("id", "=", inquiry.id).execute();
  files = { "files of the form": await addFiles(inquiry.id, null) };
  for (const [part, entry] of Object.entries(entryKinds) as Array<[EntryPart, NewEntry]>) {
    const id = randomUUID();
    await test.db
      .insertInto("inquiry_entry")
      .values({
        ...entry,
        id,
        inquiry_id: inquiry.id,
        text: textOf(part),
        created_at: test.clock.now(),
        member_id: null,
        leaves_at: null,
        delivery: null,
        problem: null,
      })
      .execute();
    files[filesOf[part]] = await addFiles(inquiry.id, id);
    if (entry.kind === "reply") await test.services.entryProofs.vouch(id);
  }
  keys = { page: receiptKey, proved: receiptKey, mailed: (await conversations.newLinkKey(inquiry.id)) ?? "" };
});
afterEach(() => test.close());

async function addFiles(inquiryId: string, entryId: string | null) {
  const picture = await sharp({ create: { width: 4, height: 3, channels: 3, background: "red" } })
    .webp()
    .toBuffer();
  const ids = { picture: randomUUID(), pdf: randomUUID() };
  const contents = { picture, pdf: Buffer.from("%PDF-1.7") };
  for (const name of ["picture", "pdf"] as const) {
    const id = ids[name];
    const type = name === "pdf" ? ("application/pdf" as const) : ("image/webp" as const);
    const sides = name === "pdf" ? { width: null, height: null } : { width: 4, height: 3 };
    await test.db
      .insertInto("attachment")
      .values({
        id,
        inquiry_id: inquiryId,
        entry_id: entryId,
        type,
        size: contents[name].length,
        ...sides,
        created_at: 1,
      })
      .execute();
    const content = contents[name].toString("base64");
    await test.db
      .insertInto("attachment_part")
      .values({ id: `${id}-0`, attachment_id: id, position: 0, content })
      .execute();
  }
  return ids;
}

/** Returns what the three doors show to this holder. */
async function seenBy(holder: KeyHolder) {
  if (holder === "proved") await test.db.updateTable("inquiry").set({ address_proved_at: 1 }).execute();
  const key = keys[holder];
  const page = (await test.app.inject(receiptLink(key))).body;
  const called = await test.app.inject({
    method: "POST",
    url: `/api${conversationPaths.conversation}`,
    payload: { key },
  });
  const receipt = called.json<Receipt>();
  const opens = async (id: string) => (await test.app.inject(attachmentLink(key, id))).statusCode === 200;
  return { page, receipt, json: called.body, opens };
}

describe("what a key shows, by the page, the call and the address of a file", () => {
  it("is the table of the decision", () => {
    const declared = Object.entries(visibility).map(([part, cell]) => [part, keyHolders.map((holder) => cell[holder])]);
    expect(Object.fromEntries(declared)).toEqual(decided);
  });

  it.each(cells)("%s, %s key: %s", async (part, holder, sight) => {
    const { page, receipt, json, opens } = await seenBy(holder);
    const ids = files[part];
    if (ids !== undefined) {
      expect(await opens(ids.picture)).toBe(sight === "all" || sight === "pictures");
      expect(await opens(ids.pdf)).toBe(sight === "all");
      for (const id of [ids.picture, ids.pdf]) expect(json.includes(id)).toBe(sight !== "none");
    } else if (part === "fields") {
      for (const value of [goodInquiry.name, goodInquiry.phone, goodInquiry.email, goodInquiry.city]) {
        expect(page.includes(value)).toBe(sight === "all");
        expect(json.includes(value)).toBe(sight === "all");
      }
    } else {
      for (const text of [page, json]) expect(text.includes(textOf(part))).toBe(sight === "all");
      if (part === "merged inquiry") expect(receipt.continuedUnder).toMatch(/^\w{3}-\w{3}$/);
      if (part === "mailed reply") expect(page.includes("We have replied by email.")).toBe(sight === "notice");
    }
  });

  it("is the same in the answer to an answer", async () => {
    for (const holder of keyHolders) {
      const { receipt } = await seenBy(holder);
      const answered = await test.app.inject({
        method: "POST",
        url: `/api${conversationPaths.answers}`,
        payload: { key: keys[holder], text: "One more." },
      });
      expect(answered.json().receipt.entries.slice(0, receipt.entries.length)).toEqual(receipt.entries);
    }
  });
});
