import { teamCopy } from "#copy/current.ts";
import { useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { paths } from "#contract/paths.ts";
import type { Role } from "#domain/member.ts";
import { minute } from "#domain/time/durations.ts";
import { settingsApi } from "#web/api/settings-api.ts";
import { IconButton } from "#web/ui/buttons/icon-button.tsx";
import { ButtonLink } from "#web/ui/buttons/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useLocation } from "#web/page/router.tsx";
import { useDateFormats } from "./dates.ts";
import { useMember } from "./member.ts";
import { type Dismissed, isDismissed, type Outage, readDismissed } from "./dismissed-outages.ts";

/** Loads the state of the mailbox for visitors' emails. */
export function useIncomingMailState(refetchInterval = minute) {
  return useQuery({ queryKey: ["incoming-mail"], queryFn: settingsApi.incomingMail, refetchInterval });
}

interface OutageNotice {
  /** The failing channels of notifications, or the failing mailbox. */
  outages: readonly Outage[];
  title: string;
  about: string;
  section: string;
  link: string;
}

/**
 * Tells the whole team which messages neither go out nor come in, in one line that unfolds, until the member hides it.
 */
export function Outages({ role }: { role: Role }) {
  const notices = useOutageNotices();
  const [isOpen, setOpen] = useState(false);
  const [dismissed, dismiss] = useDismissed();
  const place = useRef<HTMLDivElement>(null);
  const outages = notices.flatMap((notice) => notice.outages);
  return (
    <div ref={place} role="status" tabIndex={-1}>
      {outages.length > 0 && !isDismissed(outages, dismissed) && (
        <div className="strip outages" data-open={isOpen || undefined}>
          <Icon name="warning" />
          <p className="strip-text">
            {notices.map(({ section, title, about }) => (
              <span key={section}>
                <strong>{title}</strong> {about}{" "}
              </span>
            ))}
            {role === "agent" && teamCopy.shell.alarms.tellOwner}
          </p>
          {role === "owner" &&
            notices.map(({ section, link }) => (
              <SectionLink key={section} section={section} size="small">
                {link}
              </SectionLink>
            ))}
          <IconButton
            className="outages-fold"
            label={isOpen ? teamCopy.shell.alarms.showLess : teamCopy.shell.alarms.showAll}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="chevron" />
          </IconButton>
          <IconButton
            label={teamCopy.shell.alarms.dismiss}
            title={teamCopy.shell.alarms.dismiss}
            onClick={() => {
              dismiss({ names: outages.map(({ name }) => name), at: new Date().toISOString() });
              // The button that had the focus disappears.
              place.current?.focus();
            }}
          >
            <Icon name="close" />
          </IconButton>
        </div>
      )}
    </div>
  );
}

function useOutageNotices(): readonly OutageNotice[] {
  const { recent } = useDateFormats();
  const { data: health } = useQuery({
    queryKey: ["delivery-health"],
    queryFn: settingsApi.health,
    refetchInterval: minute,
  });
  const { data: mailbox } = useIncomingMailState();
  const { deliveries, incoming, openSettings } = teamCopy.shell.alarms;
  const failing = health?.failing ?? [];
  const texts = failing.map(({ channel, since, messages }) =>
    deliveries.failing(teamCopy.shell.deliveryNames[channel], messages, recent(since)),
  );
  const notices: OutageNotice[] = [];
  if (failing.length > 0)
    notices.push({
      outages: failing.map(({ channel, since }) => ({ name: channel, since })),
      title: deliveries.title,
      about: deliveries.about(texts.join("; ")),
      section: "deliveries",
      link: deliveries.open,
    });
  if (mailbox?.state === "failing")
    notices.push({
      outages: [{ name: "mailbox", since: mailbox.since }],
      title: incoming.title,
      about: incoming.about(recent(mailbox.since), mailbox.problem ?? ""),
      section: "incoming",
      link: openSettings,
    });
  return notices;
}

/** Stores what this member dismissed last, in this browser. */
function useDismissed(): [Dismissed | undefined, (dismissed: Dismissed) => void] {
  const { id } = useMember();
  const key = `dismissed-outages:${id}`;
  const [dismissed, setDismissed] = useState(() => readDismissed(localStorage.getItem(key)));
  return [
    dismissed,
    (next) => {
      localStorage.setItem(key, JSON.stringify(next));
      setDismissed(next);
    },
  ];
}

/** A link to a section of the settings, unless it is open. */
export function SectionLink(props: { section: string; size?: "small"; children: string }) {
  const { section, size, children } = props;
  const { pathname, search } = useLocation();
  const query = `?section=${section}`;
  if (pathname === paths.settings && search === query) return null;
  return (
    <ButtonLink variant="secondary" size={size} to={paths.settings + query}>
      {children}
    </ButtonLink>
  );
}
