import { z } from "zod";
import { type AuditEntryView, auditEntrySchema, type AuditFilter, type AuditPage } from "#contract/audit.ts";
import type { AuditEvent } from "#domain/audit.ts";
import type { Signing } from "../signing/signing.ts";
import type { AuditDraft, AuditRow, AuditStore } from "../store/audit-log.ts";
import { createAuditChain } from "./audit-chain.ts";
import { createAuditHead } from "./audit-head.ts";

export type Audit = ReturnType<typeof createAudit>;

/** `number` is that of the first entry that does not fit, or of the first one that is missing. */
export type AuditCheck =
  | { outcome: "whole"; entries: number }
  | { outcome: "broken"; number: number; why: string; headAt: number };

/** So few that reading and hashing them holds up nobody. */
const checkedAtOnce = 500;

/**
 * The log of who did what. It only grows; each entry is chained to the one before and sealed, and the newest one is also kept beside
 * the store, so that a cut end is found. Inquiries stand in it by their ids only, and nothing that a visitor has typed.
 */
export function createAudit(deps: {
  store: AuditStore;
  signing: Pick<Signing, "sign" | "verify" | "auditHead">;
  now: () => number;
}) {
  const { store, now } = deps;
  const chain = createAuditChain(deps.signing);
  const head = createAuditHead({ store, file: deps.signing.auditHead });

  /** Walks the chain; answers the last row, or the first that does not fit. `isGood` is asked of each that follows. */
  async function walk(isGood: (row: AuditRow) => boolean | Promise<boolean>) {
    let last: AuditRow | null = null;
    for (;;) {
      const rows: AuditRow[] = await store.above(last?.number ?? Number.MIN_SAFE_INTEGER, checkedAtOnce);
      if (rows.length === 0) return { last, misfit: null };
      for (const row of rows) {
        if (!chain.follows(last, row) || !(await isGood(row))) return { last, misfit: row };
        last = row;
      }
      // Others get their turn between two parts.
      await new Promise((resolve) => void setImmediate(resolve));
    }
  }

  async function checkChain(): Promise<{ last: AuditRow | null } | { number: number; why: string }> {
    // Each hash is over all that stands before it, so that the last seal vouches for all of them.
    const quick = await walk(() => true);
    if (quick.misfit === null && (quick.last === null || (await chain.isSealed(quick.last)))) return quick;
    // Something is wrong: each seal tells where.
    const { last, misfit } = await walk((row) => chain.isSealed(row));
    if (misfit === null) return { last };
    const number = (last?.number ?? 0) + 1;
    const why =
      misfit.number === number
        ? "it has been changed, or what stands before it, or this program has not written it"
        : `it is missing: the next one is ${misfit.number}`;
    return { number, why };
  }

  return {
    /** Writes an entry; once this resolves it is on disk. */
    async record(event: AuditEvent): Promise<void> {
      await store.append([chain.draft(event, now())]);
      head.moved();
    },

    /** An entry for a store that writes it in the transaction of what it tells of; call `written` after that. */
    draft: (event: AuditEvent): AuditDraft => chain.draft(event, now()),

    /** Entries that were drafted are on disk. */
    written: (): void => head.moved(),

    /** One part of the log, the newest first. */
    async list(filter: AuditFilter, page: { before?: number | undefined; limit: number }): Promise<AuditPage> {
      const { before = Number.MAX_SAFE_INTEGER, limit } = page;
      const rows = await store.page({ ...filter, before, most: limit + 1 });
      const part = rows.slice(0, limit).map((row) => ({ number: row.number, entry: read(row) }));
      return {
        entries: part.flatMap(({ entry }) => (entry === null ? [] : [entry])),
        unreadable: part.flatMap(({ number, entry }) => (entry === null ? [number] : [])),
        next: rows.length > limit ? (part.at(-1)?.number ?? null) : null,
      };
    },

    /** Checks the whole log, and that it reaches as far as what is kept beside the store. */
    async check(): Promise<AuditCheck> {
      const kept = await head.read();
      const headAt = kept === null || kept === "unreadable" ? 0 : kept.number;
      const checked = await checkChain();
      if ("why" in checked) return { outcome: "broken", ...checked, headAt };
      const entries = checked.last?.number ?? 0;
      const broken = (number: number, why: string): AuditCheck => ({ outcome: "broken", number, why, headAt });
      if (kept === "unreadable") return broken(entries, "the file that keeps the newest entry cannot be read");
      if (kept === null) {
        if (entries <= 1) return { outcome: "whole", entries };
        return broken(entries, "the file that keeps the newest entry is missing, so that a cut end would not be found");
      }
      if (kept.number > entries) return broken(entries + 1, `it is missing, with all up to ${kept.number}`);
      const same = (await store.find(kept.number))?.hash === kept.hash;
      // Others on the store may have written since.
      if (same) head.moved();
      return same
        ? { outcome: "whole", entries }
        : broken(kept.number, "it is another one than the one that was written there");
    },

    /** For a program that comes new to a store that others serve: from the present end on it finds what is cut off. */
    async join(): Promise<void> {
      if ((await head.read()) === null) await head.force();
    },

    /** Takes the log as it is for the right one, and says so in it; for an operator who knows why it is not whole. */
    async accept(found: string): Promise<void> {
      await store.append([chain.draft({ kind: "audit-log-accepted", by: null, about: { found } }, now())]);
      await head.force();
    },

    /** Resolves once the newest entry stands beside the store as well, or could not be written there. */
    settled: (): Promise<void> => head.settled(),
  };
}

const storedSchema = z.object({ ...auditEntrySchema.shape, at: z.int() });

/** Null where something else has made of the row what it cannot be. */
function read({ number, entry }: AuditRow): AuditEntryView | null {
  try {
    const stored = storedSchema.safeParse(JSON.parse(entry));
    if (!stored.success || stored.data.number !== number) return null;
    return { ...stored.data, at: new Date(stored.data.at).toISOString() };
  } catch {
    return null;
  }
}
