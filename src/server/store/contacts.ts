import type { Kysely, Selectable } from "kysely";
import type { Contact, ContactInput } from "#contract/contact.ts";
import type { Database } from "./database.ts";

export type ContactStore = ReturnType<typeof createContactStore>;

/** The contacts, always in the team's order. */
export function createContactStore(db: Kysely<Database>) {
  const inOrder = (query: Kysely<Database>) =>
    query.selectFrom("contact").selectAll().orderBy("position").orderBy("id");

  return {
    async list(): Promise<Contact[]> {
      return (await inOrder(db).execute()).map(toContact);
    },

    async listActive(): Promise<Contact[]> {
      return (await inOrder(db).where("is_active", "=", 1).execute()).map(toContact);
    },

    /** Adds a contact at the end of the list, or answers null where there are `most` already. */
    insert(id: string, input: ContactInput, now: number, most: number): Promise<Contact | null> {
      return db.transaction().execute(async (transaction) => {
        const { count, last } = await transaction
          .selectFrom("contact")
          .select((e) => [e.fn.countAll<number>().as("count"), e.fn.max("position").as("last")])
          .executeTakeFirstOrThrow();
        if (Number(count) >= most) return null;
        const row = await transaction
          .insertInto("contact")
          .values({
            id,
            ...columns(input),
            is_active: input.isActive ? 1 : 0,
            position: (last ?? 0) + 1,
            created_at: now,
            updated_at: now,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return toContact(row);
      });
    },

    /** Answers the changed contact, or null where there is none with this id. */
    async update(id: string, change: Partial<ContactInput>, now: number): Promise<Contact | null> {
      const row = await db
        .updateTable("contact")
        .set({ ...columns(change), updated_at: now })
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? null : toContact(row);
    },

    async delete(id: string): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom("contact").where("id", "=", id).executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },

    /** Puts the list in this order; false, and nothing changed, where `ids` are not exactly the ids in the store. */
    reorder(ids: readonly string[], now: number): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        const stored = await transaction.selectFrom("contact").select("id").execute();
        const wanted = new Set(ids);
        if (wanted.size !== ids.length || wanted.size !== stored.length || !stored.every(({ id }) => wanted.has(id))) {
          return false;
        }
        for (const [index, id] of ids.entries()) {
          await transaction
            .updateTable("contact")
            .set({ position: index + 1, updated_at: now })
            .where("id", "=", id)
            .where("position", "!=", index + 1)
            .execute();
        }
        return true;
      });
    },
  };
}

function columns<T extends Partial<ContactInput>>({ isActive, hours: _hours, ...rest }: T) {
  return isActive === undefined ? rest : { ...rest, is_active: isActive ? 1 : 0 };
}

function toContact(row: Selectable<Database["contact"]>): Contact {
  return {
    _id: row.id,
    type: row.type,
    value: row.value,
    isActive: row.is_active === 1,
    proof: row.proof,
    hours: null,
  };
}
