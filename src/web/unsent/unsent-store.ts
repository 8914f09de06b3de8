import type { Submission } from "../sending/submission-api.ts";
import { isMarked, mark } from "./unsent-mark.ts";
import { locked } from "./locked.ts";

/** A message that its visitor chose to have sent later. */
export interface UnsentMessage extends Submission {
  /** When it was chosen, in milliseconds since 1970. */
  keptAt: number;
}

/** The browser's own keeping of unsent messages. Everything rejects where the browser keeps nothing. */
export interface UnsentStore {
  /** All of them; it opens nothing where none is marked. */
  all(): Promise<UnsentMessage[]>;
  /** One of them, if it is still there. */
  get(key: string): Promise<UnsentMessage | undefined>;
  put(message: UnsentMessage): Promise<void>;
  /** Removes one, and with the last one the whole database. */
  remove(key: string): Promise<void>;
}

const database = "front-desk-unsent";
const table = "message";

/** Keeps unsent messages in IndexedDB, each under its key. One tab at a time, so that none removes what another has just put. */
export function createUnsentStore(): UnsentStore {
  const inTurn = <Result>(run: () => Promise<Result>) => locked(`${database}-store`, run);

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
      // Its rows are those that `put` has written.
      const messages: UnsentMessage[] = await read((rows) => rows.getAll());
      if (messages.length === 0) mark(false);
      return messages;
    },
    get: async (key) => (isMarked() ? read((rows): IDBRequest<UnsentMessage | undefined> => rows.get(key)) : undefined),
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
        // Without locks another tab may have put one meanwhile: an empty database stays then.
        if ("locks" in navigator) await done(indexedDB.deleteDatabase(database));
      }),
  };
}

async function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open(database, 1);
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
