import { type Kysely, sql } from "kysely";

/** Adds the identity with which a member signs in at the company's identity provider. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["oidc_issuer", "oidc_subject"])
    await db.schema.alterTable("member").addColumn(column, "text").execute();
  await sql`create unique index member_oidc on member (oidc_issuer, oidc_subject)`.execute(db);
}
