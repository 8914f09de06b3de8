import type { Kysely } from "kysely";
import type { Database } from "../store/database.ts";
import type { Engine } from "../store/engine.ts";

/** A first answer that is added to the sums (`by` is 1), or taken out of them (-1). */
export interface Correction {
  at: number;
  receivedAt: number;
  memberId: string | null;
  /** The ids of the inquiry's tags. */
  tags: string[];
  by: 1 | -1;
}

/** An inquiry none of whose replies arrived, which begins (`by` is 1) or ceases (-1) to be one. */
export interface UndeliveredChange {
  receivedAt: number;
  by: 1 | -1;
}

/** Positions up to which replies and the outcomes of their emails are part of the sums. */
interface Reached {
  entry: number;
  outcome: number;
}

interface Reply {
  id: string;
  number: number;
  at: number;
  memberId: string | null;
}

interface Outcome {
  number: number;
  entryId: string;
  outcome: string;
  at: number;
}

/**
 * Returns how the first answers of these inquiries change between two positions: a reply that failed is none, and one
 * that was sent again is one since it arrived. Both sides are computed from what the positions cover, so a correction
 * is made once, whenever it comes.
 */
export async function correctionsOf(
  db: Kysely<Database>,
  listed: Engine["listed"],
  inquiryIds: readonly string[],
  { from, to }: { from: Reached; to: Reached },
): Promise<{ corrections: Correction[]; undelivered: UndeliveredChange[] }> {
  if (inquiryIds.length === 0) return { corrections: [], undelivered: [] };
  const inquiries = await db
    .selectFrom("inquiry")
    .select(["id", "number", "created_at"])
    .where("id", "in", listed.texts(inquiryIds))
    .execute();
  const replies = await db
    .selectFrom("inquiry_entry")
    .select(["id", "number", "inquiry_id", "created_at", "member_id"])
    .where("inquiry_id", "in", listed.texts(inquiryIds))
    .where("kind", "=", "reply")
    .orderBy("number")
    .execute();
  const outcomes = await db
    .selectFrom("reply_outcome")
    .selectAll()
    .where("inquiry_id", "in", listed.texts(inquiryIds))
    .orderBy("number")
    .execute();
  const tags = await db
    .selectFrom("inquiry_tag")
    .select(["inquiry_number", "tag_id"])
    .where("inquiry_number", "in", listed.numbers(inquiries.map(({ number }) => number)))
    .execute();
  const repliesTo = Map.groupBy(replies, ({ inquiry_id }) => inquiry_id);
  const outcomesOf = Map.groupBy(outcomes, ({ inquiry_id }) => inquiry_id);
  const tagsOf = Map.groupBy(tags, ({ inquiry_number }) => inquiry_number);
  const changes = inquiries.map(({ id, number, created_at }) => {
    const receivedAt = Number(created_at);
    const attempts = {
      replies: (repliesTo.get(id) ?? [])
        .filter((reply) => Number(reply.created_at) >= receivedAt)
        .map((reply) => ({
          id: reply.id,
          number: reply.number,
          at: Number(reply.created_at),
          memberId: reply.member_id,
        })),
      outcomes: (outcomesOf.get(id) ?? []).map((each) => ({
        number: each.number,
        entryId: each.entry_id,
        outcome: each.outcome,
        at: Number(each.created_at),
      })),
    };
    const [before, after] = [firstAnswer(attempts, from), firstAnswer(attempts, to)];
    const about = { receivedAt, tags: (tagsOf.get(number) ?? []).map(({ tag_id }) => tag_id) };
    const correction = (answer: Reply | undefined, increment: 1 | -1): Correction[] =>
      answer === undefined ? [] : [{ ...about, at: answer.at, memberId: answer.memberId, by: increment }];
    const isSame = before?.id === after?.id && before?.at === after?.at;
    const [was, is] = [isUndelivered(attempts, from), isUndelivered(attempts, to)];
    return {
      corrections: isSame ? [] : [...correction(before, -1), ...correction(after, 1)],
      undelivered: was === is ? [] : [{ receivedAt, by: is ? (1 as const) : (-1 as const) }],
    };
  });
  return {
    corrections: changes.flatMap(({ corrections }) => corrections),
    undelivered: changes.flatMap(({ undelivered }) => undelivered),
  };
}

interface Attempts {
  replies: readonly Reply[];
  outcomes: readonly Outcome[];
}

/** Whether the team replied, and none of the replies arrived. */
function isUndelivered(attempts: Attempts, reached: Reached): boolean {
  return attempts.replies.some(({ number }) => number <= reached.entry) && firstAnswer(attempts, reached) === undefined;
}

/** The first reply that arrived, as far as a position covers; undefined if none did. */
function firstAnswer({ replies, outcomes }: Attempts, reached: Reached): Reply | undefined {
  const arrived = replies
    .filter(({ number }) => number <= reached.entry)
    .flatMap((reply) => {
      const last = outcomes.findLast(({ entryId, number }) => entryId === reply.id && number <= reached.outcome);
      if (last === undefined) return [reply];
      return last.outcome === "failed" ? [] : [{ ...reply, at: last.at }];
    });
  return arrived.toSorted((one, other) => one.at - other.at)[0];
}
