import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, type Logger, sql, type Transaction } from "kysely";
import { minute, second } from "#domain/time/durations.ts";
import { storedObject } from "../../lib/stored-rows.ts";
import type { Database } from "../database.ts";
import { type Replica, ReplicaError } from "../replica.ts";
import { StoreUnavailableError } from "../store-unavailable.ts";
import { createDialect } from "./dialect.ts";
import {
  connectionConfig,
  type InstanceName,
  isReplayConflict,
  isStoreError,
  isTimeout,
  openPool,
  type Patience,
} from "./pool.ts";
import type { TurnTakingKysely } from "./transactions.ts";

/** Connections of an instance: reports are cached, and an export reads one thing at a time. */
const connections = 3;
/** Marks that are kept: more than are made within `behind`. */
const keptMarks = 10;
const pollEvery = 25;
/** Max time (ms) of the check whether the replica can be read. */
const checkTimeout = 2 * second;

/**
 * Limits in ms. `behind`: max age of what is read. `mark`: max age of the newest mark for the replica to be read.
 * `wait`: how long a read waits for the replica to catch up. `retry`: how long the primary is read after a failure.
 */
export type ReplicaLimits = Record<"behind" | "mark" | "wait" | "retry", number>;

const usual: ReplicaLimits = { behind: minute, mark: 10 * second, wait: second, retry: 10 * second };

const patience: Patience = {
  connection: 1500,
  lock: 1000,
  statement: 15_000,
  response: 20_000,
  idleTransaction: 10_000,
};

const rowName = "replica marks";

/**
 * Marks that instances write to the primary in order to find them on the replica. Only a replica that follows this very
 * primary has a new mark; one of a copy of the store never gets it.
 */
interface Marks {
  /** Counts how often the row was written. */
  count: number;
  /** The newest first. */
  marks: Mark[];
}

/** A random id, and when it was made: in ms since 1970, by the primary's clock. */
interface Mark {
  id: string;
  at: number;
}

/** The replica has not got the newest marks yet, or never will. */
class BehindError extends ReplicaError {
  constructor(limit: number) {
    super(`it is more than ${limit / second} s behind, or does not follow the primary`, { isFinal: false });
  }
}

/** The replica can be used, but has not got what a read must include yet. */
class NotYetError extends ReplicaError {
  constructor() {
    super("it has not got the latest changes yet", { isFinal: false });
  }
}

/**
 * The replica at `url`: a server that replays the write-ahead log of `primary`. Before each read, in its transaction,
 * the replica has to show that it follows this primary and how far: with several servers behind one address, each does.
 */
