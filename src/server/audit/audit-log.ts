import type { Site } from "#contract/site/site.ts";
import type { AuditCheckView, AuditedChange, AuditEntryView, AuditFilter, AuditPage } from "#contract/audit.ts";
import type { AuditActor } from "#domain/audit.ts";
import type { Change, Channel } from "#domain/channels/channel-list.ts";
import { knownChannels } from "#domain/channels/known-channels.ts";
import { nextDay, startOfDay } from "#domain/time/day.ts";
import { second } from "#domain/time/durations.ts";
import { instant } from "#domain/time/instant.ts";
import { singleFlight } from "../lib/single-flight.ts";
import { type Audit, type AuditChoice, finding, type KnownCheck } from "./audit.ts";

export type AuditLog = ReturnType<typeof createAuditLog>;

/** An entry with the change of the channels that it names. */
export type ExportedEntry =
  | (AuditEntryView & { change?: AuditedChange | undefined })
  /** An entry that was modified outside this program. */
  | { number: number; unreadable: true };

/** Small enough that reading a batch does not delay other requests. */
const exportBatch = 200;
/** A finished check is reused for this long, in milliseconds, however often somebody presses. */
const checkKept = 30 * second;

/** The audit log as owners see it. `changes` gives the history of the channels; `references` those of inquiries. */
export function createAuditLog(deps: {
  audit: Audit;
  changes: () => Promise<readonly Change[]>;
  references: (ids: readonly string[]) => Promise<Array<{ id: string; reference: string }>>;
  site: Pick<Site, "timeZone">;
  now: () => number;
}) {
  const { audit, site, now } = deps;

  const checkOnce = singleFlight(() => audit.checkInBackground());

  /** Maps the filter in the URL to times; days are in the site's time zone. */
  function choiceOf({ from, to, ...rest }: AuditFilter): AuditChoice {
    return {
      ...rest,
      from: from === undefined ? undefined : startOfDay(from, site.timeZone),
      until: to === undefined ? undefined : startOfDay(nextDay(to), site.timeZone),
    };
  }

  /** The changes that entries name, by their numbers. */
  async function changesOf(entries: readonly AuditEntryView[]): Promise<Map<number, AuditedChange>> {
    const numbers = new Set(entries.map(changeNumber).filter((number) => number !== undefined));
    if (numbers.size === 0) return new Map();
    const changes = (await deps.changes()).filter(({ number }) => numbers.has(number));
    return new Map(changes.map((change) => [change.number, toAuditedChange(change)]));
  }

  async function* parts(choice: AuditChoice, newest: number): AsyncGenerator<ExportedEntry[]> {
    for (let before: number | null = newest + 1; before !== null;) {
      const page = await audit.list(choice, { before, limit: exportBatch });
      const changes = await changesOf(page.entries);
      const unreadable = page.unreadable.map((number) => ({ number, unreadable: true as const }));
      // A file has the English of each text, among its facts.
      const entries = page.entries.map(({ problem: _problem, ...entry }) => ({
        ...entry,
        change: changes.get(changeNumber(entry) ?? 0),
      }));
      yield [...entries, ...unreadable].toSorted((a, b) => b.number - a.number);
      before = page.next;
    }
  }

  return {
    /** A page of the log, newest first. */
    async list(filter: AuditFilter, page: { before?: number | undefined; limit: number }): Promise<AuditPage> {
      const found = await audit.list(choiceOf(filter), page);
      const checked = audit.lastCheck();
      return {
        ...found,
        changes: [...(await changesOf(found.entries)).values()],
        inquiries: await deps.references([...new Set(found.entries.flatMap(inquiryOf))]),
        checked: checked === null ? null : toCheckView(checked),
      };
    },

    /** Verifies the whole log, or returns the last result if it is recent. Calls during a check share it. */
    async check(): Promise<AuditCheckView> {
      const last = audit.lastCheck();
      if (last !== null && now() - last.at < checkKept) return toCheckView(last);
      return toCheckView(await checkOnce());
    },

    /** Exports a view in batches, newest first, up to the entry before the one that records this export. */
    async export(filter: AuditFilter, format: string, actor: AuditActor): Promise<AsyncGenerator<ExportedEntry[]>> {
      const newest = await audit.newestNumber();
      const filters = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]));
      await audit.record({ kind: "audit-log-exported", by: actor, about: { format, filters } });
      return parts(choiceOf(filter), newest);
    },
  };
}

/** The inquiry that an entry names, if any. */
function inquiryOf({ about: { inquiry } }: AuditEntryView): string[] {
  return typeof inquiry === "string" ? [inquiry] : [];
}

/** The number of the change that an entry names. */
function changeNumber({ kind, about }: AuditEntryView): number | undefined {
  const number = kind === "channels-changed" ? about["change"] : undefined;
  return typeof number === "number" ? number : undefined;
}

function toAuditedChange({ number, kind, before, after, rule, approvedBy }: Change): AuditedChange {
  return {
    number,
    kind,
    before: knownChannels(before).map(toTeamChannel),
    after: knownChannels(after).map(toTeamChannel),
    ...(rule === undefined ? {} : { rule }),
    ...(approvedBy === undefined ? {} : { approvedBy: approvedBy?.email ?? null }),
  };
}

const toTeamChannel = ({ id, ...fields }: Channel) => ({ _id: id, ...fields });

function toCheckView({ found, at }: KnownCheck): AuditCheckView {
  const isWhole = found.outcome === "whole";
  return {
    ok: isWhole,
    entries: isWhole ? found.entries : found.number - 1,
    checkedAt: instant(at),
    problem: isWhole ? null : finding(found),
  };
}
