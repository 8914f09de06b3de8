import type { Kysely } from "kysely";
import type { Database } from "../database.ts";
import type { Engine } from "../engine.ts";
import type { TableName } from "./tables.ts";

/** Where a store is: in a PostgreSQL, or in a folder of its own. */
export type StorePlace = { engine: "postgresql"; url: string } | { engine: "sqlite"; dataDir: string };

/** What is being done, and how far it is, in rows, where that is known. */
export type Tell = (step: string, done?: number, total?: number) => void;

/** A store that is read as of one moment. */
export interface Readable {
  readonly engine: Engine;
  readonly db: Kysely<Database>;
  /** The columns of a table that hold what was written, in the order of their names. */
  columnsOf(table: TableName): Promise<string[]>;
  /** The last number that the database has given in this column; 0 where it has given none. */
  lastNumber(table: TableName, column: string): Promise<number>;
}

/** A new store that is being filled. */
export interface Fillable extends Readable {
  /** From here on the next number that is given in this column is the one after `last`. */
  continueAfter(table: TableName, column: string, last: number): Promise<void>;
}
