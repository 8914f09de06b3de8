import { useRef, useState } from "react";
import type { SessionEntry } from "#contract/team.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { paths } from "#contract/paths.ts";
import { useNow } from "../shell/ago.tsx";
import { useDateWords } from "../shell/dates.ts";
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
  const signedOut = { onSuccess: () => location.assign(paths.channels), onError: setError };

  return (
    <SecurityCard
      id="sessions"
      title="Your sessions"
      heading={heading}
      about="Where you are signed in. End any that you do not recognise, then set a new password."
    >
      <LoadFailure what="Your sessions" query={list} />
      {error !== null && <Alert role="alert">{actionFailureText(error)}</Alert>}
      {list.data === undefined ? (
        !list.isError && <Spinner text="Loading your sessions..." />
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
            End all others
          </Button>
          <Button variant="danger-outline" onClick={() => !isEnding && endAll.mutate(undefined, signedOut)}>
            End all, including this one
          </Button>
        </p>
      )}
    </SecurityCard>
  );
}

function SessionRow({ session, onEnd }: { session: SessionEntry; onEnd: () => void }) {
  const { device, startedAt, seenAt, isCurrent } = session;
  const name = device ?? "Unknown device";
  const { full } = useDateWords();
  return (
    <li>
      <div>
        <h3>
          {name} {isCurrent && <Badge tone="good">This device</Badge>}
        </h3>
        <p className="hint">
          Signed in <Since instant={startedAt} />, last used <Since instant={seenAt} />
        </p>
      </div>
      <Button
        variant="secondary"
        size="small"
        aria-label={`End: ${name}, signed in ${full(startedAt)}`}
        onClick={onEnd}
      >
        End
      </Button>
    </li>
  );
}

/** "3 h ago" within a day, otherwise the date; the full time on hover. */
function Since({ instant }: { instant: string }) {
  const now = useNow();
  const dates = useDateWords();
  const age = now - Date.parse(instant);
  const ago = dates.ago(instant, now);
  return (
    <time dateTime={instant} title={dates.full(instant)}>
      {age < minute ? "just now" : age < day ? `${ago} ago` : `on ${ago}`}
    </time>
  );
}

// Under the second factor's key: setting up the first one ends the other sessions.
const queryKey = ["second-factor", "sessions"];

const useSessions = () => useQuery({ queryKey, queryFn: teamApi.sessions });

const useEndSession = () => useEnding(teamApi.endSession, "Failed to end the session");
const useEndOtherSessions = () => useEnding(teamApi.endOtherSessions, "Failed to end the sessions");
const useEndAllSessions = () => useEnding(teamApi.endAllSessions, "Failed to end the sessions");

function useEnding<Input = void>(mutationFn: (input: Input) => Promise<Done>, failed: string) {
  return useToastedMutation({ queryKey, mutationFn, done: ({ message }) => message, failed });
}
