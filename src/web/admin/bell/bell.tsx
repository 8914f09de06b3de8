import { useEffect, useRef, useSyncExternalStore } from "react";
import { teamCopy } from "#copy/current.ts";
import { paths } from "#contract/paths.ts";
import type { BellEntry, BellEntries } from "#contract/inbox/bell.ts";
import { bellLimits } from "#domain/inquiries/bell.ts";
import { Link, useLocation } from "#web/page/router.tsx";
import { Menu, MenuItem } from "#web/ui/panels/menu.tsx";
import { Ago, useNow } from "../shell/ago.tsx";
import { useDateFormats } from "../shell/dates.ts";
import { AdminIcon, type AdminIconName } from "../shell/icons.tsx";
import { personName } from "../shell/person.tsx";
import { LoadFailure } from "../forms/failure.tsx";
import { useBell, useReadBell } from "./use-bell.ts";
import "./bell.css";

/** The member's bell, whose name says how many entries are unread; those of an inquiry are read once it is open. */
export function Bell({ isReady }: { isReady: boolean }) {
  const entries = useBell(isReady);
  const { mutate: markRead } = useReadBell();
  const { bell } = teamCopy.shell;
  const unread = entries.data?.unread ?? 0;
  useReadOpenInquiry(entries.data, markRead);
  return (
    <Menu
      className="bell"
      label={unread === 0 ? bell.title : bell.unread(unread)}
      button={
        <>
          <AdminIcon name="bell" />
          {unread > 0 && <span className="bell-dot" />}
        </>
      }
    >
      <h2>{bell.title}</h2>
      <LoadFailure what={bell.title} query={entries} />
      {entries.data !== undefined && <List list={entries.data} onMarkRead={markRead} />}
      <hr />
      <Link to={paths.ownSettings}>
        <AdminIcon name="settings" />
        {bell.choose}
      </Link>
    </Menu>
  );
}

function List(props: { list: BellEntries; onMarkRead: (which: { until: string }) => void }) {
  const { entries, unread } = props.list;
  const { bell } = teamCopy.shell;
  const now = useNow();
  const dates = useDateFormats();
  const newest = entries[0];
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
        {entries.map((entry) => (
          <li key={entry.id}>
            <Link to={`${paths.inbox}?inquiry=${entry.inquiry.id}`} className={entry.isRead ? undefined : "unread"}>
              <AdminIcon name={icons[entry.kind]} />
              <span>
                {!entry.isRead && <span className="visually-hidden">{bell.isUnread}: </span>}
                {sentence(entry)}
              </span>
              <small>
                {entry.inquiry.reference} · <Ago at={entry.at} now={now} dates={dates} />
              </small>
            </Link>
          </li>
        ))}
      </ul>
      {entries.length === bellLimits.shown && <p>{bell.older}</p>}
    </>
  );
}

/** Returns the event, and whose inquiry it is: by its reference, if its visitor left no name. */
function sentence({ kind, by, inquiry }: BellEntry): string {
  const { kinds, somebody } = teamCopy.shell.bell;
  const visitor = inquiry.name || inquiry.reference;
  const name = by === null ? undefined : personName(by.email);
  if (kind === "mention") return kinds.mention(name ?? somebody, visitor);
  if (kind === "assignment") return name === undefined ? kinds.assigned(visitor) : kinds.assignment(name, visitor);
  return kinds[kind](visitor);
}

const icons: Record<BellEntry["kind"], AdminIconName> = {
  mention: "mention",
  assignment: "person",
  answer: "mail",
  undelivered: "undelivered",
};

/** Marks the entries of the open inquiry as read, while the member can see it. */
function useReadOpenInquiry(
  list: BellEntries | undefined,
  markRead: (which: { until: string; inquiryId: string }) => void,
): void {
  const { search } = useLocation();
  const isVisible = useVisible();
  const inquiryId = new URLSearchParams(search).get("inquiry");
  const until = list?.entries.find(({ inquiry, isRead }) => !isRead && inquiry.id === inquiryId)?.at;
  // Tried once: if nothing can be written, the entries are unread again after each try.
  const tried = useRef<string>(undefined);
  useEffect(() => {
    const these = `${inquiryId} ${until}`;
    if (!isVisible || inquiryId === null || until === undefined || tried.current === these) return;
    tried.current = these;
    markRead({ inquiryId, until });
  }, [isVisible, inquiryId, until, markRead]);
}

/** Returns whether the tab is in the foreground. */
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
