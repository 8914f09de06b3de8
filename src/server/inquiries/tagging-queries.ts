import type { Transaction } from "kysely";
import { tagLimits } from "#domain/inquiries/tag.ts";
import type { Database } from "../store/database.ts";

/** The ids of the tags that an inquiry gets and loses. */
export interface Tagging {
  add: readonly string[];
  remove: readonly string[];
}

interface Plan {
  added: Tag[];
  removed: Tag[];
}

type Tag = Pick<Database["tag"], "id" | "name">;

/** Plans a tagging; null if it changes nothing. A deleted tag changes nothing. `full`: there would be too many tags. */
export async function planTagging(
  transaction: Transaction<Database>,
  number: number,
  { add, remove }: Tagging,
): Promise<{ ok: true; plan: Plan | null } | { ok: false; reason: "full" }> {
  const tags = transaction.selectFrom("tag").select(["tag.id", "name"]).orderBy("name_key");
  const present = await tags
    .innerJoin("inquiry_tag", "inquiry_tag.tag_id", "tag.id")
    .where("inquiry_number", "=", number)
    .execute();
  const named = add.length === 0 ? [] : await tags.where("tag.id", "in", add).execute();
  const added = named.filter(({ id }) => present.every((tag) => tag.id !== id));
  const removed = present.filter(({ id }) => remove.includes(id) && !add.includes(id));
  if (added.length === 0 && removed.length === 0) return { ok: true, plan: null };
  return added.length > 0 && present.length - removed.length + added.length > tagLimits.each
    ? { ok: false, reason: "full" }
    : { ok: true, plan: { added, removed } };
}

/** Makes the planned changes, with an entry in the history for each. */
export async function applyTagging(
  transaction: Transaction<Database>,
  inquiry: { id: string; number: number },
  { added, removed }: Plan,
  memberId: string | null,
  now: number,
): Promise<void> {
  for (const { id, name } of removed) {
    await transaction
      .deleteFrom("inquiry_tag")
      .where("tag_id", "=", id)
      .where("inquiry_number", "=", inquiry.number)
      .execute();
    await addEvent({ what: "untagged", before: name });
  }
  for (const { id, name } of added) {
    await transaction.insertInto("inquiry_tag").values({ tag_id: id, inquiry_number: inquiry.number }).execute();
    await addEvent({ what: "tagged", after: name });
  }

  async function addEvent(step: { what: "tagged"; after: string } | { what: "untagged"; before: string }) {
    await transaction
      .insertInto("inquiry_event")
      .values({ inquiry_id: inquiry.id, member_id: memberId, ...step, created_at: now })
      .execute();
  }
}
