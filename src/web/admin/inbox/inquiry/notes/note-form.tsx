import { teamCopy } from "#copy/current.ts";
import { type FormEvent, type RefObject, useId, useState } from "react";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import { ApiError } from "#web/api/api-client.ts";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { useMember } from "#web/admin/shell/member.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { SubmitButton } from "#web/ui/buttons/submit-button.tsx";
import { useToast } from "#web/ui/messages/toast.tsx";
import { usePeople } from "../../list/use-inquiries.ts";
import { DraftLine, LengthLine, replaceIn } from "../drafts/draft-box.tsx";
import type { Drafts } from "../drafts/drafts.ts";
import { MentionBox } from "./mention-box.tsx";
import { mentionedIds } from "./mentions.ts";
import { useAddNote, useIsAddingNote } from "./use-add-note.ts";

const longestNote = 4000;

/** A note for the team. Visitors never see it. */
export function NoteForm(props: {
  inquiry: InquiryDetail;
  drafts: Drafts;
  box: RefObject<HTMLTextAreaElement | null>;
}) {
  const { inquiry, drafts, box } = props;
  const id = useId();
  const toast = useToast();
  // Also if another inquiry is open by then: its draft goes, and a failure is said.
  const add = useAddNote(inquiry.id, {
    onAdded() {
      toast("success", teamCopy.inquiry.notes.added);
      drafts.drop("note", inquiry.id);
    },
    onFailed: () => toast("error", teamCopy.inquiry.notes.notAdded),
  });
  const me = useMember();
  const { data: team = [] } = usePeople();
  const people = team.filter(({ id: memberId }) => memberId !== me.id);
  const isAdding = useIsAddingNote(inquiry.id);
  const [wasAdding, setWasAdding] = useState(isAdding);
  const [text, setText] = useState(() => drafts.read("note", inquiry.id) ?? "");
  if (wasAdding !== isAdding) {
    setWasAdding(isAdding);
    // Once added, its draft is gone; also if the form that sent it is.
    if (!isAdding) setText(drafts.read("note", inquiry.id) ?? "");
  }

  function type(typed: string) {
    setText(typed);
    if (typed === "") drafts.drop("note", inquiry.id);
    else drafts.keep("note", inquiry.id, typed);
  }

  function send(event: FormEvent) {
    event.preventDefault();
    if (isAdding) return;
    if (text.length > longestNote) {
      box.current?.focus();
      return;
    }
    add.mutate({ text, mentions: mentionedIds(text, people) });
  }

  const { error } = add;
  const fieldError = error instanceof ApiError ? (error.errors["text"] ?? error.errors["mentions"]) : undefined;
  return (
    <form onSubmit={send}>
      {error !== null && (
        <Alert role="alert" id={`${id}-error`}>
          {fieldError ?? actionFailureText(error)}
        </Alert>
      )}
      <MentionBox
        people={people}
        box={box}
        aria-label={teamCopy.inquiry.notes.label}
        aria-invalid={fieldError !== undefined || text.length > longestNote || undefined}
        aria-describedby={fieldError === undefined ? undefined : `${id}-error`}
        placeholder={teamCopy.inquiry.notes.placeholder}
        required
        readOnly={isAdding}
        value={text}
        onType={type}
        onSend={() => box.current?.form?.requestSubmit()}
      />
      <LengthLine text={text} limit={longestNote} />
      <div className="composer-actions">
        <DraftLine
          savedAt={drafts.savedAt("note", inquiry.id)}
          onDiscard={() => replaceIn(box.current, [0, text.length], "")}
        />
        <SubmitButton busy={isAdding} busyText={teamCopy.inquiry.notes.adding}>
          {teamCopy.inquiry.notes.add}
        </SubmitButton>
      </div>
    </form>
  );
}
