import { useEffect, useRef } from "react";
import { type Failures, useRetry } from "./use-failures.ts";
import { Button } from "#web/ui/button.tsx";

const shownAtOnce = 3;

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
        {all.slice(0, shownAtOnce).map(({ asked, reason }) => (
          <p key={asked.key}>
            <strong>{asked.failedText}</strong>: {reason}
          </p>
        ))}
        {all.length > shownAtOnce && <p>{all.length - shownAtOnce} more were not made.</p>}
        {all.some(({ isPassing }) => isPassing) && !isLive && <p>It is tried again when the connection is back.</p>}
      </div>
      {all.length > 0 && (
        <div className="form-actions">
          {waiting.length > 0 && (
            <Button size="small" onClick={() => waiting.forEach(({ again }) => again?.())}>
              Try again
            </Button>
          )}
          <Button variant="secondary" size="small" onClick={() => giveUp()}>
            {waiting.length > 0 ? "Give up" : "Dismiss"}
          </Button>
        </div>
      )}
    </div>
  );
}
