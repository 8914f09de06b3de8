import type { Kysely } from "kysely";
import type { Database } from "../database.ts";
import type { Engine } from "../engine.ts";
import type { TableName } from "./tables.ts";

/** The place of a store: a PostgreSQL database, or a folder. */
export type StorePlace = { engine: "postgresql"; url: string } | { engine: "sqlite"; dataDir: string };

/** Reports the current step and, if known, its progress in rows. */
export type Tell = (step: string, done?: number, total?: number) => void;

/** A snapshot of a store. */
export interface Readable {
  readonly engine: Engine;
  readonly db: Kysely<Database>;
  /** The columns of a table that are not generated, ordered by name. */
  columnsOf(table: TableName): Promise<string[]>;
  /** The last number that the database has assigned in this column; 0 if none. */
  lastNumber(table: TableName, column: string): Promise<number>;
}

/** A new store to fill. */
export interface Fillable extends Readable {
  /** Makes the column's next assigned number the one after `last`. */
  continueAfter(table: TableName, column: string, last: number): Promise<void>;
}
