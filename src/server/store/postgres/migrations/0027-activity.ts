import { type Kysely, sql } from "kysely";

/** Like SQLite's migration of this number. */
const wrote = "coalesce(wrote_at, created_at)";
const activity = `case when snoozed_until > ${wrote} and snoozed_until > coalesce(activity_at, 0) then snoozed_until
  when activity_at > ${wrote} then activity_at else ${wrote} end`;
const statements = [
  `alter table inquiry add column activity_at bigint, add column waiting_since bigint, add column unproven_at bigint,
    add column unread_since bigint`,
  `create index inquiry_activity on inquiry (status, (${activity}), number)`,
  `create index inquiry_assignee_activity on inquiry (assignee_id, status, (${activity}), number)`,
  `create index inquiry_waiting on inquiry (status, coalesce(waiting_since, wrote_at, created_at), number)
    where status in ('new', 'in progress')`,
  "create index inquiry_unproven on inquiry (unproven_at) where unproven_at is not null",
  "create index inquiry_unread on inquiry (unread_since) where unread_since is not null",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
