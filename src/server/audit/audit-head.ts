import type { TextFile } from "../lib/durable-file.ts";
import type { AuditRow } from "./audit-hash.ts";
import type { AuditStore } from "./audit-queries.ts";

/** The number and the hash of an entry. */
type AuditHead = Pick<AuditRow, "number" | "hash">;

/**
 * Keeps the newest entry beside the store, out of reach of write access to the store alone. It may lag behind after a
 * crash; it never moves to a log that lacks the entry it names.
 */
export function createAuditHead(deps: { store: AuditStore; file: TextFile }) {
  const { store, file } = deps;
  let running: Promise<void> | undefined;
  let isBehind = false;

  async function read(): Promise<{ ok: true; head: AuditHead } | { ok: false; reason: "unreadable" } | null> {
    const text = await file.read();
    if (text === null) return null;
    try {
      const { number, hash }: Partial<AuditHead> = JSON.parse(text);
      if (Number.isSafeInteger(number) && typeof hash === "string")
        return { ok: true, head: { number: number ?? 0, hash } };
    } catch {
      // Falls through: text that is not JSON is unreadable, too.
    }
    return { ok: false, reason: "unreadable" };
  }

  async function move(isForced: boolean): Promise<void> {
    const kept = await read();
    if (!isForced && kept !== null) {
      if (!kept.ok) return;
      // The log has lost the entry: the head stays as evidence.
      if ((await store.find(kept.head.number))?.hash !== kept.head.hash) return;
    }
    const last = await store.last();
    if (last === null || (kept?.ok === true && kept.head.hash === last.hash)) return;
    await file.write(`${JSON.stringify({ number: last.number, hash: last.hash })}\n`);
  }

  async function follow(): Promise<void> {
    try {
      while (isBehind) {
        isBehind = false;
        await move(false);
      }
    } catch {
      // The head lags until the next entry, which does not affect the store's chain.
    } finally {
      running = undefined;
    }
  }

  return {
    read,

    /** Call it when the log has grown. */
    moved(): void {
      isBehind = true;
      running ??= follow();
    },

    /** Moves the head to the newest entry unconditionally. @throws what the file throws */
    async force(): Promise<void> {
      await running;
      await move(true);
    },

    settled: (): Promise<void> => running ?? Promise.resolve(),
  };
}
