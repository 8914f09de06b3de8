import type { Kysely, Selectable, Transaction } from "kysely";
import {
  type DraftInput,
  type DraftKind,
  draftKinds,
  type DraftStamp,
  maxDrafts,
  type StoredDraft,
  storedDraftTexts,
} from "#contract/inbox/draft.ts";
import { instant } from "#domain/time/instant.ts";
import { storedObject } from "../lib/stored-rows.ts";
import type { Database } from "../store/database.ts";
import type { GroupCommit } from "../store/group-commit/group-commit.ts";
import { keepNewest } from "../store/newest-rows.ts";

export type DraftStore = ReturnType<typeof createDraftStore>;

export interface DraftPlace {
  memberId: string;
  inquiryId: string;
  kind: DraftKind;
}

/** If there is no kind, both drafts of the inquiry are meant. */
type Unkinded = Omit<DraftPlace, "kind"> & { kind?: DraftKind | undefined };

/** `stale`: it is of another version than the one that was seen, or is gone. `no inquiry`: also one in the bin. */
export type DraftSaved = { ok: true; draft: DraftStamp } | { ok: false; reason: "stale" | "no inquiry" };

/** Members' unsent texts. Every query is of one member: nobody reads those of another. */
export function createDraftStore(db: Kysely<Database>, write: GroupCommit) {
  return {
    async list(memberId: string): Promise<DraftStamp[]> {
      const rows = await db
        .selectFrom("draft")
        .select(["inquiry_id", "kind", "version", "saved_at"])
        .where("member_id", "=", memberId)
        .orderBy("saved_at", "desc")
        .orderBy("id")
        .limit(maxDrafts)
        .execute();
      return rows.flatMap((row) => stampOf(row) ?? []);
    },

    /** A member's drafts for an inquiry. */
    async find(memberId: string, inquiryId: string): Promise<StoredDraft[]> {
      const rows = await db
        .selectFrom("draft")
        .select(["inquiry_id", "kind", "version", "saved_at", "value"])
        .where("member_id", "=", memberId)
        .where("inquiry_id", "=", inquiryId)
        .execute();
      return rows.flatMap((row) => {
        const stamp = stampOf(row);
        const texts = storedDraftTexts(storedObject(row.value));
        return stamp === undefined || texts === undefined ? [] : [{ ...stamp, ...texts }];
      });
    },

    /** Stores a draft over version `seen`; 0: there is none. It changes nothing of the inquiry. */
    save(place: DraftPlace, input: DraftInput, seen: number, now: number): Promise<DraftSaved> {
      const { memberId, inquiryId, kind } = place;
      const { kind: _kind, ...texts } = input;
      return write(async (transaction) => {
        const inquiry = await transaction
          .selectFrom("inquiry")
          .select("id")
          .where("id", "=", inquiryId)
          .where("status", "<>", "binned")
          .executeTakeFirst();
        if (inquiry === undefined) return { ok: false, reason: "no inquiry" };
        const id = idOfDraft(place);
        const before = await transaction.selectFrom("draft").select("version").where("id", "=", id).executeTakeFirst();
        const current = Number(before?.version ?? 0);
        if (current !== seen) return { ok: false, reason: "stale" };
        // Never that of an earlier draft in this place, which another device may still have.
        const version = Math.max(current + 1, now);
        const set = { value: JSON.stringify(texts), version, saved_at: now };
        await transaction
          .insertInto("draft")
          .values({ id, member_id: memberId, inquiry_id: inquiryId, kind, ...set })
          .onConflict((conflict) => conflict.column("id").doUpdateSet(set))
          .execute();
        if (before === undefined) await keepNewest(transaction, "draft", memberId, maxDrafts);
        return { ok: true, draft: { inquiryId, kind, version, savedAt: instant(now) } };
      });
    },

    /** Deletes a draft, or both of an inquiry; false, and none, if one is of another version than `seen`. */
    delete({ memberId, inquiryId, kind }: Unkinded, seen: number | null): Promise<boolean> {
      const kinds = kind === undefined ? draftKinds : [kind];
      const ids = kinds.map((each) => idOfDraft({ memberId, inquiryId, kind: each }));
      return write(async (transaction) => {
        const rows = await transaction.selectFrom("draft").select("version").where("id", "in", ids).execute();
        if (seen !== null && rows.some(({ version }) => Number(version) !== seen)) return false;
        await transaction.deleteFrom("draft").where("id", "in", ids).execute();
        return true;
      });
    },

    /** Deletes those that were saved last before this time. */
    async purge(before: number): Promise<void> {
      await db.deleteFrom("draft").where("saved_at", "<", before).execute();
    },
  };
}

/** Ends the draft of a text in the transaction that sends it; not one that was changed elsewhere meanwhile. */
export async function deleteSentDraft(transaction: Transaction<Database>, place: DraftPlace, sent: string) {
  const row = await transaction
    .selectFrom("draft")
    .select("value")
    .where("id", "=", idOfDraft(place))
    .executeTakeFirst();
  if (row === undefined || storedDraftTexts(storedObject(row.value))?.text.trim() !== sent.trim()) return;
  await transaction.deleteFrom("draft").where("id", "=", idOfDraft(place)).execute();
}

function idOfDraft({ memberId, inquiryId, kind }: DraftPlace): string {
  return `${memberId}/${inquiryId}/${kind}`;
}

type StampRow = Pick<Selectable<Database["draft"]>, "inquiry_id" | "kind" | "version" | "saved_at">;

/** Returns the stamp of a stored draft; undefined for a kind that only a later version knows. */
function stampOf({ inquiry_id, kind, version, saved_at }: StampRow): DraftStamp | undefined {
  const known = draftKinds.find((each) => each === kind);
  if (known === undefined) return undefined;
  return { inquiryId: inquiry_id, kind: known, version: Number(version), savedAt: instant(Number(saved_at)) };
}
