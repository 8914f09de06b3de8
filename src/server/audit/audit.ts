import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { type AuditEntryView, auditEntrySchema, type AuditFilter, type AuditPage } from "#contract/audit.ts";
import { inEnglish } from "#copy/server/render.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import { type AuditEvent, type AuditKind, kindsOf } from "#domain/audit.ts";
import { instant } from "#domain/time/instant.ts";
import type { SignedWrites } from "../signing/signed-write.ts";
import type { Signing } from "../signing/signing.ts";
import { type AuditRow, follows } from "./audit-hash.ts";
import type { AuditDraft, AuditStore, AuditView } from "./audit-queries.ts";
import { createAuditChain } from "./audit-chain.ts";
import { createAuditHead } from "./audit-head.ts";
import { readFacts, withStoredFacts } from "./stored-facts.ts";

export type Audit = ReturnType<typeof createAudit>;

/** `number` is that of the first entry that is wrong or missing. */
export type AuditCheck =
  | { outcome: "whole"; entries: number }
  | { outcome: "broken"; number: number; why: string; headAt: number };

/** Returns the text about a fault that a check has found. */
export function finding({ number, why }: { number: number; why: string }): ServerText {
  return say("audit.entry-wrong", { number, why });
}

/** The filters of a list; times in ms since 1970, `until` exclusive. */
export type AuditChoice = Pick<AuditFilter, "kind" | "group" | "member"> & Pick<AuditView, "from" | "until">;

/** The last check: what it found, and when. */
export interface KnownCheck {
  found: AuditCheck;
  at: number;
}

/** Small enough that reading and hashing a batch does not delay other requests. */
const checkBatch = 500;

/**
 * The append-only audit log. Each entry is chained to the previous one and signed; the newest is also kept beside the
 * store, which reveals truncation. Entries name inquiries only by id and hold no visitor's text.
 */
