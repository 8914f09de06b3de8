import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openTestStore } from "#server/store/testing.ts";
import { createMemberStore } from "./member-queries.ts";
import { createMemberSigning, type MemberSigning, type SignedRow } from "./member-signing-queries.ts";

let test: Awaited<ReturnType<typeof openTestStore>>;
let signing: MemberSigning;
let before: SignedRow[];

/** One member with two revisions, of which `before` is the older one. */
beforeEach(async () => {
  test = await openTestStore();
  signing = createMemberSigning();
  signing.use(async (text) => createHash("sha256").update(text).digest("base64url"));
  const members = createMemberStore(test.db, signing);
  await members.insert({ id: "m", email: "m@example.com", role: "agent", passwordHash: "none" }, 1);
  before = await signing.rows(test.db).execute();
  await members.change("m", { role: "owner" });
  await members.list();
});
afterEach(() => test.store.close());

/** Answers with `before` for some reads, as a slow connection does, and with the store's rows after that. */
function late(reads: number) {
  let count = 0;
  return {
    execute: async () => {
      count += 1;
      return count <= reads ? before : signing.rows(test.db).execute();
    },
  };
}

it("reads a row again that was changed while it was read", async () => {
  expect(await signing.readVerified(late(1))).toMatchObject({ id: "m", role: "owner" });
});

it("refuses a row that stays older than a known one", async () => {
  expect(await signing.readVerified(late(Infinity))).toBeUndefined();
});
