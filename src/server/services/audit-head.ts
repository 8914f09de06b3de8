import type { KeptFile } from "../signing/kept-file.ts";
import type { AuditRow, AuditStore } from "../store/audit-log.ts";

/** The number and the hash of an entry. */
export type AuditHead = Pick<AuditRow, "number" | "hash">;

/**
 * Keeps the newest entry beside the store, where somebody who can write to the store alone cannot change it. It may lag behind the
 * store after a crash; it is never moved to a log that does not hold what it says.
 */
export function createAuditHead(deps: { store: AuditStore; file: KeptFile }) {
  const { store, file } = deps;
  let running: Promise<void> | undefined;
  let isBehind = false;

  async function read(): Promise<AuditHead | "unreadable" | null> {
    const text = await file.read();
    if (text === null) return null;
    try {
      const { number, hash }: Partial<AuditHead> = JSON.parse(text);
      return Number.isSafeInteger(number) && typeof hash === "string" ? { number: number ?? 0, hash } : "unreadable";
    } catch {
      return "unreadable";
    }
  }

  async function move(isForced: boolean): Promise<void> {
    const kept = await read();
    if (!isForced) {
      if (kept === "unreadable") return;
      // What it says is gone from the log: it stays as the proof of that.
      if (kept !== null && (await store.find(kept.number))?.hash !== kept.hash) return;
    }
    const last = await store.last();
    if (last === null || (kept !== null && kept !== "unreadable" && kept.hash === last.hash)) return;
    await file.write(`${JSON.stringify({ number: last.number, hash: last.hash })}\n`);
  }

  async function follow(): Promise<void> {
    try {
      while (isBehind) {
        isBehind = false;
        await move(false);
      }
    } catch {
      // It lags behind until the next entry, which the store's own chain does not mind.
    } finally {
      running = undefined;
    }
  }

  return {
    read,

    /** The log has grown. */
    moved(): void {
      isBehind = true;
      running ??= follow();
    },

    /** Moves it to the newest entry, whatever it says. @throws what the file throws */
    async force(): Promise<void> {
      await running;
      await move(true);
    },

    settled: (): Promise<void> => running ?? Promise.resolve(),
  };
}
