import { useState, useSyncExternalStore } from "react";
import type { InquiryKind } from "#domain/inquiries/inquiry.ts";
import { useVisit } from "#web/page/page-data.ts";
import type { Given } from "./use-message-form.ts";

const never = () => () => undefined;

/** The offline queue's draft for this form; undefined if there is none. */
export function useQueuedDraft<Field extends string>(kind: InquiryKind): Given<Field> | undefined {
  const messages = useVisit().queue.loaded?.messages;
  const latest = useSyncExternalStore(
    messages?.subscribe ?? never,
    () => messages?.draft(kind),
    () => undefined,
  );
  const [shown, setShown] = useState(latest);
  const draft = latest?.isHeld === true ? shown : latest;
  if (draft !== shown) setShown(draft);
  // A form of this kind fills in its own fields.
  return draft as Given<Field> | undefined;
}
