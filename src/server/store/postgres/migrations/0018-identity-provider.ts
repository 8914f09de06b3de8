import { type Kysely, sql } from "kysely";

/** Like SQLite's migration of this number. */
const line = 'text collate "C"';
const statements = [
  `alter table member add column oidc_issuer ${line}`,
  `alter table member add column oidc_subject ${line}`,
  "create unique index member_oidc on member (oidc_issuer, oidc_subject)",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
