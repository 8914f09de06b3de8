import { inEnglish } from "#copy/server/render.ts";
import { largest } from "#domain/lists.ts";
import type { Site } from "#contract/site/site.ts";
import { stat } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { type SavedReply, type SavedReplyInput, savedReplyInputSchema } from "#contract/inbox/saved-reply.ts";
import { daysUnclosed } from "#domain/inquiries/inquiry.ts";
import type { IsOurs } from "#domain/lookalike/named-places.ts";
import { savedReplyProblems } from "#domain/lookalike/saved-reply-check.ts";
import { day } from "#domain/time/durations.ts";
import { textProblem } from "../lib/text-problem.ts";
import type { EntryProofs } from "../inquiries/entry-proofs.ts";
import type { Audit } from "../audit/audit.ts";
import { readPhoneNumber } from "../lib/phone-number.ts";
import { hashToken, newToken } from "../lib/tokens.ts";
import { readChatwoot } from "./chatwoot.ts";
import { readRow } from "./csv.ts";
import {
  derivedId,
  FieldError,
  type Foreign,
  type ForeignConversation,
  type ForeignReply,
  partsOf,
  type Source,
} from "./foreign.ts";
import { readFreeScout } from "./freescout.ts";
import type { ImportedInquiry, ImportStore } from "./import-queries.ts";
import { csvItems, type Item, jsonItems } from "./read-items.ts";

export type Imports = ReturnType<typeof createImports>;

/** Counts of an import; in a dry run, of what it would do. */
export interface ImportCounts {
  added: number;
  /** Imported before. */
  known: number;
  /** Imported before, and erased since. */
  erased: number;
  /** Past their retention: they would be erased within the hour. */
  old: number;
  /** Deleted, or without messages. */
  leftOut: number;
  replies: number;
  knownReplies: number;
  refused: number;
}

/** Small, since a write keeps the server of the same store waiting. */
const batchSize = 20;
/** Max messages of one conversation: the inbox shows each whole. */
const maxMessages = 10_000;
/** Max saved replies: the number that their page lists. */
const maxReplies = 200;

