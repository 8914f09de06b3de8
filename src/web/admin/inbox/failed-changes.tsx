import { largest } from "#domain/lists.ts";
import { teamCopy } from "#copy/current.ts";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { Button } from "#web/ui/buttons/button.tsx";
import { ApiError } from "#web/api/api-client.ts";
import { actionFailureText, isSignedOut } from "../forms/failure.tsx";

const maxShown = 3;

/** Lists failed changes, retries them once the connection is back, and offers to retry now or give up. */
export function FailedChanges(props: { failures: Failures; isLive: boolean; onNone: () => void }) {
  const { failures, isLive, onNone } = props;
  const { all, retry, dropAll } = failures;
  useRetry(failures, isLive);
  const wasThere = useRef(false);
  useEffect(() => {
    if (wasThere.current && all.length === 0) onNone();
    wasThere.current = all.length > 0;
  });
  const waiting = all.filter(({ again }) => again !== undefined);
  return (
    <div className="failed-changes">
      <div role="status">
        {all.slice(0, maxShown).map(({ key, text, reason }) => (
          <p key={key}>
            <strong>{text}</strong>: {reason}
          </p>
        ))}
        {all.length > maxShown && <p>{teamCopy.inbox.failures.more(all.length - maxShown)}</p>}
        {all.some(({ isPassing }) => isPassing) && !isLive && <p>{teamCopy.inbox.failures.retriedLater}</p>}
      </div>
      {all.length > 0 && (
        <div className="form-actions">
          {waiting.length > 0 && (
            <Button variant="secondary" size="small" onClick={() => waiting.forEach(({ key }) => retry(key))}>
              {teamCopy.forms.tryAgain}
            </Button>
          )}
          <Button variant="secondary" size="small" onClick={dropAll}>
            {waiting.length > 0 ? teamCopy.inbox.failures.giveUp : teamCopy.inbox.dismiss}
          </Button>
        </div>
      )}
    </div>
  );
}

/** A change that was not made. */
interface Failure {
  /** Its subject. */
  key: string;
  /** The message. */
  text: string;
  /** Identifies it; stable while it fails. */
  number: number;
  reason: string;
  /** Makes the same call; undefined if that would not help. */
  again: (() => void) | undefined;
  /** Whether it may succeed by itself later. */
  isPassing: boolean;
  isTrying: boolean;
}

export interface Failures {
  all: readonly Failure[];
  /** Returns whether there is a failed change of this key that can be retried. */
  has: (key: string) => boolean;
  /** Retries the failed change of this key, unless that is on its way; false if there is none. */
  retry: (key: string) => boolean;
  /** Keeps the failed change of this key from being retried: another one takes its place. */
  hold: (key: string) => void;
  /** Adds a failure; one of the same key is replaced. `again` makes the same call. */
  add: (failed: { key: string; text: string; error: unknown; again: () => void }) => void;
  /** The change of this key was made, or is given up. */
  remove: (key: string) => void;
  /** Drops those that cannot be retried. */
  dropUnretryable: () => void;
  dropAll: () => void;
}

/** The failed changes, kept until they are made or given up, and retried when the browser is online again. */
export function useFailures(): Failures {
  const [all, setAll] = useState<readonly Failure[]>([]);
  const latest = useRef(all);
  const number = useRef(0);
  const changes = useMemo(() => {
    const update = (failures: readonly Failure[]) => setAll((latest.current = failures));
    const find = (key: string) => latest.current.find((each) => each.key === key && each.again !== undefined);
    const hold: Failures["hold"] = (key) => {
      const isHeld = (failure: Failure) => failure.key === key && !failure.isTrying;
      if (latest.current.some(isHeld))
        update(latest.current.map((each) => (isHeld(each) ? { ...each, isTrying: true } : each)));
    };
    const retry: Failures["retry"] = (key) => {
      const found = find(key);
      if (found?.isTrying === false) {
        hold(key);
        found.again?.();
      }
      return found !== undefined;
    };
    const add: Failures["add"] = ({ key, text, error, again }) => {
      number.current += 1;
      const known = latest.current;
      const at = known.findIndex((each) => each.key === key);
      const isPassing = passes(error);
      const failure: Failure = {
        key,
        text,
        number: known[at]?.number ?? number.current,
        // The text has no prompt to try again, since that is automatic.
        reason: isNoAnswer(error) ? teamCopy.inbox.failures.noAnswer : actionFailureText(error),
        again: isPassing || isSignedOut(error) ? again : undefined,
        isPassing,
        isTrying: false,
      };
      update(at === -1 ? [...known, failure] : known.with(at, failure));
    };
    return {
      has: (key: string) => find(key) !== undefined,
      retry,
      hold,
      add,
      remove: (key: string) => update(latest.current.filter((each) => each.key !== key)),
      dropUnretryable: () => update(latest.current.filter(({ again }) => again !== undefined)),
      dropAll: () => update([]),
    };
  }, []);

  // The connection is back.
  const onOnline = useEffectEvent(() => retryPassing({ ...changes, all }));
  useEffect(() => {
    const listen = () => onOnline();
    addEventListener("online", listen);
    return () => removeEventListener("online", listen);
  }, []);
  return useMemo(() => ({ ...changes, all }), [changes, all]);
}

const soon = 2000;

/** Retries temporary failures automatically, soon after the last one. */
function useRetry(failures: Failures, isLive: boolean): void {
  const tryAll = useEffectEvent(() => retryPassing(failures));
  const newest = Math.max(0, largest(failures.all.filter(({ isPassing }) => isPassing).map(({ number }) => number)));
  useEffect(() => {
    if (!isLive || newest === 0) return undefined;
    const timer = setTimeout(() => tryAll(), soon);
    return () => clearTimeout(timer);
  }, [isLive, newest]);
}

function retryPassing({ all, retry }: Failures): void {
  for (const { key, isPassing } of all) if (isPassing) retry(key);
}

function isNoAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** Returns whether there was no response, or a temporary server error. */
export function passes(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500;
}
