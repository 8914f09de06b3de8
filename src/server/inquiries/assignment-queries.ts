import type { Transaction } from "kysely";
import type { Database } from "../store/database.ts";
import type { GroupCommit } from "../store/group-commit/group-commit.ts";
import { applyChange } from "./inquiry-queries.ts";

export type AssignmentStore = ReturnType<typeof createAssignmentStore>;

/** New inquiries in turn to the agents. The turn is in the store, so that all instances and every start share it. */
export function createAssignmentStore(write: GroupCommit) {
  return {
    /** Assigns a new inquiry to the agent whose turn it is, unless somebody was faster or there is no agent. */
    assignInTurn(inquiryId: string, now: number): Promise<void> {
      return write(async (transaction, end) => {
        const row = await transaction
          .selectFrom("inquiry")
          .select(["id", "number", "snoozed_until"])
          .where("id", "=", inquiryId)
          // Nobody has changed it since it came in.
          .where("version", "=", 1)
          .executeTakeFirst();
        if (row === undefined) return;
        const memberId = await nextAgent(transaction);
        if (memberId === undefined) return;
        const found = { id: row.id, number: row.number, snoozedUntil: row.snoozed_until };
        await applyChange(
          transaction,
          end,
          { ...found, status: "new", assigneeId: null },
          { status: "new", assigneeId: memberId, memberId: null },
          now,
        );
        const { last } = await transaction
          .selectFrom("assignment_turn")
          .select((e) => e.fn.max("turn").as("last"))
          .executeTakeFirstOrThrow();
        const turn = Number(last ?? 0) + 1;
        await transaction
          .insertInto("assignment_turn")
          .values({ member_id: memberId, turn })
          .onConflict((conflict) => conflict.column("member_id").doUpdateSet({ turn }))
          .execute();
      });
    },
  };
}

/** The agent who can sign in and was assigned least recently; a new one comes first. */
async function nextAgent(transaction: Transaction<Database>): Promise<string | undefined> {
  const agent = await transaction
    .selectFrom("member")
    .leftJoin("assignment_turn", "assignment_turn.member_id", "member.id")
    .select("member.id")
    .where("role", "=", "agent")
    .where("is_active", "=", 1)
    .where("password_hash", "<>", "")
    .orderBy((e) => e.fn.coalesce("turn", e.lit(0)))
    .orderBy("member.id")
    .limit(1)
    .executeTakeFirst();
  return agent?.id;
}
