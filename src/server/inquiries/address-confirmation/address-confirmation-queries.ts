import type { Kysely } from "kysely";
import { addMessages, type NewMessage } from "../../notifications/message-queries.ts";
import type { Database } from "../../store/database.ts";
import type { GroupCommit } from "../../store/group-commit/group-commit.ts";
import { findOutsideBin } from "../change-queries.ts";

export type AddressConfirmationStore = ReturnType<typeof createAddressConfirmationStore>;

/** The codes that prove an inquiry's address: one for each inquiry, until it is used, replaced or too old. */
export function createAddressConfirmationStore(db: Kysely<Database>, write: GroupCommit) {
  return {
    /** Queues the email with a new code; an earlier code ends. */
    ask(inquiryId: string, message: NewMessage, now: number): Promise<void> {
      return write(async (transaction) => {
        await transaction.deleteFrom("address_code").where("inquiry_id", "=", inquiryId).execute();
        await addMessages(transaction, [message], now, inquiryId);
      });
    },

    /**
     * Stores a code; false if the inquiry is gone. The tries go on counting when the email is sent a second time, which
     * takes another code.
     */
    setCode(inquiryId: string, codeHash: string, expiresAt: number): Promise<boolean> {
      return write(async (transaction) => {
        if ((await findOutsideBin(transaction, inquiryId)) === undefined) return false;
        await transaction
          .insertInto("address_code")
          .values({ inquiry_id: inquiryId, code_hash: codeHash, expires_at: expiresAt })
          .onConflict((conflict) =>
            conflict.column("inquiry_id").doUpdateSet({ code_hash: codeHash, expires_at: expiresAt }),
          )
          .execute();
        return true;
      });
    },

    /** Counts a try and returns the hash to compare with; null if no code works any more. */
    countTry(inquiryId: string, maxTries: number, now: number): Promise<string | null> {
      return write(async (transaction) => {
        // One statement: of tries at the same time, each counts.
        const row = await transaction
          .updateTable("address_code")
          .set((e) => ({ tries: e("tries", "+", 1) }))
          .where("inquiry_id", "=", inquiryId)
          .where("tries", "<", maxTries)
          .where("expires_at", ">", now)
          .returning("code_hash")
          .executeTakeFirst();
        return row?.code_hash ?? null;
      });
    },

    /** Marks the address as proved, and removes the code. */
    setProved(inquiryId: string, now: number): Promise<void> {
      return write(async (transaction, end) => {
        await transaction.deleteFrom("address_code").where("inquiry_id", "=", inquiryId).execute();
        await transaction
          .updateTable("inquiry")
          .set({ address_proved_at: now })
          .where("id", "=", inquiryId)
          .where("address_proved_at", "is", null)
          .execute();
        end.recordInboxEvent(inquiryId, "changed", now);
      });
    },

    async deleteExpired(now: number): Promise<void> {
      await db.deleteFrom("address_code").where("expires_at", "<=", now).execute();
    },
  };
}
