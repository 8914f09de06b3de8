import { type Kysely, sql, type Transaction } from "kysely";
import type { Tag, TagInput } from "#contract/inbox/tag.ts";
import { tagKey } from "#domain/inquiries/tag.ts";
import { appendAudit, type AuditDraft } from "../../audit/audit-queries.ts";
import { storedObject } from "../../lib/stored-rows.ts";
import type { Database } from "../../store/database.ts";
import type { Engine } from "../../store/engine.ts";
import type { GroupCommit } from "../../store/group-commit/group-commit.ts";

export type TagStore = ReturnType<typeof createTagStore>;

type Saved<Reason> = { ok: true; tag: Tag } | { ok: false; reason: Reason };

/** Queries that count the tags of all inquiries. */
export function createSlowTagQueries(db: Kysely<Database>) {
  return {
    /** Every tag, with the number of inquiries that have it. */
    async list(): Promise<Array<Tag & { inquiries: number }>> {
      const counts = await db
        .selectFrom("inquiry_tag")
        .select((e) => ["tag_id", e.fn.countAll<number>().as("count")])
        .groupBy("tag_id")
        .execute();
      const inquiries = new Map(counts.map(({ tag_id, count }) => [tag_id, Number(count)]));
      const tags = await db.selectFrom("tag").select(["id", "name", "color"]).orderBy("name_key").execute();
      return tags.map((tag) => ({ ...tag, inquiries: inquiries.get(tag.id) ?? 0 }));
    },
  };
}

/** The team's tags. Each write is an event for open inboxes, and has its audit entry. */
export function createTagStore(
  db: Kysely<Database>,
  engine: Pick<Engine, "listed">,
  write: GroupCommit,
  slow: ReturnType<typeof createSlowTagQueries>,
) {
  async function isTaken(transaction: Transaction<Database>, id: string, name: string): Promise<boolean> {
    const other = await transaction
      .selectFrom("tag")
      .select("id")
      .where("name_key", "=", tagKey(name))
      .where("id", "<>", id)
      .executeTakeFirst();
    return other !== undefined;
  }

  async function idsOf(transaction: Transaction<Database>): Promise<string[]> {
    return (await transaction.selectFrom("tag").select("id").execute()).map(({ id }) => id);
  }

  /** Moves up to `max` inquiries from one tag to another, or only takes them off it. */
  async function move(transaction: Transaction<Database>, from: string, target: string | null, max: number) {
    const rows = await transaction
      .selectFrom("inquiry_tag")
      .select("number")
      .where("tag_id", "=", from)
      .limit(max)
      .execute();
    const numbers = engine.listed.numbers(rows.map(({ number }) => number));
    if (target !== null) {
      await sql`
        insert into inquiry_tag (tag_id, inquiry_number)
        select cast(${target} as text), inquiry_number from inquiry_tag where number in ${numbers}
        on conflict (tag_id, inquiry_number) do nothing`.execute(transaction);
    }
    await transaction.deleteFrom("inquiry_tag").where("number", "in", numbers).execute();
    return rows.length;
  }

  return {
    ...slow,

    /** The name of every tag, by its id. */
    async names(): Promise<Map<string, string>> {
      const tags = await db.selectFrom("tag").select(["id", "name"]).execute();
      return new Map(tags.map(({ id, name }) => [id, name]));
    },

    /** Returns how many of these ids exist. */
    async count(ids: readonly string[]): Promise<number> {
      const rows = await db.selectFrom("tag").select("id").where("id", "in", engine.listed.texts(ids)).execute();
      return rows.length;
    },

    /** `taken`: another tag has the name. `full`: there are `max` already. */
    insert(tag: Tag, max: number, audit: AuditDraft, now: number): Promise<Saved<"taken" | "full">> {
      return write(async (transaction, end) => {
        if (await isTaken(transaction, tag.id, tag.name)) return { ok: false, reason: "taken" };
        if ((await idsOf(transaction)).length >= max) return { ok: false, reason: "full" };
        await transaction
          .insertInto("tag")
          .values({ ...tag, name_key: tagKey(tag.name), created_at: now })
          .execute();
        await appendAudit(transaction, [audit]);
        end.recordInboxEvent("", "tags", now);
        return { ok: true, tag };
      });
    },

    update(id: string, input: TagInput, audit: AuditDraft, now: number): Promise<Saved<"taken" | "gone">> {
      return write(async (transaction, end) => {
        if (await isTaken(transaction, id, input.name)) return { ok: false, reason: "taken" };
        const { numUpdatedRows } = await transaction
          .updateTable("tag")
          .set({ ...input, name_key: tagKey(input.name) })
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return { ok: false, reason: "gone" };
        await appendAudit(transaction, [audit]);
        end.recordInboxEvent("", "tags", now);
        return { ok: true, tag: { id, ...input } };
      });
    },

    /** Moves up to `max` inquiries from one tag to another, or to none, and returns how many; null if a tag is gone. */
    moveSome(from: string, target: string | null, max: number): Promise<number | null> {
      return write(async (transaction) => {
        const ids = await idsOf(transaction);
        if (!ids.includes(from) || (target !== null && !ids.includes(target))) return null;
        return move(transaction, from, target, max);
      });
    },

    /**
     * Deletes a tag: what still has it gets `target`, which saved views then name instead. `moved` have been before.
     * Returns how many had it; null if a tag is gone.
     */
    remove(
      from: string,
      target: string | null,
      moved: number,
      entryOf: (inquiries: number) => AuditDraft,
      now: number,
    ): Promise<number | null> {
      return write(async (transaction, end) => {
        const ids = await idsOf(transaction);
        if (!ids.includes(from) || (target !== null && !ids.includes(target))) return null;
        const all = moved + (await move(transaction, from, target, Number.MAX_SAFE_INTEGER));
        if (target !== null) await renameInViews(transaction, from, target);
        await transaction.deleteFrom("tag").where("id", "=", from).execute();
        await appendAudit(transaction, [entryOf(all)]);
        end.recordInboxEvent("", "tags", now);
        end.recordInboxEvent("", "views", now);
        return all;
      });
    },
  };
}

async function renameInViews(transaction: Transaction<Database>, from: string, target: string): Promise<void> {
  const views = await transaction.selectFrom("saved_view").select(["id", "filter"]).execute();
  for (const { id, filter } of views) {
    const parsed = storedObject(filter);
    if (parsed["tag"] !== from) continue;
    await transaction
      .updateTable("saved_view")
      .set({ filter: JSON.stringify({ ...parsed, tag: target }) })
      .where("id", "=", id)
      .execute();
  }
}
