import { useCallback, useEffect, useRef, useState } from "react";

/** A pause to think is shorter than this, in ms. */
const pausesFor = 60_000;

/** Tracks whether the member is writing to the visitor of the open inquiry. Call `setAnswering` at each key. */
export function useAnswering(openId: string | undefined) {
  const [id, setId] = useState<string>();
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const setAnswering = useCallback(
    (isAnswering: boolean) => {
      clearTimeout(timer.current);
      setId(isAnswering ? openId : undefined);
      if (isAnswering) timer.current = window.setTimeout(() => setId(undefined), pausesFor);
    },
    [openId],
  );
  return { isAnswering: id !== undefined && id === openId, setAnswering };
}
