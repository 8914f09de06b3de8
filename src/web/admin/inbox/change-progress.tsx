import { teamCopy } from "#copy/current.ts";
import { useCallback, useState } from "react";
import { Button } from "#web/ui/buttons/button.tsx";
import { batchSize, type Watch } from "./make-changes.ts";

/** Changes of many inquiries on their way. */
interface RunningChange {
  done: number;
  all: number;
  /** Stops after the present batch. */
  stop: () => void;
}

/** Follows changes that take several calls. */
export function useChangeProgress() {
  const [running, setRunning] = useState<RunningChange>();
  /** Makes `all` changes, with their progress on the screen if they take several calls. */
  const follow = useCallback(async <Made,>(all: number, make: (watch?: Watch) => Promise<Made>): Promise<Made> => {
    if (all <= batchSize) return make();
    const control = new AbortController();
    const onProgress = (done: number) => setRunning({ done, all, stop: () => control.abort() });
    onProgress(0);
    try {
      return await make({ onProgress, signal: control.signal });
    } finally {
      setRunning(undefined);
    }
  }, []);
  return { running, follow };
}

/** Shows the progress of many changes, and the button that stops them; nothing if there are none. */
export function ChangeProgress({ running }: { running: RunningChange | undefined }) {
  if (running === undefined) return null;
  const { done, all, stop } = running;
  return <ProgressLine label={teamCopy.inboxList.list.bulk.changing} done={done} all={all} onStop={stop} />;
}

/** A progress bar with its numbers. `all` is undefined if it is not known. */
export function ProgressLine(props: { label: string; done: number; all: number | undefined; onStop: () => void }) {
  const { label, done, all, onStop } = props;
  return (
    <div className="change-progress">
      <p>
        {label} {all === undefined ? teamCopy.inbox.inquiries(done) : teamCopy.inboxList.export.progressOf(done, all)}
      </p>
      <progress aria-label={label} max={all} value={all === undefined ? undefined : Math.min(done, all)} />
      <Button variant="secondary" size="small" onClick={onStop}>
        {teamCopy.inboxList.export.stop}
      </Button>
    </div>
  );
}
