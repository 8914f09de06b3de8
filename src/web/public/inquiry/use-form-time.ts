import { type RefObject, useEffect, useRef } from "react";
import { submissionApi } from "#web/api/submission-api.ts";

/**
 * The signed time at which the form was made: from the document, or requested when the form opens. It stays undefined
 * if the request fails; the submission works without it.
 */
export function useFormTime(given: string | undefined, isOpen: boolean): RefObject<string | undefined> {
  const time = useRef(given);
  const isAsked = useRef(given !== undefined);
  useEffect(() => {
    if (!isOpen || isAsked.current) return;
    // Once for a form that is closed and opened again before the response, too.
    isAsked.current = true;
    submissionApi
      .formTime()
      .then((asked) => (time.current = asked))
      .catch(() => (isAsked.current = false));
  }, [isOpen]);
  return time;
}
