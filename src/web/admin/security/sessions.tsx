import { here } from "#web/page/router.tsx";
import { useRef, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import type { SessionEntry } from "#contract/auth/team.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Badge } from "#web/ui/messages/badge.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { paths } from "#contract/paths.ts";
import { useNow } from "../shell/ago.tsx";
import { eraseMemberData } from "../shell/sign-out.ts";
import { useDateFormats } from "../shell/dates.ts";
import { SecurityCard } from "./security-card.tsx";
import { day, minute } from "#domain/time/durations.ts";
import { actionFailureText, LoadFailure } from "../forms/failure.tsx";
import { useQuery } from "@tanstack/react-query";
import type { Done } from "#contract/done.ts";
import { teamApi } from "#web/api/team-api.ts";
import { useToastedMutation } from "../forms/use-toasted-mutation.ts";

/** The member's sessions, each with a button to end it. */
export function Sessions() {
  const list = useSessions();
  const heading = useRef<HTMLHeadingElement>(null);
  const endOne = useEndSession();
  const endOthers = useEndOtherSessions();
  const endAll = useEndAllSessions();
  const [error, setError] = useState<Error | null>(null);
  const others = list.data?.filter(({ isCurrent }) => !isCurrent) ?? [];
  const sorted = [...(list.data?.filter(({ isCurrent }) => isCurrent) ?? []), ...others];
  // The button that had the focus disappears with its session.
  const answered = {
    onSuccess: () => {
      setError(null);
      heading.current?.focus();
    },
    onError: setError,
  };
  // A second press would end it twice.
  const isEnding = endOne.isPending || endOthers.isPending || endAll.isPending;
  const signedOut = {
    onSuccess: () => {
      eraseMemberData();
      location.assign(here(paths.channels));
    },
    onError: setError,
  };

  return (
    <SecurityCard
      id="sessions"
      title={teamCopy.security.sessions.title}
      heading={heading}
      about={teamCopy.security.sessions.about}
    >
      <LoadFailure what={teamCopy.security.sessions.title} query={list} />
      {error !== null && <Alert role="alert">{actionFailureText(error)}</Alert>}
      {list.data === undefined ? (
        !list.isError && <Spinner text={teamCopy.security.sessions.loading} />
      ) : (
        <ul className="security-list">
          {sorted.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              onEnd={() => {
                if (isEnding) return;
                if (!session.isCurrent) endOne.mutate(session.id, answered);
                else endOne.mutate(session.id, signedOut);
              }}
            />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <p className="form-actions">
          <Button variant="secondary" onClick={() => !isEnding && endOthers.mutate(undefined, answered)}>
            {teamCopy.security.sessions.endOthers}
          </Button>
          <Button variant="danger-outline" onClick={() => !isEnding && endAll.mutate(undefined, signedOut)}>
            {teamCopy.security.sessions.endAll}
          </Button>
        </p>
      )}
    </SecurityCard>
  );
}

function SessionRow({ session, onEnd }: { session: SessionEntry; onEnd: () => void }) {
  const { device, startedAt, seenAt, isCurrent } = session;
  const name = device ?? teamCopy.security.sessions.unknownDevice;
  const { full } = useDateFormats();
  return (
    <li>
      <div>
        <h3>
          {name} {isCurrent && <Badge tone="good">{teamCopy.security.sessions.thisDevice}</Badge>}
        </h3>
        <p className="hint">
          {teamCopy.security.sessions.signedIn} <Since instant={startedAt} />
          {teamCopy.security.sessions.lastUsed} <Since instant={seenAt} />
        </p>
      </div>
      <Button
        variant="secondary"
        size="small"
        aria-label={teamCopy.security.sessions.endOf(name, full(startedAt))}
        onClick={onEnd}
      >
        {teamCopy.security.sessions.end}
      </Button>
    </li>
  );
}

/** "3 h ago" within a day, otherwise the date; the full time on hover. */
function Since({ instant }: { instant: string }) {
  const now = useNow();
  const dates = useDateFormats();
  const age = now - Date.parse(instant);
  const ago = dates.ago(instant, now);
  return (
    <time dateTime={instant} title={dates.full(instant)}>
      {age < minute
        ? teamCopy.security.sessions.justNow
        : age < day
          ? teamCopy.security.sessions.ago(ago)
          : teamCopy.security.sessions.onDate(ago)}
    </time>
  );
}

// The key is below the second factor's: setting up the first one ends the other sessions.
const queryKey = ["second-factor", "sessions"];

const useSessions = () => useQuery({ queryKey, queryFn: teamApi.sessions });

const useEndSession = () => useEnding(teamApi.endSession, teamCopy.security.confirms.endSession);
const useEndOtherSessions = () => useEnding(teamApi.endOtherSessions, teamCopy.security.confirms.endSessions);
const useEndAllSessions = () => useEnding(teamApi.endAllSessions, teamCopy.security.confirms.endSessions);

function useEnding<Input = void>(mutationFn: (input: Input) => Promise<Done>, confirms: string) {
  return useToastedMutation({ queryKey, mutationFn, done: ({ message }) => message, confirms });
}
