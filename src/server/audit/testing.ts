import { type Kysely, sql } from "kysely";
import { expect } from "vitest";
import type { Database } from "../store/database.ts";
import { isOnSqlite } from "../store/testing.ts";
import type { Audit } from "./audit.ts";

/** An audit log that drops its entries, for services whose tests do not read it. */
export const noAudit: Pick<Audit, "record"> = { record: () => Promise.resolve() };

/** Changes the log as somebody with write access to the store could, who first drops what makes it append-only. */
export async function withoutTriggers(db: Kysely<Database>, change: () => Promise<unknown>): Promise<void> {
  if (!isOnSqlite()) {
    await sql`alter table audit_entry disable trigger user`.execute(db);
    await change();
    return void (await sql`alter table audit_entry enable trigger user`.execute(db));
  }
  const { rows: triggers } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'audit_entry'`.execute(db);
  expect(triggers).toHaveLength(3);
  for (const { name } of triggers) await sql`drop trigger ${sql.ref(name)}`.execute(db);
  await change();
  for (const trigger of triggers) await sql.raw(trigger.sql).execute(db);
}
