import type { Insertable, Kysely, QueryExecutorProvider, RawBuilder, Transaction } from "kysely";
import type { Migration } from "kysely/migration";
import type { DeliveryChannel } from "#domain/delivery.ts";
import type { Database, OutboxTable } from "./database.ts";

/**
 * A step of the schema. It only adds, because programs of the previous version keep running during and after it.
 * `retires` lists what this version no longer uses (`table` or `table.column`); a later version's step may remove it.
 */
type Step = Migration & { readonly retires?: readonly string[] };

/**
 * The differences between the engines: SQLite in `sqlite/engine.ts`, PostgreSQL in `postgres/`. All other queries are
 * the same on both. A transaction begun with `db.transaction()` excludes every other one of that kind, in all programs
 * on the store, so what it has read stays true.
 */
export interface Engine {
  readonly name: "sqlite" | "postgresql";
  /** Ordered by name; a released name never changes. */
  readonly migrations: Record<string, Step>;
  hasTable(db: Kysely<Database>, name: string): Promise<boolean>;
  /** The schema for the tables of Kysely's migrator: without one, it takes those of any schema for ours. */
  migrationPlace(db: Kysely<Database>): Promise<{ migrationTableSchema?: string }>;
  /** Runs in the transaction that changed the schema. */
  migrated(transaction: Transaction<Database>): Promise<void>;
  /**
   * Runs `make`, which creates and fills these tables. Anything with one of their names is renamed before
   * (`set_aside_...`), unless it is empty.
   */
  remakeTables(transaction: Transaction<Database>, names: readonly string[], make: () => Promise<void>): Promise<void>;

  /** Max concurrent groups of writes; later writes form the next group. */
  readonly maxGroups: number;
  /**
   * Whether writes that need no exclusive transaction form separate groups, which do not wait for exclusive ones.
   */
  readonly partsGroups: boolean;
  /** Runs a group of writes in one transaction: exclusive, as `db.transaction()`, or concurrent with others. */
  transact<T>(
    db: Kysely<Database>,
    isAlone: boolean,
    run: (transaction: Transaction<Database>) => Promise<T>,
  ): Promise<T>;
  /** Lets one transaction at a time pass, until it ends: numbers assigned after it are committed in order. */
  enterOrder(transaction: Transaction<Database>): Promise<void>;
  /** Inserts rows of the same columns, which hold texts, numbers and nulls, with as few statements as possible. */
  insertAll: InsertAll;
  /** Waits, for seconds at most, until the locks of writes are free. @throws StoreUnavailableError if they are not */
  awaitLocks(db: Kysely<Database>): Promise<void>;
  /** Waits, for seconds at most, until what is being written by now is in the store; false if that takes longer. */
  untilWritten(db: Kysely<Database>): Promise<boolean>;
  /** Writes something that changes nothing, but makes the commit sync. */
  tryWriting(transaction: Transaction<Database>): Promise<void>;

  /** A list of values as one parameter, so that the statement is the same for every length. */
  listed: {
    texts: (values: readonly string[]) => RawBuilder<string>;
    numbers: (values: readonly number[]) => RawBuilder<number>;
    /** A table whose column `value` holds each as JSON. */
    items: (values: readonly unknown[]) => RawBuilder<unknown>;
  };
  /** A column reference that keeps the planner from using the column's index. */
  unindexed(column: string): RawBuilder<unknown>;
  /** A condition that most rows fulfil, so that the planner prefers an index which has others, too. */
  likely(condition: RawBuilder<unknown>): RawBuilder<unknown>;
  /** A text in the JSON object of the outbox's payload; null if there is none, or no JSON. */
  payloadText(key: string): RawBuilder<string | null>;
  readonly search: SearchIndex;
  /**
   * Limits of a batch in a long run of erasing: its milliseconds of the processor (four times as many by the clock),
   * and its inquiries. On SQLite, other writes wait until it has ended.
   */
  readonly erasing: { maxMs: number; minSize: number; maxSize: number };

