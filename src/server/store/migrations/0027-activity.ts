import { type Kysely, sql } from "kysely";

/**
 * When something last happened to an inquiry, since when its visitor waits, since when an answer waits that anybody can
 * have sent, and since when no member has seen it. The inquiries that are there count as seen.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["activity_at", "waiting_since", "unproven_at", "unread_since"])
    await db.schema.alterTable("inquiry").addColumn(column, "bigint").execute();
  const wrote = "coalesce(wrote_at, created_at)";
  const activity = `case when snoozed_until > ${wrote} and snoozed_until > coalesce(activity_at, 0) then snoozed_until
    when activity_at > ${wrote} then activity_at else ${wrote} end`;
  const statements = [
    `create index inquiry_activity on inquiry (status, (${activity}), number)`,
    `create index inquiry_assignee_activity on inquiry (assignee_id, status, (${activity}), number)`,
    `create index inquiry_waiting on inquiry (status, coalesce(waiting_since, wrote_at, created_at), number)
      where status in ('new', 'in progress')`,
    "create index inquiry_unproven on inquiry (unproven_at) where unproven_at is not null",
    "create index inquiry_unread on inquiry (unread_since) where unread_since is not null",
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
