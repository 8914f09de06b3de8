import type { Kysely } from "kysely";
import type { Database } from "../database.ts";
import type { Engine } from "../engine.ts";
import type { FileStore } from "../files/file-store.ts";
import type { FilesPlace } from "../files/files-place.ts";
import type { TableName } from "./tables.ts";
import { appliedMigrations, StoreTooNewError, unknownMigrations } from "../migrate.ts";

/** The place of a store: a PostgreSQL database, with the place of its files if they are outside of it, or a folder. */
export type StorePlace =
  | { engine: "postgresql"; url: string; files?: FilesPlace | undefined }
  | { engine: "sqlite"; dataDir: string };

/** Reports the current step and, if known, its progress in rows. */
export type Progress = (step: string, done?: number, total?: number) => void;

/** A snapshot of a store. */
export interface Readable {
  readonly engine: Engine;
  readonly db: Kysely<Database>;
  /** Contents of files outside of the database. */
  readonly files: FileStore | null;
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

/** Thrown if a store cannot be transferred; the message is one line for the operator. */
export class TransferError extends Error {}

/**
 * Checks that the source store has this version's schema, because migrating would change it.
 * @throws TransferError, StoreTooNewError
 */
export async function requireSchema(db: Kysely<Database>, engine: Engine): Promise<void> {
  const applied = await appliedMigrations(db, engine);
  const unknown = unknownMigrations(applied, engine);
  if (unknown.length > 0) throw new StoreTooNewError(`it holds the migration ${unknown.join(", ")}`);
  if (applied.length === 0) throw new TransferError("the database holds no store of this program");
  if (applied.length < Object.keys(engine.migrations).length)
    throw new TransferError(
      "the store was written by an older version: start this version on it once, and stop it again",
    );
}
