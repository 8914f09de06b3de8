import { type FormEvent, type KeyboardEvent, type RefObject, useId, useRef, useState } from "react";
import type { InquiryDetail } from "#contract/inbox.ts";
import { ApiError } from "#web/api/api-client.ts";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { AdminIcon } from "#web/admin/shell/icons.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { joined } from "#web/ui/joined.ts";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { tabPanel, Tabs } from "#web/ui/tabs.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { useAddNote } from "../list/use-inquiries.ts";
import type { InquiryActions } from "../use-changes.ts";
import { AnswerForm } from "./answer-form.tsx";
import { DraftBox, replaceIn } from "./draft-box.tsx";
import type { Drafts } from "./drafts.ts";

export type ComposerTab = "answer" | "note";

const longestNote = 4000;

/** Where a member writes an answer or a note; below the conversation, always in view. */
export function Composer(props: {
  inquiry: InquiryDetail;
  actions: InquiryActions;
  drafts: Drafts;
  tab: ComposerTab;
  onTab: (tab: ComposerTab) => void;
  /** The text of each tab, for the inbox's keys. */
  boxes: Record<ComposerTab, RefObject<HTMLTextAreaElement | null>>;
  onNext: (() => void) | undefined;
  /** Leaves the text, which stays as a draft. */
  onLeave: () => void;
}) {
  const { inquiry, actions, drafts, tab, onTab, boxes, onNext, onLeave } = props;
  const id = useId();
  const answerPanel = useRef<HTMLDivElement>(null);
  const name = (of: ComposerTab, text: string) => (
    <>
      {of === "answer" ? <Icon name="chat" /> : <AdminIcon name="note" />}
      {text}
      {of !== tab && drafts.savedAt(of, inquiry.id) !== undefined && <span className="tab-draft">draft</span>}
    </>
  );

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    onLeave();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Hears the keys of its fields.
    <div className={joined("composer", tab)} onKeyDown={onKeyDown}>
      <Tabs
        id={id}
        label="What to write"
        tabs={[
          { name: "answer", label: name("answer", "Answer") },
          { name: "note", label: name("note", "Note") },
        ]}
        chosen={tab}
        onChoose={onTab}
      />
      <div {...tabPanel(id, "answer", tab)} ref={answerPanel} tabIndex={-1}>
        <AnswerForm
          inquiry={inquiry}
          actions={actions}
          drafts={drafts}
          box={boxes.answer}
          heir={answerPanel}
          onNext={onNext}
        />
      </div>
      <div {...tabPanel(id, "note", tab)}>
        <NoteForm inquiry={inquiry} drafts={drafts} box={boxes.note} />
      </div>
    </div>
  );
}

/** A note for the team. Visitors never see it. */
function NoteForm(props: { inquiry: InquiryDetail; drafts: Drafts; box: RefObject<HTMLTextAreaElement | null> }) {
  const { inquiry, drafts, box } = props;
  const id = useId();
  const toast = useToast();
  const add = useAddNote(inquiry.id);
  const [text, setText] = useState(() => drafts.read("note", inquiry.id) ?? "");

  function type(typed: string) {
    setText(typed);
    if (typed === "") drafts.drop("note", inquiry.id);
    else drafts.keep("note", inquiry.id, typed);
  }

  function send(event: FormEvent) {
    event.preventDefault();
    if (add.isPending) return;
    add.mutate(text, {
      onSuccess() {
        toast("success", "Note added");
        type("");
      },
      onError: () => toast("error", "Failed to add note"),
    });
  }

  const { error } = add;
  const fieldError = error instanceof ApiError ? error.errors["text"] : undefined;
  return (
    <form onSubmit={send}>
      {error !== null && (
        <Alert role="alert" id={`${id}-error`}>
          {fieldError ?? actionFailureText(error)}
        </Alert>
      )}
      <DraftBox
        box={box}
        aria-label="New note"
        aria-invalid={fieldError !== undefined || undefined}
        aria-describedby={fieldError === undefined ? undefined : `${id}-error`}
        placeholder="Write a note. Only the team sees it."
        required
        maxLength={longestNote}
        value={text}
        savedAt={drafts.savedAt("note", inquiry.id)}
        onType={type}
        onSend={() => box.current?.form?.requestSubmit()}
        onDiscard={() => replaceIn(box.current, [0, text.length], "")}
      />
      <div className="composer-actions">
        <SubmitButton busy={add.isPending} busyText="Adding...">
          Add note
        </SubmitButton>
      </div>
    </form>
  );
}
