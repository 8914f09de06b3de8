import { type Kysely, sql } from "kysely";
import type { Database } from "./database.ts";
import type { NewMessage } from "./inquiries.ts";

export type ChannelBookStore = ReturnType<typeof createChannelBookStore>;

/** The book as it lies in the store; nothing of it can be trusted before its seal is checked. */
export interface StoredBook {
  version: number;
  sealed: string;
}

/** A change as the history keeps it: JSON, over which the book holds a hash. */
export interface HistoryEntry {
  number: number;
  entry: string;
}

/** The channels as one sealed text, and the history of their changes. */
export function createChannelBookStore(db: Kysely<Database>) {
  return {
    /** Null where there is no row; rows that we have not put there, whatever they hold, are one that nobody has sealed. */
    async read(): Promise<StoredBook | null> {
      const rows = await db
        .selectFrom("channel_book")
        .select(["id", textOf("version"), "sealed"])
        .execute();
      const [row] = rows;
      if (row === undefined) return null;
      return rows.length === 1 && row.id === 1
        ? { version: countIn(row.version), sealed: row.sealed }
        : { version: noCount, sealed: "" };
    },

    /**
     * Puts a book in the place of exactly `over` (null where there is none), with its new entries and what tells of them; false, and
     * nothing written, where another is there.
     */
    replace(
      over: StoredBook | null,
      book: StoredBook,
      entries: readonly HistoryEntry[],
      messages: readonly NewMessage[],
      now: number,
    ): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        const row = { id: 1 as const, ...book };
        if (over === null) {
          const { numInsertedOrUpdatedRows } = await transaction
            .insertInto("channel_book")
            .values(row)
            .onConflict((conflict) => conflict.column("id").doNothing())
            .executeTakeFirstOrThrow();
          if (numInsertedOrUpdatedRows === 0n) return false;
        } else {
          const { numUpdatedRows } = await transaction
            .updateTable("channel_book")
            .set(book)
            .where("version", "=", over.version)
            .where("sealed", "=", over.sealed)
            .executeTakeFirstOrThrow();
          if (numUpdatedRows === 0n) return false;
        }
        if (entries.length > 0)
          await transaction
            .insertInto("channel_change")
            .values([...entries])
            .execute();
        for (const message of messages) {
          await transaction
            .insertInto("outbox")
            .values({ ...message, state: "waiting", attempts: 0, next_at: now, created_at: now })
            .execute();
        }
        await transaction.deleteFrom("unsealed_channels").execute();
        return true;
      });
    },

    /** Puts a book in the place of whatever is there, and adds these entries; `keepHistory` is false where it begins anew with them. */
    async overwrite(book: StoredBook, entries: readonly HistoryEntry[], keepHistory: boolean): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom("channel_book").execute();
        if (!keepHistory) await transaction.deleteFrom("channel_change").execute();
        await transaction
          .insertInto("channel_book")
          .values({ id: 1, ...book })
          .execute();
        await transaction
          .insertInto("channel_change")
          .values([...entries])
          .execute();
      });
    },

    /** All entries, the oldest first. */
    async entries(): Promise<HistoryEntry[]> {
      const rows = await db
        .selectFrom("channel_change")
        .select([textOf("number"), "entry"])
        .orderBy("channel_change.number")
        .execute();
      return rows.map(({ number, entry }) => ({ number: countIn(number), entry }));
    },

    /** The channels of a store from before they were sealed, as JSON; null where there are none. */
    async unsealed(): Promise<string | null> {
      const row = await db.selectFrom("unsealed_channels").select("channels").executeTakeFirst();
      return row?.channels ?? null;
    },
  };
}

const noCount = -1;

/** A count as text: somebody may have put a number there that cannot be read as one. */
function textOf<Column extends "version" | "number">(column: Column) {
  return sql<string>`cast(${sql.ref(column)} as text)`.as(column);
}

function countIn(text: string): number {
  return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : noCount;
}
