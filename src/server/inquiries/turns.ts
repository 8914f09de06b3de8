import type { Audit } from "../audit/audit.ts";
import type { SettingsService } from "../settings/settings.ts";
import type { AssignmentStore } from "./assignment-queries.ts";

export type Turns = ReturnType<typeof createTurns>;

/** Manages which members take turns at new inquiries: a preference of each member, which an owner can set for them. */
export function createTurns(deps: {
  store: AssignmentStore;
  settings: Pick<SettingsService, "current">;
  audit: Pick<Audit, "draft" | "written">;
}) {
  const { store, settings, audit } = deps;
  return {
    /** The members whose turns are passed over; null while nothing is assigned in turn. */
    async away(): Promise<ReadonlySet<string> | null> {
      return (await settings.current()).assignsInTurn ? new Set(await store.away()) : null;
    },

    /** False if there is no such member. */
    async set(memberId: string, takesTurns: boolean, actor: { id: string; email: string }): Promise<boolean> {
      const about = { ...(memberId !== actor.id && { member: memberId }), takesTurns };
      const entry = audit.draft({ kind: "turns-changed", by: { id: actor.id, email: actor.email }, about });
      const outcome = await store.setTakesTurns(memberId, takesTurns, entry);
      if (outcome === "changed") audit.written();
      return outcome !== null;
    },
  };
}
