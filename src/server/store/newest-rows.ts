import { type Kysely, sql } from "kysely";
import type { Database } from "./database.ts";

/** Tables with rows of one member each, and the time that sorts them. */
const times = { draft: "saved_at", bell_entry: "created_at" } as const satisfies Partial<
  Record<keyof Database, string>
>;

/** Deletes a member's rows in this table other than the `max` newest. */
export async function keepNewest(
  db: Kysely<Database>,
  table: keyof typeof times,
  memberId: string,
  max: number,
): Promise<void> {
  const own = sql`from ${sql.table(table)} where member_id = ${memberId}`;
  await sql`delete ${own} and id not in (select id ${own} order by ${sql.ref(times[table])} desc, id limit ${max})`.execute(
    db,
  );
}
