import { afterEach, beforeEach, expect, it } from "vitest";
import type { EntryKind } from "#domain/inquiries/conversation.ts";
import { durationClass } from "#domain/time/duration-classes.ts";
import { day, hour, minute, second } from "#domain/time/durations.ts";
import { dayOf, zoneClock } from "#domain/time/day.ts";
import { seededRandom } from "#domain/testing-random.ts";
import { createTestApp, type TestApp } from "../testing.ts";

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
  await test.signIn();
});
afterEach(() => test.close());

/**
 * Rows as any history could leave them, in the order of their times unless they are odd: then those of damaged ones
 * and of other clocks are among them.
 */
async function fill(random: () => number, stage: number, isOdd: boolean): Promise<void> {
  const pick = <T>(...list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const start = test.clock.now() - 40 * day;
  for (let each = 0; each < 40; each += 1) {
    const id = `${stage}-${each}`;
    const at = start + Math.floor(random() * 30 * day);
    const { number } = await test.db
      .insertInto("inquiry")
      .values({
        id,
        name: "Asha",
        phone: "",
        email: "",
        city: "",
        query: "",
        created_at: at,
        reference: id,
        status: "new",
      })
      .returning("number")
      .executeTakeFirstOrThrow();
    for (const tag of ["kyc", "money"])
      if (random() < 0.3)
        await test.db.insertInto("inquiry_tag").values({ inquiry_number: number, tag_id: tag }).execute();
    const isTroubled = random() < 0.3;
    for (let entry = 0; entry < 9 && random() < 0.75; entry += 1) {
      const bound = pick(1, 5, 60, 1440) * minute;
      const usual = pick(bound, bound + 1, bound + 499, bound + 500);
      const took = isOdd ? pick(usual, Math.floor(random() * 5 * day), -minute, 0, 99_999 * day) : entry * day + usual;
      const kind = pick<EntryKind | "withdrawn">("reply", "reply", "answer", "withdrawn");
      const values = {
        id: `${id}-${entry}`,
        inquiry_id: id,
        kind,
        way: "page" as const,
        text: "",
        created_at: at + took,
      };
      await test.db
        .insertInto("inquiry_entry")
        .values({ ...values, member_id: pick(test.member.id, null) })
        .execute();
      const outcome = pick("failed", "failed", "delivered");
      if (isTroubled && kind === "reply" && random() < 0.8)
        await test.db
          .insertInto("reply_outcome")
          .values({
            entry_id: values.id,
            inquiry_id: id,
            outcome,
            created_at: isOdd ? at + Math.floor(random() * day) + bound : values.created_at + minute,
          })
          .execute();
    }
  }
}

/** Changes replies that were summed up before: they fail, arrive after all, or are the first. */
async function change(random: () => number, stage: number): Promise<void> {
  const inquiries = await test.db.selectFrom("inquiry").select("id").orderBy("number").execute();
  const replies = await test.db
    .selectFrom("inquiry_entry")
    .select(["id", "inquiry_id"])
    .where("kind", "=", "reply")
    .orderBy("number")
    .execute();
  const at = test.clock.now() - hour + stage * minute;
  for (const [place, { id }] of inquiries.entries()) {
    if (random() < 0.8) continue;
    const values = { id: `${stage} later ${place}`, inquiry_id: id, kind: "reply", way: "page", text: "" } as const;
    await test.db
      .insertInto("inquiry_entry")
      .values({ ...values, member_id: test.member.id, created_at: at })
      .execute();
  }
  for (const { id, inquiry_id } of replies) {
    if (random() < 0.8) continue;
    const outcome = random() < 0.7 ? ("failed" as const) : ("delivered" as const);
    await test.db.insertInto("reply_outcome").values({ entry_id: id, inquiry_id, outcome, created_at: at }).execute();
  }
}

/** Returns the same sums, computed row by row. */
async function expected(): Promise<Map<string, number>> {
  const clock = zoneClock(test.config.site.timeZone);
  const sums = new Map<string, number>();
  const [inquiries, entries, outcomes, tags] = await Promise.all([
    test.db.selectFrom("inquiry").selectAll().execute(),
    test.db.selectFrom("inquiry_entry").selectAll().where("kind", "=", "reply").orderBy("number").execute(),
    test.db.selectFrom("reply_outcome").selectAll().orderBy("number").execute(),
    test.db.selectFrom("inquiry_tag").selectAll().execute(),
  ]);
  for (const inquiry of inquiries) {
    const receivedAt = Number(inquiry.created_at);
    const replies = entries
      .filter((entry) => entry.inquiry_id === inquiry.id && Number(entry.created_at) >= receivedAt)
      .flatMap((entry) => {
        const last = outcomes.findLast(({ entry_id }) => entry_id === entry.id);
        if (last?.outcome === "failed") return [];
        return [{ at: Number(last?.created_at ?? entry.created_at), memberId: entry.member_id ?? "" }];
      });
    const isTroubled = outcomes.some(({ inquiry_id }) => inquiry_id === inquiry.id);
    const first = isTroubled ? replies.toSorted((one, other) => one.at - other.at)[0] : replies[0];
    if (first === undefined) continue;
    const wall = clock.wallAt(receivedAt);
    const place = `${dayOf(wall)} ${Math.floor((wall % day) / hour)}`;
    const took = first.at - receivedAt;
    const [found, seconds] = [
      durationClass(took / minute),
      Math.min(Math.max(Math.round(took / second), 0), 2 ** 31 - 1),
    ];
    const add = (id: string) => sums.set(id, (sums.get(id) ?? 0) + 1);
    add(`${place} first answer ${first.memberId} ${found}`);
    add(`${place} answer seconds ${first.memberId} ${seconds}`);
    for (const { tag_id } of tags.filter(({ inquiry_number }) => inquiry_number === inquiry.number)) {
      add(`${place} tag answer ${tag_id} ${found}`);
      add(`${place} tag answer seconds ${tag_id} ${seconds}`);
    }
  }
  return sums;
}

it.each(
  [1, 2, 3].flatMap((seed) => [
    { seed, rows: "odd rows", isOdd: true },
    { seed, rows: "rows that change later", isOdd: false },
  ]),
)("answers are summed up as row by row: $rows (seed $seed)", async ({ seed, isOdd }) => {
  const random = seededRandom(seed);
  for (const id of ["kyc", "money"])
    await test.db.insertInto("tag").values({ id, name: id, name_key: id, color: "red", created_at: 1 }).execute();
  for (let stage = 0; stage < 3; stage += 1) {
    await fill(random, stage, isOdd);
    if (!isOdd) await change(random, stage);
    await test.services.reports.sumUp();
    const rows = await test.db
      .selectFrom("report_sum")
      .select(["id", "count"])
      .where("what", "like", "%answer%")
      .execute();
    const found = rows.map(({ id, count }) => [id, Number(count)] as const).filter(([, count]) => count !== 0);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(await expected()));
  }
  const { days, hours, total, members } = await test.services.reports.report({
    from: dayOf(test.clock.now() - 50 * day),
    to: dayOf(test.clock.now()),
  });
  for (const part of [days, hours, members])
    expect(part.reduce((sum, { answered }) => sum + answered, 0)).toBe(total.answered);
  expect(total.answered).toBeGreaterThan(20);
});
