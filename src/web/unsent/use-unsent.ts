import { useEffect, useMemo, useState } from "react";
import { isMarked } from "./unsent-mark.ts";
import type { createUnsent } from "./unsent-notice.tsx";

type Loaded = ReturnType<typeof createUnsent>;

/** What the visitor chose to have sent later, in every page of one document. */
export interface Unsent {
  /** Undefined until it was loaded. */
  loaded: Loaded | undefined;
  /** Fetches what keeps and sends it. @throws where that cannot be had */
  load: () => Promise<Loaded>;
}

/** Loads by itself only where this browser keeps a message: all others pay nothing for it. */
export function useUnsent(): Unsent {
  const [loaded, setLoaded] = useState<Loaded>();
  const [load] = useState(() => {
    let loading: Promise<Loaded> | undefined;
    return () =>
      (loading ??= import("./unsent-notice.tsx").then(
        (module) => {
          const made = module.createUnsent();
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