/** Imports inquiries and saved replies from files of other programs. Nobody is notified. */
export function createImports(deps: {
  store: ImportStore;
  savedReplies: {
    list: () => Promise<SavedReply[]>;
    insert: (id: string, input: SavedReplyInput, now: number, max: number) => Promise<SavedReply | null>;
  };
  /** Returns the places that a saved reply may name. */
  places: () => Promise<IsOurs>;
  members: { list: () => Promise<ReadonlyArray<{ id: string; email: string }>> };
  proofs: Pick<EntryProofs, "proofOf">;
  audit: Pick<Audit, "record">;
  /** Puts the stored site in effect. */
  siteSettings: { poll: () => Promise<void> };
  site: Pick<Site, "country">;
  retention: () => Promise<{ retentionDays: number }>;
  publishInbox: () => void;
  reports: { sumUp: () => Promise<void> };
  now: () => number;
}) {
  const { store, now } = deps;

  /** Returns the inquiry to store; `problem` says why it cannot be stored. */
  function inquiryOf(
    source: Source,
    found: ForeignConversation,
    members: ReadonlyMap<string, string>,
  ): { ok: true; inquiry: ImportedInquiry } | { ok: false; problem: string } {
    const { name, phone, email, city, status, closedAt, snoozedUntil, way } = found;
    const id = derivedId(source, found.id);
    if (found.messages.length > maxMessages)
      return { ok: false, problem: `messages: there are more than ${maxMessages} in this conversation` };
    const messages = found.messages.flatMap((message, at) =>
      partsOf(message.text).map((text, part) => ({
        ...message,
        text,
        id: derivedId(source, found.id, String(at), String(part)),
        memberId: members.get(message.author.toLowerCase()) ?? null,
      })),
    );
    const first = messages.find(({ from }) => from === "visitor");
    if (first === undefined) return { ok: false, problem: "messages: none is from the visitor" };
    const answers = messages.filter((one) => one.from === "visitor" && one !== first);
    const inquiry: ImportedInquiry = {
      id,
      receiptHash: hashToken(newToken()),
      status,
      phoneKey: readPhoneNumber(phone, deps.site.country)?.key ?? null,
      fields: { name, phone, email, city, query: first.text },
      createdAt: first.at,
      closedAt: status === "closed" ? (closedAt ?? first.at) : null,
      snoozedUntil: snoozedUntil !== null && snoozedUntil > now() ? snoozedUntil : null,
      wroteAt: answers.at(-1)?.at ?? null,
      entries: messages
        .filter((one) => one !== first && one.from !== "note")
        .map(({ id: entryId, from, text, at, memberId }) => {
          const kind = from === "team" ? ("reply" as const) : ("answer" as const);
          return { id: entryId, kind, way, memberId, text, at, proof: null };
        }),
      notes: messages
        .filter(({ from }) => from === "note")
        .map(({ id: noteId, text, at, memberId }) => ({ id: noteId, text, at, memberId })),
      source,
      number: found.number,
    };
    return { ok: true, inquiry };
  }

  async function withProofs(inquiry: ImportedInquiry): Promise<ImportedInquiry> {
    const proofOf = ({ id, kind, way, text, at }: ImportedInquiry["entries"][number]) =>
      kind === "reply"
        ? deps.proofs.proofOf({ id, inquiryId: inquiry.id, way, text, createdAt: at, author: null, files: [] })
        : null;
    const entries = inquiry.entries.map(async (entry) => ({ ...entry, proof: await proofOf(entry) }));
    return { ...inquiry, entries: await Promise.all(entries) };
  }

  return {
    /**
     * Reads the files, and adds what they hold unless it is a `dryRun`. What was added stays if it is interrupted; the
     * next run adds the rest. `refuse` gets each item that cannot be imported, `progress` the bytes read, and
     * `notSummedUp` why the sums of the reports are not up to date, if so.
     */
    async run(
      { source, files, dryRun }: { source: Source; files: readonly string[]; dryRun: boolean },
      {
        refuse,
        progress,
        notSummedUp,
      }: {
        refuse: (place: string, problem: string) => void;
        progress: (done: number, total: number) => void;
        notSummedUp: (error: unknown) => void;
      },
    ): Promise<ImportCounts> {
      const counts: ImportCounts = {
        added: 0,
        known: 0,
        erased: 0,
        old: 0,
        leftOut: 0,
        replies: 0,
        knownReplies: 0,
        refused: 0,
      };
      const members = new Map((await deps.members.list()).map(({ id, email }) => [email.toLowerCase(), id]));
      const { retentionDays } = await deps.retention();
      // Numbers are read with the country that owners set.
      await deps.siteSettings.poll();
      const replies = new Map<string, SavedReplyInput>((await deps.savedReplies.list()).map((each) => [each.id, each]));
      const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
      const total = sizes.reduce((sum, size) => sum + size, 0);
      const seen = new Set<string>();
      let waiting: ImportedInquiry[] = [];

      const refuseItem = (place: string, problem: string) => {
        counts.refused += 1;
        refuse(place, problem);
      };

      async function flush(): Promise<void> {
        if (waiting.length === 0) return;
        const known = dryRun ? await store.known(waiting.map(({ id }) => id)) : undefined;
        const outcomes =
          known === undefined
            ? await store.add(await Promise.all(waiting.map(withProofs)), now())
            : waiting.map(({ id }) => known.get(id) ?? "added");
        for (const outcome of outcomes) counts[outcome] += 1;
        waiting = [];
        await setImmediate();
      }

      async function takeReply(found: ForeignReply): Promise<string | undefined> {
        const { success, data, error } = savedReplyInputSchema.safeParse({ title: found.title, text: found.text });
        if (!success)
          return error.issues[0]?.path[0] === "title"
            ? "title must be 1 to 80 characters"
            : "text is missing, too long, or has a placeholder that cannot be filled in";
        const [wrong] = Object.values(savedReplyProblems(data, await deps.places()));
        if (wrong !== undefined) return `text: ${inEnglish(textProblem(wrong))}`;
        if (/\{[{%]/.test(data.text)) return "text has a placeholder that cannot be filled in";
        const id = derivedId(source, "saved reply", found.id);
        const isKnown =
          replies.has(id) ||
          [...replies.values()].some(({ title, text }) => title === data.title && text === data.text);
        if (isKnown) counts.knownReplies += 1;
        else if (replies.size >= maxReplies) return `there are ${maxReplies} saved replies already`;
        else {
          if (!dryRun) await deps.savedReplies.insert(id, data, now(), maxReplies);
          replies.set(id, data);
          counts.replies += 1;
        }
        return undefined;
      }

      /** Imports an item. Returns why it cannot be imported, if so. */
      async function take({ item }: Item): Promise<string | undefined> {
        const found = await read(source, item);
        if (found.kind === "refused") return found.problem;
        if (found.kind === "saved reply") return takeReply(found);
        if (found.kind === "left out") {
          counts.leftOut += 1;
          return undefined;
        }
        const made = inquiryOf(source, found, members);
        if (!made.ok) return made.problem;
        const { inquiry } = made;
        if (seen.has(inquiry.id)) counts.known += 1;
        else if (isOld(inquiry, retentionDays)) counts.old += 1;
        else waiting.push(inquiry);
        seen.add(inquiry.id);
        if (waiting.length === batchSize) await flush();
        return undefined;
      }

      /** Returns whether the clean-up would erase it. */
      function isOld({ closedAt, createdAt, wroteAt, entries }: ImportedInquiry, days: number): boolean {
        const last = Math.max(createdAt, wroteAt ?? 0, largest(entries.map(({ at }) => at)));
        return closedAt === null ? last < now() - daysUnclosed(days) * day : closedAt < now() - days * day;
      }

      let before = 0;
      try {
        for (const [at, file] of files.entries()) {
          for await (const item of source === "csv" ? csvItems(file) : jsonItems(file)) {
            const problem = item.problem ?? (await take(item));
            if (problem !== undefined) refuseItem(item.place, problem);
            progress(before + item.done, total);
          }
          before += sizes[at] ?? 0;
        }
        await flush();
      } finally {
        const { added, replies: savedReplies, refused } = counts;
        if (!dryRun) {
          await deps.audit.record({
            kind: "inquiries-imported",
            by: null,
            about: { source, added, savedReplies, refused },
          });
          deps.publishInbox();
        }
      }
      // The first report would wait for all of that. The sums must not pass a visitor's number that is still to come.
      try {
        if (!dryRun && (await store.untilWritten())) await deps.reports.sumUp();
      } catch (error) {
        // Everything is imported by now, and the server's clean-up brings the sums up to date.
        notSummedUp(error);
      }
      return counts;
    },
  };
}

async function read(source: Source, item: Item["item"]): Promise<Foreign> {
  try {
    return source === "csv" ? readRow(item) : source === "chatwoot" ? readChatwoot(item) : await readFreeScout(item);
  } catch (error) {
    if (error instanceof FieldError) return { kind: "refused", problem: error.message };
    throw error;
  }
}
