import { type Kysely, sql, type Transaction } from "kysely";
import { appendAudit, type AuditDraft } from "./audit-log.ts";
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
     * Puts a book in the place of exactly `over` (null where there is none), with its new entries, what tells of them, and what the
     * audit log says; false, and nothing written, where another is there.
     */
    replace(
      over: StoredBook | null,
      book: StoredBook,
      entries: readonly HistoryEntry[],
      messages: readonly NewMessage[],
      now: number,
      audit: readonly AuditDraft[] = [],
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
          await transaction.deleteFrom("unsealed_channels").execute();
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
        await addMessages(transaction, messages, now);
        await appendAudit(transaction, audit);
        return true;
      });
    },

    /**
     * Puts a book in the place of whatever is there, and adds these entries; `keepHistory` is false where it begins anew with them.
     * The tables are made anew, whatever somebody has made of them.
     */
    async overwrite(
      book: StoredBook,
      options: {
        entries: readonly HistoryEntry[];
        keepHistory: boolean;
        messages: readonly NewMessage[];
        now: number;
        audit?: readonly AuditDraft[];
      },
    ): Promise<void> {
      const { entries, keepHistory, messages, now, audit = [] } = options;
      await db.transaction().execute(async (transaction) => {
        const names = [
          "channel_book",
          "unsealed_channels",
          ...(keepHistory ? [] : (["channel_change"] as const)),
        ] as const;
        for (const name of names) {
          await transaction.schema.dropTable(name).ifExists().execute();
          await tables[name](transaction).execute();
        }
        await transaction
          .insertInto("channel_book")
          .values({ id: 1, ...book })
          .execute();
        await transaction
          .insertInto("channel_change")
          .values([...entries])
          .execute();
        await addMessages(transaction, messages, now);
        await appendAudit(transaction, audit);
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

/** As the migrations have made them. */
const tables = {
  channel_book: ({ schema }: Kysely<Database>) =>
    schema
      .createTable("channel_book")
      .addColumn("id", "integer", (column) => column.primaryKey())
      .addColumn("version", "integer", (column) => column.notNull())
      .addColumn("sealed", "text", (column) => column.notNull()),
  channel_change: ({ schema }: Kysely<Database>) =>
    schema
      .createTable("channel_change")
      .addColumn("number", "integer", (column) => column.primaryKey())
      .addColumn("entry", "text", (column) => column.notNull()),
  unsealed_channels: ({ schema }: Kysely<Database>) =>
    schema.createTable("unsealed_channels").addColumn("channels", "text", (column) => column.notNull()),
};

async function addMessages(
  transaction: Transaction<Database>,
  messages: readonly NewMessage[],
  now: number,
): Promise<void> {
  for (const message of messages) {
    await transaction
      .insertInto("outbox")
      .values({ ...message, state: "waiting", attempts: 0, next_at: now, created_at: now })
      .execute();
  }
}

const noCount = -1;

/** A count as text: somebody may have put a number there that cannot be read as one. */
function textOf<Column extends "version" | "number">(column: Column) {
  return sql<string>`cast(${sql.ref(column)} as text)`.as(column);
}

function countIn(text: string): number {
  return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : noCount;
}
