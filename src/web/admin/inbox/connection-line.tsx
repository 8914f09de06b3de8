import { useEffect, useState } from "react";
import type { InboxFeed } from "./list/use-inbox-feed.ts";

const backFor = 5000;

/** Says when live updates stop, and when they resume. */
export function ConnectionLine({ state }: { state: InboxFeed["state"] }) {
  const [before, setBefore] = useState(state);
  const [isBack, setIsBack] = useState(false);
  if (before !== state) {
    setBefore(state);
    setIsBack(before === "lost" && state === "live");
  }
  useEffect(() => {
    if (!isBack) return undefined;
    const timer = setTimeout(() => setIsBack(false), backFor);
    return () => clearTimeout(timer);
  }, [isBack]);

  return (
    <div className="connection-line" role="status">
      {state === "lost" && <p className="lost">The connection is lost. Trying again; what you see may be old.</p>}
      {isBack && <p className="back">Connected again.</p>}
    </div>
  );
}
