import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { inEnglish } from "#copy/server/render.ts";
import { leavesAfterMs } from "#domain/inquiries/conversation.ts";
import { goodInquiry } from "../testing-api.ts";
import { english } from "../testing-message-codes.ts";
import { createTestApp, type TestApp } from "../testing.ts";

/** Replies that a database account writes or changes: no visitor sees them. */

const lure = "Pay the fee to thief@upi";
const pdf = Buffer.from("%PDF-1.7 of ours");
let dir: string;
let desk: TestApp;
let key: string;
let inquiryId: string;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "front-desk-proofs-"));
  desk = await createTestApp({ file: join(dir, "store.sqlite") });
  await desk.signIn();
  ({ receiptKey: key } = await desk.services.inquiries.submit(goodInquiry));
  ({ id: inquiryId } = await desk.db.selectFrom("inquiry").select("id").executeTakeFirstOrThrow());
});
afterEach(async () => {
  await desk.close();
  rmSync(dir, { recursive: true });
});

/** A reply of the team that has left. */
async function reply(text: string, files: Buffer[] = [], from = desk): Promise<string> {
  const { version } = await from.db.selectFrom("inquiry").select("version").executeTakeFirstOrThrow();
  const input = { id: randomUUID(), way: "page" as const, text, files: { files } };
  expect(await from.services.replies.send(inquiryId, Number(version), input, from.member)).toMatchObject({ ok: true });
  from.clock.advance({ seconds: leavesAfterMs / 1000 + 1 });
  return input.id;
}

/** Writes a reply of the team with SQL, as an earlier version did and as a thief does. */
async function write(text: string, proof: string | null = null): Promise<string> {
  const [id, time] = [randomUUID(), desk.clock.now()];
  const entry = { id, inquiry_id: inquiryId, kind: "reply" as const, way: "page" as const, text, proof };
  await desk.db
    .insertInto("inquiry_entry")
    .values({ ...entry, member_id: desk.member.id, created_at: time, leaves_at: time })
    .execute();
  return id;
}

const shown = async (from = desk) =>
  (await from.services.conversations.find(key))?.entries.map(({ text }) => text) ?? [];
const page = async () => (await desk.app.inject(`/receipt?key=${key}`)).body;
const seenByTeam = async () => (await desk.services.inbox.find(inquiryId))?.entries ?? [];
const alarm = async () => english((await desk.services.signedMembers.verify()).alarm?.message ?? null);

it("shows no reply that was written into the store, until a member sends it again", async () => {
  const good = await reply("It is paid out.");
  const { proof } = await desk.db.selectFrom("inquiry_entry").select("proof").executeTakeFirstOrThrow();
  const forged = await write(lure);
  await write(lure, proof);
  await write(lure, "made up");
  expect(await shown()).toEqual(["It is paid out."]);
  expect(await page()).toContain("It is paid out.");
  expect(await page()).not.toContain("thief");
  expect((await seenByTeam()).map(({ text, delivery }) => [text, delivery])).toEqual([
    ["It is paid out.", null],
    [lure, "dead"],
    [lure, "dead"],
    [lure, "dead"],
  ]);
  expect(inEnglish((await seenByTeam())[1]?.problem ?? "")).toContain("Nothing proves that the team wrote this text");
  expect(await desk.services.replies.retry(good)).toBeNull();
  expect(await desk.services.replies.retry(forged)).not.toBeNull();
  expect(await shown()).toEqual(["It is paid out.", lure]);
});

it.each<[string, () => Promise<unknown>]>([
  ["text", () => desk.db.updateTable("inquiry_entry").set({ text: lure }).execute()],
  ["way", () => desk.db.updateTable("inquiry_entry").set({ way: "email" }).execute()],
  ["time", () => desk.db.updateTable("inquiry_entry").set({ created_at: 1 }).execute()],
  ["file", () => desk.db.updateTable("attachment").set({ content_hash: "another" }).execute()],
  ["files", () => desk.db.deleteFrom("attachment").execute()],
])("shows no reply whose %s was changed, and raises an alarm", async (_what, change) => {
  const id = await reply("It is paid out.", [pdf]);
  expect(await shown()).toEqual(["It is paid out."]);
  expect(await alarm()).toBeNull();
  await change();
  expect(await shown()).toEqual([]);
  expect(await alarm()).toContain("one reply to visitors");
  // Whoever sends it again has it before them.
  expect(await desk.services.replies.retry(id)).not.toBeNull();
  expect(await alarm()).toBeNull();
});

it("hands out no file of a reply whose content was changed", async () => {
  await reply("Your statement", [pdf]);
  const { id } = await desk.db.selectFrom("attachment").select("id").executeTakeFirstOrThrow();
  const parts = [];
  for await (const part of (await desk.services.conversations.file(key, id))?.parts ?? []) parts.push(part);
  expect(Buffer.concat(parts)).toEqual(pdf);
  const content = Buffer.from("%PDF-1.7 of a thief");
  await desk.db
    .updateTable("attachment_part")
    .set({ content: content.toString("base64") })
    .execute();
  for await (const files of desk.files?.list() ?? [])
    for (const { name } of files) writeFileSync(join(desk.files?.label ?? "", name.slice(0, 2), name), content);
  expect(await desk.services.conversations.file(key, id)).toBeNull();
});

it("proves the replies of an earlier version once, at the start after the upgrade", async () => {
  const { signing } = desk;
  const start = () => createTestApp({ file: join(dir, "store.sqlite"), signing });
  const first = await start();
  await first.services.signedMembers.verify();
  await first.close();
  const old = "Written by an earlier version";
  await write(old);
  // Simulates that the version before ran until now.
  const kept = JSON.parse(signing.kept.memberHead ?? "{}") as Record<string, number>;
  delete kept["replies have a proof"];
  signing.kept.memberHead = JSON.stringify(kept);
  const upgraded = await start();
  expect(await shown(upgraded)).toEqual([old]);
  await upgraded.services.signedMembers.verify();
  await upgraded.close();
  await write(lure);
  const later = await start();
  expect(await shown(later)).toEqual([old]);
  expect(await later.services.entryProofs.differences()).toEqual(["changed or added: one reply to visitors"]);
  await later.services.entryProofs.signAgain();
  expect(await shown(later)).toEqual([old, lure]);
  await later.close();
});
