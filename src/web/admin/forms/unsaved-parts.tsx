import { createContext, use, useCallback, useEffect, useState } from "react";

/** Tells the page which of its parts have unsaved changes. */
export const UnsavedContext = createContext<(part: string, isChanged: boolean) => void>(() => undefined);

/** The names of the parts with unsaved changes, and what the parts call, for `UnsavedContext`. */
export function useUnsavedParts() {
  const [changed, setChanged] = useState<readonly string[]>([]);
  const report = useCallback((part: string, isChanged: boolean) => {
    setChanged((known) => {
      if (known.includes(part) === isChanged) return known;
      return isChanged ? [...known, part] : known.filter((name) => name !== part);
    });
  }, []);
  return [changed, report] as const;
}

/** Reports whether a part has unsaved changes; none once it is gone. */
export function useReportUnsaved(part: string, isChanged: boolean): void {
  const report = use(UnsavedContext);
  useEffect(() => {
    report(part, isChanged);
    return () => report(part, false);
  }, [report, part, isChanged]);
}
