import { type RefObject, useLayoutEffect, useRef } from "react";

/** The last rendered value, for a function that must not change with it. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}