export function createAudit(deps: {
  store: AuditStore;
  signing: Pick<Signing, "signer" | "verify" | "auditHead">;
  signedWrites?: SignedWrites;
  now: () => number;
}) {
  const { store, now } = deps;
  const chain = createAuditChain(deps.signing, deps.signedWrites);
  const head = createAuditHead({ store, file: deps.signing.auditHead });

  let known: KnownCheck | null = null;

  const draft = (event: AuditEvent): AuditDraft => chain.draft(withStoredFacts(event), now());

  /** Follows the chain of hashes to its end, or to the first misfit. */
  async function walk(follow: AuditStore["follow"]) {
    for (let last: AuditRow | null = null; ;) {
      const part = await follow(last, checkBatch);
      if (part.isEnd) return part;
      last = part.last;
      // Lets other requests run between two batches.
      await setImmediate();
    }
  }

  /** Walks the chain as `walk` does, and verifies each signature. */
  async function walkSignatures() {
    let last: AuditRow | null = null;
    for (;;) {
      const rows: AuditRow[] = await store.above(last?.number ?? Number.MIN_SAFE_INTEGER, checkBatch);
      if (rows.length === 0) return { last, misfit: null };
      for (const row of rows) {
        if (!follows(last, row) || !(await chain.isSigned(row))) return { last, misfit: row };
        last = row;
      }
      await setImmediate();
    }
  }

  /** Returns whether a row is at the position for which our key signed it. */
  const isOurs = async (row: AuditRow) => follows(await store.find(row.number - 1), row) && (await chain.isSigned(row));

  async function checkChain(
    follow: AuditStore["follow"],
  ): Promise<{ ok: true; last: AuditRow | null } | { ok: false; number: number; reason: string }> {
    // Each hash covers everything before it, so the last signature vouches for the whole chain.
    const quick = await walk(follow);
    if (quick.misfit === null && (quick.last === null || (await chain.isSigned(quick.last))))
      return { ok: true, last: quick.last };
    // Something is wrong: the signatures show where.
    const { last, misfit } = await walkSignatures();
    if (misfit === null) return { ok: true, last };
    const number = (last?.number ?? 0) + 1;
    const reason =
      misfit.number === number ? say("audit.entry-changed") : say("audit.missing", { next: misfit.number });
    return { ok: false, number, reason };
  }

  /** `follow` decides in which thread most of it runs. */
  async function check(follow: AuditStore["follow"]): Promise<KnownCheck> {
    const found = await verify(follow);
    known = { found, at: now() };
    return known;
  }

  /** Verifies the whole log, and that it reaches as far as the head beside the store. */
  async function verify(follow: AuditStore["follow"]): Promise<AuditCheck> {
    let kept = await head.read();
    if (kept === null) {
      // The first one may still be on its way to a slow disk.
      await head.settled();
      kept = await head.read();
    }
    const headAt = kept?.ok === true ? kept.head.number : 0;
    const checked = await checkChain(follow);
    const broken = (number: number, why: string): AuditCheck => ({ outcome: "broken", number, why, headAt });
    if (!checked.ok) return broken(checked.number, checked.reason);
    const entries = checked.last?.number ?? 0;
    if (kept?.ok === false) return broken(entries, say("audit.head-unreadable"));
    if (kept === null) {
      if (entries <= 1) return { outcome: "whole", entries };
      return broken(entries, say("audit.head-missing"));
    }
    if (headAt > entries) return broken(entries + 1, say("audit.missing-to", { last: headAt }));
    const same = (await store.find(headAt))?.hash === kept.head.hash;
    // Other instances may have written since.
    if (same) head.moved();
    return same ? { outcome: "whole", entries } : broken(headAt, say("audit.other-entry"));
  }

  return {
    /** Writes an entry; once this resolves it is durable. */
    async record(event: AuditEvent): Promise<void> {
      await store.append([draft(event)]);
      head.moved();
    },

    /** An entry for a store that writes it in the transaction of what it describes; call `written` afterwards. */
    draft,

    /** Call it once drafted entries are durable. */
    written: (): void => head.moved(),

    /** Returns how many entries there are: their numbers have no gaps. */
    count: async (): Promise<number> => (await store.last())?.number ?? 0,

    /** A page of the log, newest first. */
    async list(
      { kind, group, ...rest }: AuditChoice,
      page: { before?: number | undefined; limit: number },
    ): Promise<Pick<AuditPage, "entries" | "unreadable" | "next">> {
      const { before = Number.MAX_SAFE_INTEGER, limit } = page;
      const kinds = kind !== undefined ? [kind] : group !== undefined ? kindsOf(group) : undefined;
      const rows = await store.page({ ...rest, kinds, before, max: limit + 1 });
      const part = rows.slice(0, limit).map((row) => ({ number: row.number, entry: read(row) }));
      return {
        entries: part.flatMap(({ entry }) => (entry === null ? [] : [entry])),
        unreadable: part.flatMap(({ number, entry }) => (entry === null ? [number] : [])),
        next: rows.length > limit ? (part.at(-1)?.number ?? null) : null,
      };
    },

    /** The newest entry of a kind that our key signed and `isMeant` accepts; null if there is none. */
    async newest(kind: AuditKind, isMeant: (entry: AuditEntryView) => boolean): Promise<AuditEntryView | null> {
      for (let before = Number.MAX_SAFE_INTEGER; ;) {
        const rows = await store.page({ kinds: [kind], before, max: checkBatch });
        for (const row of rows) {
          const entry = read(row);
          if (entry !== null && entry.kind === kind && isMeant(entry) && (await isOurs(row))) return entry;
        }
        if (rows.length < checkBatch) return null;
        before = rows.at(-1)?.number ?? 0;
      }
    },

    check: async (): Promise<AuditCheck> => (await check(store.followHere)).found,

    /** Checks as `check` does, but mostly in the query thread, since visitors may be served meanwhile. */
    checkInBackground: (): Promise<KnownCheck> => check(store.follow),

    /** Checks a log again that was broken: an operator may have accepted it, by a command. */
    async recheckBroken(): Promise<void> {
      if (known?.found.outcome === "broken") await check(store.follow);
    },

    /** Returns the last check; null before the first one. */
    lastCheck: (): KnownCheck | null => known,

    /** The number of the newest entry; 0 if there is none. */
    newestNumber: async (): Promise<number> => (await store.last())?.number ?? 0,

    /** @throws Error with the operator's message if the log is broken */
    async verify(): Promise<void> {
      const { found } = await check(store.followHere);
      if (found.outcome === "broken")
        throw new Error(
          `The audit log does not fit from entry ${found.number} on: ${inEnglish(found.why)}. Run: npm run audit-log`,
        );
    },

    /** Prepares a new instance on a shared store: keeps the current head, so that later truncation is found. */
    async join(): Promise<void> {
      if ((await head.read()) === null) await head.force();
    },

    /** Accepts the log as it is and records that, for an operator who knows why the check failed. */
    async accept(found: string): Promise<void> {
      await store.append([
        chain.draft(withStoredFacts({ kind: "audit-log-accepted", by: null, about: { found } }), now(), {
          isAccepted: true,
        }),
      ]);
      await head.force();
    },

    /** Resolves once the head beside the store is current, or could not be written. */
    settled: (): Promise<void> => head.settled(),
  };
}

const storedSchema = z.object({ ...auditEntrySchema.omit({ problem: true, problemCode: true }).shape, at: z.int() });

/** Returns the entry of a row; null if the row was tampered with so that it is no valid entry. */
function read({ number, entry }: AuditRow): AuditEntryView | null {
  try {
    const parsed = storedSchema.safeParse(JSON.parse(entry));
    if (!parsed.success || parsed.data.number !== number) return null;
    const { data } = parsed;
    return { ...data, at: instant(data.at), ...readFacts(data.about) };
  } catch {
    return null;
  }
}
