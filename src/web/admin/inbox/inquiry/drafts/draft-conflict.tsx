import { teamCopy } from "#copy/current.ts";
import { type RefObject, useSyncExternalStore } from "react";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { langOf } from "#web/ui/text-language.ts";
import type { DraftKind, Drafts } from "./drafts.ts";

/** Grows when another text of the draft is to be shown. */
export function useDraftRevision(drafts: Drafts, kind: DraftKind, inquiryId: string): number {
  return useSyncExternalStore(
    (listen) => drafts.subscribe(listen),
    () => drafts.revision(kind, inquiryId),
  );
}

/** Says that the draft was changed, sent or discarded elsewhere, and lets the member take either text. */
export function DraftConflict(props: {
  drafts: Drafts;
  kind: DraftKind;
  inquiryId: string;
  box: RefObject<HTMLTextAreaElement | null>;
}) {
  const { drafts, kind, inquiryId, box } = props;
  const other = useSyncExternalStore(
    (listen) => drafts.subscribe(listen),
    () => drafts.other(kind, inquiryId),
  );
  if (other === undefined) return null;
  const { changed, ended, takeOther, takeNone, keepThis } = teamCopy.inquiry.drafts.conflict;
  const text = other.value?.text;

  function choose(which: "this" | "other") {
    drafts.choose(kind, inquiryId, which);
    box.current?.focus();
  }

  return (
    <Alert role="alert" tone="warn">
      <p>{text === undefined ? ended : changed}</p>
      {text !== undefined && (
        <p className="merged-draft" dir="auto" lang={langOf(text)}>
          {text}
        </p>
      )}
      <div className="draft-choice">
        <Button variant="secondary" size="small" onClick={() => choose("other")}>
          {text === undefined ? takeNone : takeOther}
        </Button>
        <Button variant="secondary" size="small" onClick={() => choose("this")}>
          {keepThis}
        </Button>
      </div>
    </Alert>
  );
}
