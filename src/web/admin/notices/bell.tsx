import { useEffect, useRef, useSyncExternalStore } from "react";
import { teamCopy } from "#copy/current.ts";
import { counted } from "#copy/locale/intl.ts";
import { paths } from "#contract/paths.ts";
import type { Notice, NoticeList } from "#contract/inbox/notice.ts";
import { noticeLimits } from "#domain/inquiries/notice.ts";
import { Link, useLocation } from "#web/page/router.tsx";
import { Menu, MenuItem } from "#web/ui/panels/menu.tsx";
import { Ago, useNow } from "../shell/ago.tsx";
import { useDateFormats } from "../shell/dates.ts";
import { AdminIcon } from "../shell/icons.tsx";
import { personName } from "../shell/person.tsx";
import { LoadFailure } from "../forms/failure.tsx";
import { useNotices, useReadNotices } from "./use-notices.ts";
import "./bell.css";

/** The member's notices, with the number of unread ones; those of an inquiry are read once it is open. */
export function Bell({ isReady }: { isReady: boolean }) {
  const notices = useNotices(isReady);
  const { mutate: markRead } = useReadNotices();
  const { bell } = teamCopy.shell;
  const unread = notices.data?.unread ?? 0;
  useReadOpenInquiry(notices.data, markRead);
  return (
    <Menu
      className="bell"
      label={unread === 0 ? bell.title : bell.unread(unread)}
      button={
        <>
          <AdminIcon name="bell" />
          {unread > 0 && <span className="bell-count">{unread > 99 ? "99+" : counted(unread)}</span>}
        </>
      }
    >
      <h2>{bell.title}</h2>
      <LoadFailure what={bell.title} query={notices} />
      {notices.data !== undefined && <List list={notices.data} onMarkRead={markRead} />}
      <hr />
      <Link to={paths.ownSettings}>
        <AdminIcon name="settings" />
        {bell.choose}
      </Link>
    </Menu>
  );
}

function List(props: { list: NoticeList; onMarkRead: (which: { until: string }) => void }) {
  const { notices, unread } = props.list;
  const { bell } = teamCopy.shell;
  const now = useNow();
  const dates = useDateFormats();
  const newest = notices[0];
  if (newest === undefined) return <p>{bell.empty}</p>;
  return (
    <>
      {unread > 0 && (
        <MenuItem onClick={() => props.onMarkRead({ until: newest.at })}>
          <AdminIcon name="check" />
          {bell.markRead}
        </MenuItem>
      )}
      <ul>
        {notices.map((notice) => (
          <li key={notice.id}>
            <Link to={`${paths.inbox}?inquiry=${notice.inquiry.id}`} className={notice.isRead ? undefined : "unread"}>
              <span>
                {!notice.isRead && <span className="visually-hidden">{bell.isUnread}: </span>}
                {sentence(notice)}
              </span>
              <small>
                {notice.inquiry.name} · {notice.inquiry.reference} · <Ago at={notice.at} now={now} dates={dates} />
              </small>
            </Link>
          </li>
        ))}
      </ul>
      {notices.length === noticeLimits.shown && <p>{bell.older}</p>}
    </>
  );
}

function sentence({ kind, by }: Notice): string {
  const { kinds, somebody } = teamCopy.shell.bell;
  const name = by === null ? undefined : personName(by.email);
  if (kind === "mention") return kinds.mention(name ?? somebody);
  if (kind === "assignment") return name === undefined ? kinds.assigned : kinds.assignment(name);
  return kinds[kind];
}

/** Marks the notices of the open inquiry as read, while the member can see it. */
function useReadOpenInquiry(
  list: NoticeList | undefined,
  markRead: (which: { until: string; inquiryId: string }) => void,
): void {
  const { search } = useLocation();
  const isVisible = useVisible();
  const inquiryId = new URLSearchParams(search).get("inquiry");
  const until = list?.notices.find(({ inquiry, isRead }) => !isRead && inquiry.id === inquiryId)?.at;
  // Once: where nothing can be written, they are unread again after each try.
  const tried = useRef<string>(undefined);
  useEffect(() => {
    const these = `${inquiryId} ${until}`;
    if (!isVisible || inquiryId === null || until === undefined || tried.current === these) return;
    tried.current = these;
    markRead({ inquiryId, until });
  }, [isVisible, inquiryId, until, markRead]);
}

/** Whether the tab is in the foreground. */
function useVisible(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener("visibilitychange", changed);
      return () => document.removeEventListener("visibilitychange", changed);
    },
    () => document.visibilityState === "visible",
    () => false,
  );
}
