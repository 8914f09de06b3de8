import type { ExpressionBuilder, Kysely, Transaction } from "kysely";
import { type SavedView, type SavedViewInput, savedViewSchema } from "#contract/inbox/saved-view.ts";
import type { Database } from "../../store/database.ts";
import { readRows, storedJson } from "../../lib/stored-rows.ts";
import type { GroupCommit } from "../../store/group-commit/group-commit.ts";

export type SavedViewStore = ReturnType<typeof createSavedViewStore>;

/** The member who asks; an owner manages what others share. */
export interface Asker {
  id: string;
  isOwner: boolean;
}

/** Views of the inbox that members have saved. Each write is an event for open inboxes. */
export function createSavedViewStore(db: Kysely<Database>, write: GroupCommit) {
  const isManagedBy = ({ id, isOwner }: Asker) => {
    return (e: ExpressionBuilder<Database, "saved_view">) =>
      isOwner ? e.or([e("member_id", "=", id), e("is_shared", "=", 1)]) : e("member_id", "=", id);
  };

  /** The number of shared views, or of the member's own. */
  async function countOf(transaction: Transaction<Database>, isShared: boolean, memberId: string): Promise<number> {
    const { count } = await transaction
      .selectFrom("saved_view")
      .select((e) => e.fn.countAll<number>().as("count"))
      .where("is_shared", "=", isShared ? 1 : 0)
      .$if(!isShared, (query) => query.where("member_id", "=", memberId))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  return {
    /** The member's own views and the shared ones, in the order of their names. */
    async list(member: Asker): Promise<SavedView[]> {
      const rows = await db
        .selectFrom("saved_view")
        .selectAll()
        .where((e) => e.or([e("member_id", "=", member.id), e("is_shared", "=", 1)]))
        .orderBy("name")
        .orderBy("id")
        .execute();
      return readRows("saved_view", rows, ({ id, name, is_shared, filter, member_id }) =>
        savedViewSchema.parse({
          id,
          name,
          isShared: is_shared === 1,
          filter: storedJson(filter),
          isMine: member_id === member.id,
          mayManage: member_id === member.id || (is_shared === 1 && member.isOwner),
        }),
      );
    },

    /** Adds a view; returns false if there are `max` already: of the member's own, or of the shared ones. */
    insert(id: string, { name, isShared, filter }: SavedViewInput, memberId: string, max: number, now: number) {
      return write(async (transaction, end) => {
        if ((await countOf(transaction, isShared, memberId)) >= max) return false;
        const is_shared = isShared ? 1 : 0;
        const view = { id, member_id: memberId, name, is_shared, filter: JSON.stringify(filter), created_at: now };
        await transaction.insertInto("saved_view").values(view).execute();
        end.recordInboxEvent("", "views", now);
        return true;
      });
    },

    /**
     * Updates a view. Whether it is shared can be changed by its maker alone. `gone`: this member manages no such view.
     */
    update(
      id: string,
      { name, isShared, filter }: SavedViewInput,
      member: Asker,
      max: number,
      now: number,
    ): Promise<"saved" | "gone" | "full"> {
      return write(async (transaction, end) => {
        const row = await transaction
          .selectFrom("saved_view")
          .select(["member_id", "is_shared"])
          .where("id", "=", id)
          .where(isManagedBy(member))
          .executeTakeFirst();
        if (row === undefined) return "gone";
        const is_shared = row.member_id !== member.id || isShared ? 1 : 0;
        const isMoved = is_shared !== row.is_shared;
        if (isMoved && (await countOf(transaction, isShared, member.id)) >= max) return "full";
        await transaction
          .updateTable("saved_view")
          .set({ name, is_shared, filter: JSON.stringify(filter) })
          .where("id", "=", id)
          .execute();
        end.recordInboxEvent("", "views", now);
        return "saved";
      });
    },

    /** Deletes a view; returns false if this member manages no such view. */
    delete(id: string, member: Asker, now: number): Promise<boolean> {
      return write(async (transaction, end) => {
        const { numDeletedRows } = await transaction
          .deleteFrom("saved_view")
          .where("id", "=", id)
          .where(isManagedBy(member))
          .executeTakeFirstOrThrow();
        if (numDeletedRows > 0n) end.recordInboxEvent("", "views", now);
        return numDeletedRows > 0n;
      });
    },
  };
}
