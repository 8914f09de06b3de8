import { type Kysely, sql } from "kysely";
import { appendAudit, type AuditDraft } from "../audit/audit-queries.ts";
import type { Database } from "../store/database.ts";
import { createSignedWrites, type SignedWrites } from "../signing/signed-write.ts";
import type { Engine } from "../store/engine.ts";
import { addMessages, type NewMessage } from "../notifications/message-queries.ts";

export type ChannelListStore = ReturnType<typeof createChannelListStore>;

/** The stored signed channel list, not verified yet. `envelope` is a JWS. */
export interface StoredChannelList {
  version: number;
  envelope: string;
}

/** A history entry: JSON, hashed in the signed list. */
export interface HistoryEntry {
  number: number;
  entry: string;
}

/** The signed channel list and the history of its changes. */
export function createChannelListStore(
  db: Kysely<Database>,
  engine: Pick<Engine, "remakeTables">,
  signedWrites: SignedWrites = createSignedWrites(),
) {
  /**
   * Returns the stored list; null if there is no row. More than one row, or a row with another id, is returned as an
   * unsigned list.
   */
  async function read(from: Kysely<Database>): Promise<StoredChannelList | null> {
    const rows = await from
      .selectFrom("channel_book")
      .select(["id", textOf("version"), "sealed"])
      .execute();
    const [row] = rows;
    if (row === undefined) return null;
    return rows.length === 1 && row.id === 1
      ? { version: countIn(row.version), envelope: textIn(row.sealed) }
      : { version: noCount, envelope: "" };
  }

  /** Runs the statements that write a list, and compares. @throws TamperedWriteError */
  const keep = (transaction: Kysely<Database>, list: StoredChannelList, write: () => Promise<unknown>) =>
    signedWrites.keep("channel list", [list.version, list.envelope], {
      write,
      async readBack() {
        const kept = await read(transaction);
        return kept === null ? undefined : [kept.version, kept.envelope];
      },
    });

  return {
    read: () => read(db),

    /**
     * Replaces exactly `previous` (null: no list) with a list, its new entries, notifications and audit entries.
     * Returns false, and writes nothing, if the stored list is another one.
     */
    replace(
      previous: StoredChannelList | null,
      channelList: StoredChannelList,
      entries: readonly HistoryEntry[],
      messages: readonly NewMessage[],
      now: number,
      audit: readonly AuditDraft[] = [],
    ): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        const row = rowOf(channelList);
        const found = await read(transaction);
        if (found?.version !== previous?.version || found?.envelope !== previous?.envelope) return false;
        await keep(transaction, channelList, async () => {
          if (previous !== null) return transaction.updateTable("channel_book").set(row).execute();
          await transaction
            .insertInto("channel_book")
            .values({ id: 1, ...row })
            .execute();
          return transaction.deleteFrom("unsealed_channels").execute();
        });
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
     * Replaces any stored list and history. Recreates the tables, in case somebody altered them, and keeps the old ones
     * under another name.
     */
    async overwrite(
      channelList: StoredChannelList,
      options: {
        entries: readonly HistoryEntry[];
        messages: readonly NewMessage[];
        now: number;
        audit?: readonly AuditDraft[];
      },
    ): Promise<void> {
      const { entries, messages, now, audit = [] } = options;
      await db.transaction().execute(async (transaction) => {
        await engine.remakeTables(transaction, Object.keys(tables), async () => {
          for (const table of Object.values(tables)) await table(transaction).execute();
          await keep(transaction, channelList, () =>
            transaction
              .insertInto("channel_book")
              .values({ id: 1, ...rowOf(channelList) })
              .execute(),
          );
          for (let at = 0; at < entries.length; at += insertBatch) {
            await transaction
              .insertInto("channel_change")
              .values(entries.slice(at, at + insertBatch))
              .execute();
          }
        });
        await addMessages(transaction, messages, now);
        await appendAudit(transaction, audit);
      });
    },

    /** All entries, oldest first. */
    async entries(): Promise<HistoryEntry[]> {
      const rows = await db
        .selectFrom("channel_change")
        .select([textOf("number"), "entry"])
        .orderBy("channel_change.number")
        .execute();
      return rows.map(({ number, entry }) => ({ number: countIn(number), entry: textIn(entry) }));
    },

    /** The channels of a store older than signed lists, as JSON; null if there are none. */
    async unsigned(): Promise<string | null> {
      const row = await db.selectFrom("unsealed_channels").select("channels").executeTakeFirst();
      return row?.channels ?? null;
    },
  };
}

/** Few enough for the parameter limits of both engines. */
const insertBatch = 500;

/** Creates the tables as the migrations do. */
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

const rowOf = ({ version, envelope }: StoredChannelList) => ({ version, sealed: envelope });

const noCount = -1;

/** Somebody may have turned the column into bytes, which give a new object on every read. */
const textIn = (value: unknown): string => (typeof value === "string" ? value : "");

/** A counter as text: somebody may have stored a number that cannot be read as one. */
function textOf<Column extends "version" | "number">(column: Column) {
  return sql<string>`cast(${sql.ref(column)} as text)`.as(column);
}

function countIn(text: string): number {
  return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : noCount;
}
