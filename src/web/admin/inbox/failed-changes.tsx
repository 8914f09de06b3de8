import { largest } from "#domain/lists.ts";
import { teamCopy } from "#copy/current.ts";
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { Button } from "#web/ui/buttons/button.tsx";
import { ApiError } from "#web/api/api-client.ts";
import { actionFailureText, isSignedOut } from "../forms/failure.tsx";

const maxShown = 3;

/** Lists failed changes, retries them once the connection is back, and offers to retry now or give up. */
export function FailedChanges(props: { failures: Failures; isLive: boolean; onNone: () => void }) {
  const { failures, isLive, onNone } = props;
  const { all, giveUp } = failures;
  useRetry(all, isLive);
  const wasThere = useRef(false);
  useEffect(() => {
    if (wasThere.current && all.length === 0) onNone();
    wasThere.current = all.length > 0;
  });
  const waiting = all.filter(({ again }) => again !== undefined);
  return (
    <div className="failed-changes">
      <div role="status">
        {all.slice(0, maxShown).map(({ asked, reason }) => (
          <p key={asked.key}>
            <strong>{asked.failedText}</strong>: {reason}
          </p>
        ))}
        {all.length > maxShown && <p>{teamCopy.inbox.failures.more(all.length - maxShown)}</p>}
        {all.some(({ isPassing }) => isPassing) && !isLive && <p>{teamCopy.inbox.failures.retriedLater}</p>}
      </div>
      {all.length > 0 && (
        <div className="form-actions">
          {waiting.length > 0 && (
            <Button variant="secondary" size="small" onClick={() => waiting.forEach(({ again }) => again?.())}>
              {teamCopy.forms.tryAgain}
            </Button>
          )}
          <Button variant="secondary" size="small" onClick={() => giveUp()}>
            {waiting.length > 0 ? teamCopy.inbox.failures.giveUp : teamCopy.inbox.dismiss}
          </Button>
        </div>
      )}
    </div>
  );
}

/** A requested change. A retry is the same call, on the same versions. */
export interface Asked {
  /** Key of its subject: a second failure of the same subject replaces the first. */
  key: string;
  /** The message if it fails. */
  failedText: string;
  /** Whether this is a retry: the first may have been made, and only its response lost. */
  isAgain: boolean;
  isTrying: boolean;
}

/** A change that was not made. */
interface Failure {
  asked: Asked;
  /** Identifies it; stable while it fails. */
  number: number;
  reason: string;
  /** Retries it; undefined if that would not help. */
  again: (() => void) | undefined;
  /** Whether it may succeed by itself later. */
  isPassing: boolean;
}

export interface Failures {
  all: readonly Failure[];
  /** The failed change of this key that can be retried, and is not being retried. */
  find: (key: string) => Asked | undefined;
  /** Retries the failed change of this key; false if there is none. */
  retry: (key: string) => boolean;
  /** Adds a failure. `again` makes the same call. */
  add: (asked: Asked, error: unknown, again: () => void) => void;
  /** The change of this key was made, or is given up. */
  remove: (key: string) => void;
  /** Gives up all, or only those that cannot be retried. */
  giveUp: (which?: "final") => void;
}

/** The failed changes, kept until they are made or given up, and retried when the browser is online again. */
export function useFailures(): Failures {
  const [all, setAll] = useState<readonly Failure[]>([]);
  const number = useRef(0);
  const latest = useRef(all);
  const change = useCallback((update: (known: readonly Failure[]) => readonly Failure[]) => {
    latest.current = update(latest.current);
    setAll(latest.current);
  }, []);
  const { find, retry } = useMemo(() => {
    const failed = (key: string) => latest.current.find(({ asked, again }) => asked.key === key && again !== undefined);
    return {
      find: (key: string) => {
        const found = failed(key)?.asked;
        return found?.isTrying === true ? undefined : found;
      },
      retry: (key: string) => {
        const found = failed(key);
        found?.again?.();
        return found !== undefined;
      },
    };
  }, []);
  const add = useCallback<Failures["add"]>(
    (asked, error, again) => {
      asked.isTrying = false;
      number.current += 1;
      const fresh = number.current;
      const isPassing = passes(error);
      const tryAgain = () => {
        if (asked.isTrying) return;
        asked.isTrying = true;
        asked.isAgain = true;
        again();
      };
      change((known) => {
        const at = known.findIndex((failure) => failure.asked.key === asked.key);
        const failure: Failure = {
          asked,
          number: known[at]?.number ?? fresh,
          // The text has no prompt to try again, since that is automatic.
          reason: isNoAnswer(error) ? teamCopy.inbox.failures.noAnswer : actionFailureText(error),
          again: isPassing || isSignedOut(error) ? tryAgain : undefined,
          isPassing,
        };
        return at === -1 ? [...known, failure] : known.with(at, failure);
      });
    },
    [change],
  );
  const remove = useCallback(
    (key: string) => change((known) => known.filter(({ asked }) => asked.key !== key)),
    [change],
  );
  const giveUp = useCallback<Failures["giveUp"]>(
    (which) => change((known) => (which === "final" ? known.filter(({ again }) => again !== undefined) : [])),
    [change],
  );

  // The connection is back.
  const onOnline = useEffectEvent(() => retryPassing(all));
  useEffect(() => {
    const listen = () => onOnline();
    addEventListener("online", listen);
    return () => removeEventListener("online", listen);
  }, []);
  return { all, find, retry, add, remove, giveUp };
}

const soon = 2000;

/** Retries temporary failures automatically, soon after the last one. */
function useRetry(failures: readonly Failure[], isLive: boolean): void {
  const tryAll = useEffectEvent(() => retryPassing(failures));
  const newest = Math.max(0, largest(failures.filter(({ isPassing }) => isPassing).map(({ number }) => number)));
  useEffect(() => {
    if (!isLive || newest === 0) return undefined;
    const timer = setTimeout(() => tryAll(), soon);
    return () => clearTimeout(timer);
  }, [isLive, newest]);
}

function retryPassing(failures: readonly Failure[]): void {
  for (const { again, isPassing } of failures) if (isPassing) again?.();
}

function isNoAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** Returns whether there was no response, or a temporary server error. */
export function passes(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500;
}
