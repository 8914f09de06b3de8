import { useEffect, useMemo, useState } from "react";
import { isMarked } from "./queue-mark.ts";
import type { createQueueNotice } from "./queue-notice.tsx";

type Loaded = ReturnType<typeof createQueueNotice>;

/** The offline queue, shared by every page of one document. */
export interface QueuedSubmissions {
  /** Undefined until loaded. */
  loaded: Loaded | undefined;
  /** Loads the queue. @throws if it cannot be loaded */
  load: () => Promise<Loaded>;
}

/** Loads automatically only if this browser has queued submissions, so that others pay nothing for it. */
export function useOfflineQueue(): QueuedSubmissions {
  const [loaded, setLoaded] = useState<Loaded>();
  const [load] = useState(() => {
    let loading: Promise<Loaded> | undefined;
    return () =>
      (loading ??= import("./queue-notice.tsx").then(
        (module) => {
          const made = module.createQueueNotice();
          setLoaded(made);
          return made;
        },
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      ));
  });
  useEffect(() => {
    if (isMarked()) load().catch(() => undefined);
  }, [load]);
  return useMemo(() => ({ loaded, load }), [loaded, load]);
}
