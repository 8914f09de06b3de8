import type { OwnSettings } from "#contract/auth/own-settings.ts";
import type { NoticeList, ReadNotices } from "#contract/inbox/notice.ts";
import { type NoticeKind, noticeKinds, noticeLimits } from "#domain/inquiries/notice.ts";
import { day } from "#domain/time/durations.ts";
import type { NoticeStore } from "./notice-queries.ts";

export type Notices = ReturnType<typeof createNotices>;

/** The setting that says where a member is told of a kind. */
const settingOf = {
  mention: "mentions",
  assignment: "assignments",
  answer: "answers",
  undelivered: "undelivered",
} as const satisfies Record<NoticeKind, keyof OwnSettings>;

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

    purge: () => store.purge(now() - noticeLimits.days * day, noticeLimits.perMember),
  };
}
