import type { Kysely, QueryExecutorProvider, RawBuilder, Transaction } from "kysely";
import type { Migration } from "kysely/migration";
import type { DeliveryChannel } from "#domain/delivery.ts";
import type { Database, OutboxTable } from "./database.ts";

/**
 * A step of the schema. It only adds: a program of the version before goes on serving while it is made, and after it.
 * `retires` names what this version uses no more (`table` or `table.column`), which a step of a later version may take away.
 */
export type Step = Migration & { readonly retires?: readonly string[] };

/**
 * What the two engines do differently, SQLite in `sqlite-engine.ts`, PostgreSQL in `postgres/`. All else of the store is the same
 * queries on both. A transaction that is begun with `db.transaction()` has every other one of that kind wait until it has ended, in
 * all programs on the store, so that what it has read stays true.
 */
export interface Engine {
  readonly name: "sqlite" | "postgresql";
  /** In the order of their names; a name that has been released never changes. */
  readonly migrations: Record<string, Step>;
  hasTable(db: Kysely<Database>, name: string): Promise<boolean>;
  /** Runs in the transaction that has changed the schema. */
  migrated(transaction: Transaction<Database>): Promise<void>;

  /** So many groups of writes may be on their way at once; what comes meanwhile is the next group. */
  readonly groupsAtOnce: number;
  /** Whether writes that need not be alone share groups, which do not wait for those that must be. */
  readonly partsGroups: boolean;
  /** Runs a group of writes in one transaction: alone, as with `db.transaction()`, or beside others. */
  transact<T>(
    db: Kysely<Database>,
    isAlone: boolean,
    run: (transaction: Transaction<Database>) => Promise<T>,
  ): Promise<T>;
  /** From here to the end of the transaction no other one comes past this: what is numbered behind it is committed in its order. */
  enterOrder(transaction: Transaction<Database>): Promise<void>;
  /** So many rows go into one insert where there are many. */
  readonly rowsAtOnce: number;
  /** Writes something that changes nothing, and that the commit syncs. */
  tryWriting(transaction: Transaction<Database>): Promise<void>;

  /** A list of values as one parameter, so that the statement is the same for each length. */
  listed: {
    texts: (values: readonly string[]) => RawBuilder<string>;
    numbers: (values: readonly number[]) => RawBuilder<number>;
  };
  /** A column by whose index nothing is to be looked up. */
  unindexed(column: string): RawBuilder<unknown>;
  readonly search: SearchIndex;

  /**
   * The messages of a channel whose time has come, the oldest first, but those of `except`. They are this program's: it settles or
   * releases them, or they are due again after a while.
   */
  claimDue(
    db: Kysely<Database>,
    due: { channel: DeliveryChannel; now: number; most: number; except: readonly string[] },
  ): Promise<OutboxTable[]>;
  /** Gives back what was claimed and not sent. */
  release(db: Kysely<Database>, ids: readonly string[], now: number): Promise<void>;

  /** Runs something that one program at a time does; false, and it has not run, where another one is at it. */
  readonly onlyHere: (run: () => Promise<unknown>) => Promise<boolean>;

  /** Deletes what a restore has put aside within the engine itself before a time; gives the names. */
  forgetReplaced(db: Kysely<Database>, before: number): Promise<string[]>;

  /** Takes from the engine's own files what was erased before; false where that must wait for somebody who reads. */
  forgetErased(db: Kysely<Database>): Promise<boolean>;
}

/** Which inquiry has which runs of letters (`inquiry-search.ts`). It may find too much, never too little. */
export interface SearchIndex {
  /** Notes runs that an inquiry has got; none of them was noted before. */
  add(db: QueryExecutorProvider, number: number, grams: readonly string[]): Promise<void>;
  /** Notes all runs of many inquiries of which none is in the index. */
  addMany(
    db: QueryExecutorProvider,
    entries: ReadonlyArray<{ number: number; grams: readonly string[] }>,
  ): Promise<void>;
  /** Takes an inquiry out; `grams` are all that were noted of it. */
  remove(db: QueryExecutorProvider, number: number, grams: readonly string[]): Promise<void>;
  /** How to find the inquiries that may have all of these. */
  ask(db: QueryExecutorProvider, grams: readonly string[]): Promise<Finder>;
}

/** Up to `most` inquiries, by their numbers below `before` and not below `from`, the newest first. */
export type Finder = (range: { from: number; before: number; most: number }) => Promise<number[]>;
