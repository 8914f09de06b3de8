import type { Kysely } from "kysely";
import type { Database } from "../database.ts";
import type { Engine } from "../engine.ts";
import { appliedMigrations, StoreTooNewError, unknownMigrations } from "../migrate.ts";
import { MoveError } from "./move-error.ts";

/**
 * Checks that the source store has this version's schema, because migrating would change it.
 * @throws MoveError, StoreTooNewError
 */
export async function requireSchema(db: Kysely<Database>, engine: Engine): Promise<void> {
  const applied = await appliedMigrations(db, engine);
  const unknown = unknownMigrations(applied, engine);
  if (unknown.length > 0) throw new StoreTooNewError(`it holds the migration ${unknown.join(", ")}`);
  if (applied.length === 0) throw new MoveError("the database holds no store of this program");
  if (applied.length < Object.keys(engine.migrations).length)
    throw new MoveError("the store was written by an older version: start this version on it once, and stop it again");
}
