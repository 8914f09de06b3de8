import type { OwnSettings } from "#contract/auth/own-settings.ts";
import type { BellEntries, ReadBell } from "#contract/inbox/bell.ts";
import { type BellKind, bellKinds, bellLimits } from "#domain/inquiries/bell.ts";
import { quietUntil } from "#domain/time/quiet-hours.ts";
import { day } from "#domain/time/durations.ts";
import { type BellStore, settingOf } from "./bell-queries.ts";

export type Bell = ReturnType<typeof createBell>;

/** The bell of each member. */
export function createBell(deps: {
  store: BellStore;
  ownSettings: { of: (memberId: string) => Promise<OwnSettings> };
  publishInbox: () => void;
  now: () => number;
}) {
  const { store, ownSettings, now } = deps;
  return {
    /** Lists the entries of the kinds that the member wants in the bell. */
    async list(memberId: string): Promise<BellEntries> {
      const settings = await ownSettings.of(memberId);
      return store.list(
        memberId,
        bellKinds.filter((kind) => settings[settingOf[kind]].bell),
      );
    },

    async markRead(memberId: string, which: ReadBell): Promise<void> {
      await store.markRead(memberId, which, now());
      deps.publishInbox();
    },

    /** Claims entries for an email to a member; see the store. Empty if the member wants no email of this kind. */
    async claimForMail(mailId: string, memberId: string, own: { kind: BellKind; inquiryId: string }) {
      const settings = await ownSettings.of(memberId);
      const kinds = bellKinds.filter((kind) => settings[settingOf[kind]].email);
      return kinds.includes(own.kind) ? store.claimForMail(mailId, memberId, own, kinds) : [];
    },

    /** Returns when the member's quiet hours end; null if they may get an email now. */
    quietUntil: async (memberId: string) => quietUntil((await ownSettings.of(memberId)).quietHours, now()),

    purge: () => store.purge(now() - bellLimits.days * day, bellLimits.perMember),
  };
}
