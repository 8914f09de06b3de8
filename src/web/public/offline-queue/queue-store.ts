import type { Submission } from "#web/api/submission-api.ts";
import { isMarked, mark, queueName } from "./queue-mark.ts";

/** A submission that the visitor chose to send later. */
export interface QueuedMessage extends Submission {
  /** When it was queued, in milliseconds since 1970. */
  keptAt: number;
}

/**
 * The browser's storage of queued submissions. All methods reject if the browser stores nothing. The privacy page names
 * all that a visitor's browser keeps: this, drafts of forms (`web/public/inquiry/`) and the kept site
 * (`web/public/keep/`), each with its test.
 */
export interface QueueStore {
  /** All of them. Opens no database if the flag is not set. */
  all(): Promise<QueuedMessage[]>;
  /** One of them, if it still exists. */
  get(key: string): Promise<QueuedMessage | undefined>;
  put(message: QueuedMessage): Promise<void>;
  /** Removes one; with the last one, the whole database. */
  remove(key: string): Promise<void>;
}

const table = "message";

/**
 * Stores queued submissions in IndexedDB by key. One tab at a time, so that none removes what another has just stored.
 */
export function createQueueStore(): QueueStore {
  const inTurn = <Result>(run: () => Promise<Result>) => locked(`${queueName}-store`, run);

  const read = <Result>(ask: (messages: IDBObjectStore) => IDBRequest<Result>) =>
    inTurn(async () => {
      const db = await open();
      try {
        return await done(ask(db.transaction(table).objectStore(table)));
      } finally {
        db.close();
      }
    });

  return {
    async all() {
      if (!isMarked()) return [];
      // Its rows were written by `put`.
      const messages: QueuedMessage[] = await read((rows) => rows.getAll());
      if (messages.length === 0) mark(false);
      return messages;
    },
    get: async (key) => (isMarked() ? read((rows): IDBRequest<QueuedMessage | undefined> => rows.get(key)) : undefined),
    put: (message) =>
      inTurn(async () => {
        const db = await open();
        try {
          const change = db.transaction(table, "readwrite", { durability: "strict" });
          change.objectStore(table).put(message);
          await committed(change);
          mark(true);
        } finally {
          db.close();
        }
      }),
    remove: (key) =>
      inTurn(async () => {
        const db = await open();
        let left: number;
        try {
          const change = db.transaction(table, "readwrite");
          change.objectStore(table).delete(key);
          const count = done(change.objectStore(table).count());
          await committed(change);
          left = await count;
        } finally {
          db.close();
        }
        if (left > 0) return;
        mark(false);
        // If there are no locks, another tab may have added one: an empty database stays then.
        if ("locks" in navigator) await done(indexedDB.deleteDatabase(queueName));
      }),
  };
}

async function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open(queueName, 1);
  opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(table, { keyPath: "key" }));
  return done(opening);
}

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("the browser's store failed")));
  });
}

function committed(change: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    change.addEventListener("complete", () => resolve());
    change.addEventListener("abort", () => reject(change.error ?? new Error("the browser's store failed")));
  });
}

/** Runs a function under a lock of this name, shared by the site's tabs; at once if the browser has no locks. */
export async function locked<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  // Locks are missing outside secure contexts, whatever their type says.
  if (!("locks" in navigator)) return run();
  return navigator.locks.request(name, run);
}
