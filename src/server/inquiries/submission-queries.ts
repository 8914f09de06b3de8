import type { Kysely, Transaction } from "kysely";
import type { Database } from "../store/database.ts";

/** A submission with an idempotency key, as keyed hashes. */
export interface Submission {
  keyHash: string;
  bodyHash: string;
}

/** A submission found by its key, with the reference of its inquiry. */
export interface KnownSubmission {
  bodyHash: string;
  reference: string;
}

export type SubmissionStore = ReturnType<typeof createSubmissionStore>;

/** Recent idempotency keys; they are written with their inquiries (`inquiry-queries.ts`, `conversation-queries.ts`). */
export function createSubmissionStore(db: Kysely<Database>) {
  return {
    find: (keyHash: string): Promise<KnownSubmission | null> => find(db, keyHash),

    async deleteBefore(time: number): Promise<void> {
      await db.deleteFrom("submission").where("created_at", "<", time).execute();
    },
  };
}

/** Stores a submission, or returns the earlier one with its key; the unique key decides between processes. */
export async function keepSubmission(
  transaction: Transaction<Database>,
  { keyHash, bodyHash }: Submission,
  reference: string,
  now: number,
): Promise<KnownSubmission | null> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto("submission")
    .values({ key_hash: keyHash, body_hash: bodyHash, reference, created_at: now })
    .onConflict((conflict) => conflict.column("key_hash").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 0n ? find(transaction, keyHash) : null;
}

/** Reverts `keepSubmission` within the same transaction. */
export async function dropSubmission(transaction: Transaction<Database>, { keyHash }: Submission): Promise<void> {
  await transaction.deleteFrom("submission").where("key_hash", "=", keyHash).execute();
}

async function find(db: Kysely<Database>, keyHash: string): Promise<KnownSubmission | null> {
  const row = await db
    .selectFrom("submission")
    .select(["body_hash", "reference"])
    .where("key_hash", "=", keyHash)
    .executeTakeFirst();
  return row === undefined ? null : { bodyHash: row.body_hash, reference: row.reference };
}
