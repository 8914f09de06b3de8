import { afterEach, beforeEach, expect, it } from "vitest";
import { goodInquiry } from "#server/testing-api.ts";
import { createAudit } from "#server/audit/audit.ts";
import { createTestSigning } from "../../signing/testing.ts";
import { createGroupEnd } from "../group-commit/group-commit.ts";
import { newInquiry, openTestStore } from "../testing.ts";

type Opened = Awaited<ReturnType<typeof openTestStore>>;

/** Three programs on one database. */
let all: Opened[];
let one: Opened;
let two: Opened;
let three: Opened;
beforeEach(async () => {
  const name = `shared by three ${crypto.randomUUID()}`;
  [one, two, three] = [await openTestStore(name), await openTestStore(name), await openTestStore(name)];
  all = [one, two, three];
});
afterEach(() => Promise.all(all.map(({ store }) => store.close())));

const owner = (id: string) => ({ id, email: `${id}@example.com`, passwordHash: "hash", role: "owner" as const });
/** Enough rounds to cause conflicts. */
const rounds = Array.from({ length: 15 }, (_, index) => index);

it("each step of the clean-up runs, also right after another one", async () => {
  const ran: boolean[] = [];
  for (let step = 0; step < 200; step += 1) ran.push(await one.store.onlyHere("cleanUp", () => Promise.resolve()));
  expect(ran.filter((was) => !was)).toEqual([]);
});

it("of simultaneous changes of one version in several programs, one is made", async () => {
  for (const round of rounds) {
    const before = await one.store.settings.read();
    const texts = all.map((_, who) => `${round} by ${who}`);
    const outcomes = await Promise.all(all.map(({ store }, who) => store.settings.replace(before, texts[who] ?? "")));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await one.store.settings.read()).toBe(texts[outcomes.indexOf(true)]);
  }
  await one.store.members.insert(owner("asha"), 1);
  for (const round of rounds) {
    const { id } = newInquiry(goodInquiry);
    await one.store.inquiries.insert(newInquiry(goodInquiry, { id }), [], round);
    const status = "closed" as const;
    const changes = all.map(({ store }) => store.inquiries.change([{ id, version: 1, status }], "asha", 2));
    expect((await Promise.all(changes)).flat().sort()).toEqual(["changed", "stale", "stale"]);
  }
  expect(await one.store.inbox.counts()).toMatchObject({ new: 0, closed: rounds.length });
});

it("concurrent requests make one first owner and keep one owner", async () => {
  const first = await Promise.all(all.map(({ store }, who) => store.members.insertFirst(owner(`first-${who}`), 1)));
  expect(first.filter(Boolean)).toHaveLength(1);
  const ids = ["a", "b", "c"];
  for (const id of ids) await one.store.members.insert(owner(id), 1);
  const [old] = (await one.store.members.list()).filter(({ id }) => id.startsWith("first"));
  const demoted = [old?.id ?? "", ...ids].map((id, index) =>
    all[index % 3]!.store.members.change(id, { role: "agent" }),
  );
  const refused = (await Promise.all(demoted)).filter((outcome) => outcome?.ok === false);
  expect(refused).toEqual([{ ok: false, reason: "last owner" }]);
});

it("the audit log is one chain for all writers", async () => {
  const signing = await createTestSigning();
  const audits = all.map(({ store }) => createAudit({ store: store.audit, signing, now: Date.now }));
  const entries = rounds.flatMap((round) =>
    audits.map((audit) => audit.record({ kind: "signed-in", by: null, about: { round } })),
  );
  await Promise.all(entries);
  await Promise.all(audits.map((audit) => audit.settled()));
  expect(await audits[0]!.check()).toEqual({ outcome: "whole", entries: entries.length });
});

it("a subscriber to inbox changes misses none of several writers", async () => {
  let isOver = false;
  const seen: number[] = [];
  const following = (async () => {
    for (let position = 0; ;) {
      const wasOver = isOver;
      const changes = await three.store.inboxChanges.after(position, 1000);
      seen.push(...changes.map(({ number }) => number));
      position = seen.at(-1) ?? 0;
      if (wasOver && changes.length === 0) return;
    }
  })();
  const writing = [one, two].flatMap(({ store }) =>
    Array.from({ length: 4 }, async () => {
      for (let times = 0; times < 40; times += 1) await store.inquiries.insert(newInquiry(goodInquiry), [], 1);
    }),
  );
  await Promise.all(writing);
  isOver = true;
  await following;
  const { rows } = await three.store.inbox.list({}, { limit: 1000 });
  expect(rows).toHaveLength(320);
  expect(seen).toHaveLength(320);
  expect(await three.store.inbox.counts()).toMatchObject({ new: 320 });
});

it("a later number is never visible earlier, however long the other transaction takes", async () => {
  let isSeen = false;
  let inserting: Promise<unknown> = Promise.resolve();
  await one.engine.transact(one.db, false, async (transaction) => {
    const end = createGroupEnd(one.engine);
    end.recordInboxEvent("first", "added", 1);
    await end.run(transaction);
    inserting = two.store.inquiries.insert(newInquiry(goodInquiry), [], 1).finally(() => (isSeen = true));
    // Writes that do not wait finish long before.
    await new Promise((resolve) => void setTimeout(resolve, 200));
    expect(isSeen).toBe(false);
  });
  await inserting;
  expect(await three.store.inboxChanges.after(0, 10)).toMatchObject([{ inquiryId: "first" }, {}]);
});

it("each key makes one inquiry, though several programs get it simultaneously", async () => {
  for (const round of rounds) {
    const submission = { keyHash: `key ${round}`, bodyHash: "same" };
    const outcomes = await Promise.all(
      all.map(({ store }) => store.inquiries.insert(newInquiry(goodInquiry), [], 1, submission)),
    );
    expect(outcomes.filter((outcome) => outcome === "kept")).toHaveLength(1);
  }
  expect(await one.store.inquiries.count()).toBe(rounds.length);
});

it("a message is sent by one program, and by another if that one has ended", async () => {
  const payload = "{}";
  for (const round of rounds)
    await one.store.outbox.add({ id: String(round), kind: "inquiry", channel: "email", payload }, round);
  const claims = await Promise.all(all.map(({ store }) => store.outbox.claim("email", 1000, { max: 5, except: [] })));
  const ids = claims.flat().map(({ id }) => Number(id));
  expect(ids.sort((a, b) => a - b)).toEqual(rounds);
  await one.store.outbox.settle("0", { state: "delivered", attempts: 1, problem: null }, 1000);
  await one.store.outbox.release(["1"], 1000);
  const again = (now: number) => two.store.outbox.claim("email", now, { max: 100, except: [] });
  expect((await again(1000)).map(({ id }) => id)).toEqual(["1"]);
  expect(await again(120_999)).toEqual([]);
  expect(await again(121_000)).toHaveLength(14);
});

it("two deadlocked transactions both succeed", async () => {
  await one.store.members.insert(owner("a"), 1);
  await one.store.members.insert(owner("b"), 1);
  const swap = ({ db, engine }: Opened, first: string, second: string) =>
    engine.transact(db, false, async (transaction) => {
      for (const id of [first, second]) {
        await transaction.updateTable("member").set({ password_hash: first }).where("id", "=", id).execute();
        await new Promise((resolve) => void setTimeout(resolve, 50));
      }
    });
  await Promise.all([swap(one, "a", "b"), swap(two, "b", "a")]);
  const rows = await one.db.selectFrom("member").select("password_hash").execute();
  expect(new Set(rows.map(({ password_hash }) => password_hash)).size).toBe(1);
});
