import { useState, useSyncExternalStore } from "react";
import type { InquiryKind } from "#domain/inquiry.ts";
import { useVisit } from "../page-data.ts";
import type { Draft } from "../unsent/unsent-messages.ts";
import type { Given } from "./use-message-form.ts";

const never = () => () => undefined;

/** What was to be sent later and is to stand in its form again; undefined where there is nothing. */
export function useDraft<Field extends string>(kind: InquiryKind): (Given<Field> & Pick<Draft, "id">) | undefined {
  const messages = useVisit().unsent.loaded?.messages;
  const latest = useSyncExternalStore(
    messages?.subscribe ?? never,
    () => messages?.draft(kind),
    () => undefined,
  );
  const [shown, setShown] = useState(latest);
  const draft = latest?.isHeld === true ? shown : latest;
  if (draft !== shown) setShown(draft);
  // The form of this kind has filled in its own fields.
  return draft as (Given<Field> & Draft) | undefined;
}
