import type { OwnSettings } from "#contract/auth/own-settings.ts";
import type { NoticeList, ReadNotices } from "#contract/inbox/notice.ts";
import { type NoticeKind, noticeKinds, noticeLimits } from "#domain/inquiries/notice.ts";
import { quietUntil } from "#domain/time/quiet-hours.ts";
import { day } from "#domain/time/durations.ts";
import { type NoticeStore, settingOf } from "./notice-queries.ts";

export type Notices = ReturnType<typeof createNotices>;

/** The bell of each member. */
export function createNotices(deps: {
  store: NoticeStore;
  ownSettings: { of: (memberId: string) => Promise<OwnSettings> };
  publishInbox: () => void;
  now: () => number;
}) {
  const { store, ownSettings, now } = deps;
  return {
    /** Of the kinds that the member wants in the bell. */
    async list(memberId: string): Promise<NoticeList> {
      const settings = await ownSettings.of(memberId);
      return store.list(
        memberId,
        noticeKinds.filter((kind) => settings[settingOf[kind]].bell),
      );
    },

    async markRead(memberId: string, which: ReadNotices): Promise<void> {
      await store.markRead(memberId, which, now());
      deps.publishInbox();
    },

    /** For an email to a member; see the store. Empty if the member wants no email of the kind that it is for. */
    async claimForMail(mailId: string, memberId: string, own: { kind: NoticeKind; inquiryId: string }) {
      const settings = await ownSettings.of(memberId);
      const kinds = noticeKinds.filter((kind) => settings[settingOf[kind]].email);
      return kinds.includes(own.kind) ? store.claimForMail(mailId, memberId, own, kinds) : [];
    },

    /** Until when a member wants no email; null if they may get one now. */
    quietUntil: async (memberId: string) => quietUntil((await ownSettings.of(memberId)).quietHours, now()),

    purge: () => store.purge(now() - noticeLimits.days * day, noticeLimits.perMember),
  };
}
