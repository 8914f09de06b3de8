import { useRef, useState } from "react";
import type { SessionEntry } from "#contract/team.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { paths } from "#contract/paths.ts";
import { useDateWords } from "../shell/dates.ts";
import { actionFailureText, LoadFailure } from "../shell/failure.tsx";
import { useQuery } from "@tanstack/react-query";
import type { Done } from "#contract/done.ts";
import { teamApi } from "#web/api/team-api.ts";
import { useToastedMutation } from "../shell/use-toasted-mutation.ts";

/** The member's sessions, each with a button to end it. */
export function Sessions() {
  const list = useSessions();
  const heading = useRef<HTMLHeadingElement>(null);
  const endOne = useEndSession();
  const endOthers = useEndOtherSessions();
  const endAll = useEndAllSessions();
  const [error, setError] = useState<Error | null>(null);
  const others = list.data?.filter(({ isCurrent }) => !isCurrent) ?? [];
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
    <section className="team-part" aria-labelledby="sessions-title">
      <h2 id="sessions-title" ref={heading} tabIndex={-1}>
        Your sessions
      </h2>
      <p className="hint">Where you are signed in. End what you do not know, and set a new password then.</p>
      <LoadFailure what="Your sessions" query={list} />
      {error !== null && <Alert role="alert">{actionFailureText(error)}</Alert>}
      {list.data === undefined ? (
        !list.isError && <Spinner text="Loading your sessions..." />
      ) : (
        <ul className="team-list">
          {list.data.map((session) => (
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
          <Button variant="danger-outline" onClick={() => !isEnding && endOthers.mutate(undefined, answered)}>
            End all others
          </Button>
          <Button variant="danger-outline" onClick={() => !isEnding && endAll.mutate(undefined, signedOut)}>
            End all, this one too
          </Button>
        </p>
      )}
    </section>
  );
}

function SessionRow({ session, onEnd }: { session: SessionEntry; onEnd: () => void }) {
  const { device, startedAt, seenAt, isCurrent } = session;
  const name = device ?? "Unknown device";
  const { full: time } = useDateWords();
  return (
    <li className="team-row">
      <div className="team-who">
        <h3>
          {name} {isCurrent && <Badge>This one</Badge>}
        </h3>
        <p>
          Started {time(startedAt)}, last used {time(seenAt)}
        </p>
      </div>
      <div className="team-actions">
        <Button variant="secondary" aria-label={`End: ${name}, started ${time(startedAt)}`} onClick={onEnd}>
          End
        </Button>
      </div>
    </li>
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