  /**
   * Claims the due notifications of a delivery for this program, oldest first, without those of `except`. The program
   * settles or releases them; otherwise they become due again after a while.
   */
  claimDue(
    db: Kysely<Database>,
    due: { channel: DeliveryChannel; now: number; max: number; except: readonly string[] },
  ): Promise<ClaimedMessage[]>;
  /** Returns claimed notifications that were not sent. */
  release(db: Kysely<Database>, ids: readonly string[], now: number): Promise<void>;

  /**
   * Runs something that only one program may do at a time. Returns false, without running it, if another one is doing
   * it.
   */
  readonly onlyHere: (what: "cleanUp" | "retention", run: () => Promise<unknown>) => Promise<boolean>;

  /** Deletes what restores before this time have replaced within the database. Returns the names. */
  purgeReplaced(db: Kysely<Database>, before: number): Promise<string[]>;

  /** Returns which of these names of files a replaced store has: its files stay as long as the store. */
  namedByReplaced(db: Kysely<Database>, names: readonly string[]): Promise<string[]>;

  /**
   * Rewrites the store's file without what is free in it; false if it is too large for that `when`, or there is none.
   */
  rewrite(db: Kysely<Database>, when: "atNight" | "afterErasing"): Promise<boolean>;
  /** The bytes of the store, and how many of them erased rows have left for later ones. */
  size(db: Kysely<Database>): Promise<{ bytes: number; free: number }>;

  /** Purges erased data from the engine's own files; false if a reader prevents that for now. */
  purgeErased(db: Kysely<Database>): Promise<boolean>;
}

/** See `Engine.insertAll`. */
export type InsertAll = <Table extends keyof Database>(
  db: Kysely<Database>,
  table: Table,
  rows: ReadonlyArray<Insertable<Database[Table]>>,
) => Promise<void>;

/** A row of the outbox, with the reference of its inquiry. */
export type ClaimedMessage = OutboxTable & { reference: string | null };

/** Maps character n-grams to inquiries (`search-text.ts`). It may find too much, never too little. */
export interface SearchIndex {
  /** Whether it finds an inquiry to remove by its number alone; others must be told its n-grams. */
  readonly removesByNumber: boolean;
  /** Adds n-grams of an inquiry; none of them may be in the index yet. */
  add(db: QueryExecutorProvider, number: number, grams: readonly string[]): Promise<void>;
  /** Adds all n-grams of many inquiries, none of which may be in the index. */
  addMany(
    db: QueryExecutorProvider,
    entries: ReadonlyArray<{ number: number; grams: readonly string[] }>,
  ): Promise<void>;
  /** Removes an inquiry; `grams` must be all that were added for it. */
  remove(db: QueryExecutorProvider, number: number, grams: readonly string[]): Promise<void>;
  /**
   * Removes many inquiries, in order of their numbers, for a fraction of the cost: the index no longer finds them, but
   * their n-grams stay in its files until `removeTraces`.
   */
  removeMany(
    db: QueryExecutorProvider,
    entries: ReadonlyArray<{ number: number; grams: readonly string[] }>,
  ): Promise<void>;
  /**
   * Does one step, of about `size` units, of removing what `removeMany` has left. Returns true once nothing is left; no
   * call of `removeMany` may come in between.
   */
  removeTraces(db: Kysely<Database>, size: number): Promise<boolean>;
  /** Gives a finder of the inquiries that may fulfil this condition. */
  ask(db: QueryExecutorProvider, condition: GramCondition): Promise<Finder>;
}

/** Condition on an inquiry's n-grams: one, all of several, or any of several; never none. */
export type GramCondition = string | { all: readonly GramCondition[] } | { any: readonly GramCondition[] };

/** Finds up to `max` inquiries with numbers in `[from, before)`, newest first. */
export type Finder = (range: { from: number; before: number; max: number }) => Promise<number[]>;
