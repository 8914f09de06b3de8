import { type RefObject, useEffect, useRef } from "react";
import { submissionApi } from "../sending/submission-api.ts";

/**
 * When the form was made, as the server signs it: what the document says, or asked for when the form is opened. It stays unknown where
 * that fails, since a message without it is as good.
 */
export function useFormTime(given: string | undefined, isOpen: boolean): RefObject<string | undefined> {
  const time = useRef(given);
  useEffect(() => {
    if (!isOpen || time.current !== undefined) return undefined;
    let isOver = false;
    void submissionApi
      .formTime()
      .catch(() => undefined)
      .then((asked) => (isOver ? undefined : (time.current = asked)));
    return () => {
      isOver = true;
    };
  }, [isOpen]);
  return time;
}
