import { PostgresAdapter, PostgresDialect, type PostgresPool } from "kysely";

/**
 * Kysely's migrations take an advisory lock, which any role of the database can hold. Ours have a lock of their own
 * (`locks.ts`).
 */
class Adapter extends PostgresAdapter {
  override acquireMigrationLock = (): Promise<void> => Promise.resolve();
  override releaseMigrationLock = (): Promise<void> => Promise.resolve();
}

class Dialect extends PostgresDialect {
  override createAdapter = (): PostgresAdapter => new Adapter();
}

export const createDialect = (pool: PostgresPool): PostgresDialect => new Dialect({ pool });
