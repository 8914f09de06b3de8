import type { Kysely } from "kysely";
import type { Database } from "./database.ts";

/** Reads of what may be a little old. */
export interface ReplicaReads {
  /**
   * Runs `run` on the replica or, while that cannot be used, on the primary; possibly on both, so it must only read.
   * `behind` says by how many milliseconds at most what it reads is older than the primary.
   */
  read<T>(run: (db: Kysely<Database>, behind: number) => Promise<T>): Promise<T>;
  /** Makes sure that later reads see everything committed until now. */
  include(): void;
}

/** A replica of the store's database. */
export interface Replica extends ReplicaReads {
  /** Tries a read; the error if the replica cannot be used. @throws what the primary does */
  check(): Promise<Error | null>;
  /** Logs when the replica is left, and why, and when it is used again. */
  logTo(log: { info: (text: string) => void; warn: (details: object, text: string) => void }): void;
  close(): Promise<void>;
}

/** The replica must not, or cannot, be read. */
export class ReplicaError extends Error {
  override readonly name = "ReplicaError";
  /** Whether only the operator can correct that. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause?: Error }) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}

/** Reads everything from the primary, for stores without a replica. */
export const readsOfPrimary = (db: Kysely<Database>): ReplicaReads => ({
  read: (run) => run(db, 0),
  include: () => undefined,
});