export function createReplica({
  primary,
  url,
  name,
  log,
  limits = usual,
}: {
  primary: TurnTakingKysely;
  url: string;
  name: InstanceName;
  log?: Logger | undefined;
  limits?: ReplicaLimits;
}): Replica {
  const dialect = createDialect(openPool(connectionConfig(url, name, patience), connections));
  const db = new Kysely<Database>({ dialect, ...(log && { log }) });
  let logger: Parameters<Replica["logTo"]>[0] | undefined;
  /** The marks on the primary, when they were read, and the primary's clock then. */
  let known: (Marks & { now: number; readAt: number }) | undefined;
  /** Number of calls of `include`, and the writes since. This program's first read includes all before. */
  let includes = 1;
  let included = { call: 0, count: 0 };
  let problem: Error | null = null;
  let retryAt = 0;
  /** Connections in use. */
  let running = 0;

  /** Writes the row of marks on the primary, with a new mark if the newest is old. */
  async function mark(): Promise<void> {
    const call = includes;
    known = await primary.beside().execute(async (transaction) => {
      const { rows } = await sql<{ value: string; now: number }>`
        insert into setting (name, value) values (${rowName}, '{}')
        on conflict (name) do update set value = setting.value
        returning value, (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(transaction);
      const [{ value, now } = { value: "{}", now: 0 }] = rows;
      const { count, marks } = marksIn(value);
      const age = now - (marks[0]?.at ?? -Infinity);
      const isDue = age < 0 || age >= limits.mark;
      const next: Marks = {
        count: count + 1,
        marks: isDue ? [{ id: randomUUID(), at: now }, ...marks].slice(0, keptMarks) : marks,
      };
      await transaction
        .updateTable("setting")
        .set({ value: JSON.stringify(next) })
        .where("name", "=", rowName)
        .execute();
      return { ...next, now, readAt: performance.now() };
    });
    if (call > included.call) included = { call, count: known.count };
  }

  /** The primary's clock. */
  const now = () => (known === undefined ? 0 : known.now + performance.now() - known.readAt);

  /** Returns how old what this transaction reads is at most. @throws ReplicaError if it must not be read */
  async function check(transaction: Transaction<Database>): Promise<number> {
    const { rows } = await sql<{ isStandby: boolean; value: string | null }>`select pg_is_in_recovery() as "isStandby",
      (select value from setting where name = ${rowName}) as value`.execute(transaction);
    const { count, marks } = marksIn(rows[0]?.value ?? null);
    const all = known?.marks ?? [];
    if (rows[0]?.isStandby !== true) {
      const isItself = marks.some(({ id }) => id === all[0]?.id);
      throw isItself
        ? new ReplicaError("it leads to the primary itself, and not to a replica of it", { isFinal: false })
        : new ReplicaError("the server there is no standby: it takes writes of its own", { isFinal: true });
    }
    const newest = all.find(({ id }) => id === marks[0]?.id);
    const behind = newest === undefined ? Infinity : now() - newest.at;
    // A clock that was set back says nothing.
    if (behind < 0 || behind > limits.behind) throw new BehindError(limits.behind);
    if (count < included.count) throw new NotYetError();
    return behind;
  }

  /** One transaction on the replica, which gives up a server that does not respond sooner than the driver does. */
  function readOnce<T>(run: (db: Kysely<Database>, behind: number) => Promise<T>): Promise<T> {
    let state: "checking" | "checked" | "given up" = "checking";
    running += 1;
    const reading = db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (transaction) => {
        const behind = await check(transaction);
        if (state === "given up") throw new NotYetError();
        state = "checked";
        return run(transaction, behind);
      })
      .finally(() => (running -= 1));
    const givingUp = sleep(checkTimeout, undefined, { ref: false }).then(() => {
      if (state === "checked") return reading;
      state = "given up";
      throw new ReplicaError(`the server does not respond within ${checkTimeout / second} s`, { isFinal: false });
    });
    return Promise.race([reading, givingUp]);
  }

  /** Returns why the replica cannot be read: `failure`, or something clearer if it is of another database. */
  async function explained(failure: Error): Promise<Error> {
    if (failure instanceof StoreUnavailableError) return failure;
    if (failure instanceof ReplicaError && !(failure instanceof BehindError)) return failure;
    const [own, other] = await Promise.all([primary, db].map(identityOf));
    return own !== null && other !== null && own !== other
      ? new ReplicaError("the database there is of another store", { isFinal: true })
      : failure;
  }

  function note(found: Error | null): void {
    if (found?.message === problem?.message) return;
    problem = found;
    report();
  }

  function report(): void {
    if (problem === null) logger?.info("reports are read from the replica again");
    else logger?.warn({ why: problem.message }, "reports are read from the primary: the replica cannot be read");
  }

  /** Runs something on the replica, or returns why it was not run there. */
  async function tried<T>(
    run: (db: Kysely<Database>, behind: number) => Promise<T>,
  ): Promise<{ value: T } | { error: Error }> {
    if (known === undefined || included.call < includes || performance.now() - known.readAt > limits.mark) await mark();
    const until = performance.now() + limits.wait;
    for (let isFirst = true; ; isFirst = false) {
      try {
        const value = await readOnce(run);
        note(null);
        return { value };
      } catch (thrown) {
        // The primary would take as long for the statement.
        if (!(thrown instanceof ReplicaError) && (!isStoreError(thrown) || isTimeout(thrown))) throw thrown;
        // The replay of a change on the replica has ended the statement.
        if (isReplayConflict(thrown)) return { error: thrown };
        const mayCome = thrown instanceof BehindError || thrown instanceof NotYetError;
        if (!mayCome || performance.now() > until) {
          retryAt = performance.now() + limits.retry;
          const error = await explained(thrown);
          if (!(error instanceof NotYetError)) note(error);
          return { error };
        }
      }
      // Another instance may have made the mark that the replica has.
      if (isFirst) await mark();
      else await sleep(pollEvery);
    }
  }

  /** A read waits neither for those of others nor for a server that has just failed. */
  const mayTry = () => performance.now() >= retryAt && running < connections;

  return {
    async read(run) {
      if (mayTry()) {
        const done = await tried(run);
        if ("value" in done) return done.value;
      }
      return run(primary, 0);
    },

    include() {
      includes += 1;
    },

    async check() {
      if (!mayTry()) return problem;
      const done = await tried(() => Promise.resolve());
      return "error" in done ? done.error : null;
    },

    logTo(sink) {
      logger = sink;
      if (problem !== null) report();
    },

    close: () => db.destroy(),
  };
}

/** Marks from a stored row; none if it is missing or damaged. */
function marksIn(value: string | null): Marks {
  const { count, marks } = storedObject(value) as Partial<Marks>;
  return {
    count: typeof count === "number" ? count : 0,
    marks: Array.isArray(marks)
      ? marks.filter((mark) => typeof mark?.id === "string" && typeof mark.at === "number")
      : [],
  };
}

/**
 * Returns the identity that a server shares only with the servers that replay its log, and a database only with its
 * copies there; null if it may not be read.
 */
async function identityOf(db: Kysely<Database>): Promise<string | null> {
  const asked = sql<{ identity: string }>`select concat_ws(' ',
    (select system_identifier from pg_control_system()),
    (select oid from pg_database where datname = current_database())) as identity`.execute(db);
  const found = await asked.catch(() => undefined);
  return found?.rows[0]?.identity ?? null;
}
