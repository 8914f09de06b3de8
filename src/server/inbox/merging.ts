import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import type { AuditKind } from "#domain/audit.ts";
import { maxMerged } from "#domain/inquiries/conversation.ts";
import type { Audit } from "../audit/audit.ts";
import type { MergeRefusal, MergeStore } from "../inquiries/merge-queries.ts";
import type { Inbox } from "./inbox.ts";

export type Merging = ReturnType<typeof createMerging>;

type Seen = { id: string; version: number };

type Actor = { id: string; email: string };

/** `stale` has the one that was changed; `gone` and `binned` are about the merged one. */
type MergeResult =
  | { ok: true; inquiry: InquiryDetail }
  | { ok: false; reason: "stale"; current: InquiryDetail }
  | { ok: false; reason: "gone" | "binned" }
  | { ok: false; reason: "refused"; problem: ServerText };

const refusals: Record<Exclude<MergeRefusal, "stale" | "gone" | "target stale">, ServerText> = {
  "target gone": say("merge.target-gone"),
  "merged elsewhere": say("merge.merged-elsewhere"),
  "has merged": say("merge.has-merged"),
  "target merged": say("merge.target-merged"),
  "target suspected": say("merge.target-suspected"),
  "target full": say("merge.target-full", { count: maxMerged }),
};

/** Merges inquiries about the same matter. `publishInbox` is called after each durable change. */
export function createMerging(deps: {
  store: MergeStore;
  inbox: Pick<Inbox, "find">;
  audit: Pick<Audit, "draft" | "written">;
  publishInbox: () => void;
  now: () => number;
}) {
  const { store, inbox, audit, now } = deps;

  function commandOf(kind: AuditKind, actor: Actor, about: Record<string, string>) {
    return {
      memberId: actor.id,
      now: now(),
      audit: audit.draft({ kind, by: { id: actor.id, email: actor.email }, about }),
    };
  }

  /** The merged inquiry after the change. */
  async function done(id: string): Promise<MergeResult> {
    audit.written();
    deps.publishInbox();
    const inquiry = await inbox.find(id);
    return inquiry === null ? { ok: false, reason: "gone" } : { ok: true, inquiry };
  }

  async function stale(id: string): Promise<MergeResult> {
    const current = await inbox.find(id);
    return current === null ? { ok: false, reason: "gone" } : { ok: false, reason: "stale", current };
  }

  async function missing(id: string): Promise<MergeResult> {
    return { ok: false, reason: (await inbox.find(id)) === null ? "gone" : "binned" };
  }

  return {
    /** Merges an inquiry into another one, each unchanged since the member saw it. */
    async merge(seen: Seen, target: Seen, actor: Actor): Promise<MergeResult> {
      if (seen.id === target.id) return { ok: false, reason: "refused", problem: say("merge.itself") };
      const command = commandOf("inquiries-merged", actor, { inquiry: seen.id, into: target.id });
      const outcome = await store.merge(seen, target, command);
      if (outcome === "merged") return done(seen.id);
      if (outcome === "stale") return stale(seen.id);
      if (outcome === "target stale") return stale(target.id);
      return outcome === "gone" ? missing(seen.id) : { ok: false, reason: "refused", problem: refusals[outcome] };
    },

    /** Undoes a merge. */
    async unmerge(seen: Seen, actor: Actor): Promise<MergeResult> {
      const outcome = await store.unmerge(seen, commandOf("inquiries-unmerged", actor, { inquiry: seen.id }));
      if (outcome === "unmerged") return done(seen.id);
      return outcome === "stale" ? stale(seen.id) : missing(seen.id);
    },
  };
}
