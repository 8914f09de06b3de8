import type { Kysely, Transaction } from "kysely";
import { appendAudit, type AuditDraft } from "../audit/audit-queries.ts";
import type { Database } from "../store/database.ts";
import type { GroupCommit } from "../store/group-commit/group-commit.ts";
import { applyChange, findOutsideBin, foundIn } from "./change-queries.ts";

export type AssignmentStore = ReturnType<typeof createAssignmentStore>;

/** New inquiries in turn to the agents. The turn is in the store, so that all instances and every start share it. */
export function createAssignmentStore(db: Kysely<Database>, write: GroupCommit) {
  return {
    /** The members whose turns are passed over. */
    async away(): Promise<string[]> {
      const rows = await db.selectFrom("assignment_turn").select("member_id").where("takes_turns", "=", 0).execute();
      return rows.map((row) => row.member_id);
    },

    /** Sets whether a member takes turns; null if there is no such member. An audit entry only if it changes. */
    setTakesTurns(memberId: string, takesTurns: boolean, audit: AuditDraft): Promise<"changed" | "same" | null> {
      return write(async (transaction) => {
        const row = await transaction
          .selectFrom("member")
          .leftJoin("assignment_turn", "assignment_turn.member_id", "member.id")
          .select("takes_turns")
          .where("member.id", "=", memberId)
          .executeTakeFirst();
        if (row === undefined) return null;
        const takes = Number(takesTurns);
        if ((row.takes_turns ?? 1) === takes) return "same";
        await transaction
          .insertInto("assignment_turn")
          .values({ member_id: memberId, turn: 0, takes_turns: takes })
          .onConflict((conflict) => conflict.column("member_id").doUpdateSet({ takes_turns: takes }))
          .execute();
        await appendAudit(transaction, [audit]);
        return "changed";
      });
    },

    /** Assigns a new inquiry to the agent whose turn it is, unless somebody was faster or nobody takes turns. */
    assignInTurn(inquiryId: string, now: number): Promise<void> {
      return write(async (transaction, end) => {
        const row = await findOutsideBin(transaction, inquiryId);
        // Version 1: nobody has changed it since it came in.
        if (row?.version !== 1) return;
        const memberId = await nextAgent(transaction);
        if (memberId === undefined) return;
        await applyChange(transaction, end, foundIn(row), { assigneeId: memberId, memberId: null }, now);
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

/** The agent who can sign in, takes turns and was assigned least recently; a new one comes first. */
async function nextAgent(transaction: Transaction<Database>): Promise<string | undefined> {
  const agent = await transaction
    .selectFrom("member")
    .leftJoin("assignment_turn", "assignment_turn.member_id", "member.id")
    .select("member.id")
    .where("role", "=", "agent")
    .where("is_active", "=", 1)
    .where((e) => e.or([e("password_hash", "<>", ""), e("oidc_subject", "is not", null)]))
    .where((e) => e(e.fn.coalesce("takes_turns", e.lit(1)), "=", 1))
    .orderBy((e) => e.fn.coalesce("turn", e.lit(0)))
    .orderBy("member.id")
    .limit(1)
    .executeTakeFirst();
  return agent?.id;
}
