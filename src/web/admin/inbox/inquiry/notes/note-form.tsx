import { teamCopy } from "#copy/current.ts";
import { type FormEvent, type RefObject, useId } from "react";
import { ApiError } from "#web/api/api-client.ts";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { Alert } from "#web/ui/messages/alert.tsx";
import { useInvalid } from "#web/ui/fields/use-invalid.ts";
import { SubmitButton } from "#web/ui/buttons/submit-button.tsx";
import { DraftLine, LengthLine, replaceIn } from "../drafts/draft-box.tsx";
import { MentionBox } from "./mention-box.tsx";
import type { NoteText } from "./use-note.ts";

const maxNoteLength = 4000;

/** A note for the team. Visitors never see it. */
export function NoteForm(props: {
  note: NoteText;
  savedAt: number | undefined;
  box: RefObject<HTMLTextAreaElement | null>;
}) {
  const { note, savedAt, box } = props;
  const { text, people, isAdding, error } = note;
  const id = useId();
  const { problem, watch } = useInvalid(teamCopy.inquiry.notes.label);

  function send(event: FormEvent) {
    event.preventDefault();
    if (isAdding) return;
    if (text.length > maxNoteLength) {
      box.current?.focus();
      return;
    }
    note.add();
  }

  const fieldError = error instanceof ApiError ? (error.errors["text"] ?? error.errors["mentions"]) : undefined;
  const inField = problem ?? fieldError;
  const said = inField ?? (error === null ? undefined : actionFailureText(error));
  return (
    <form onSubmit={send} {...watch}>
      {said !== undefined && (
        <Alert role="alert" id={`${id}-error`}>
          {said}
        </Alert>
      )}
      <MentionBox
        people={people}
        box={box}
        aria-label={teamCopy.inquiry.notes.label}
        aria-invalid={inField !== undefined || text.length > maxNoteLength || undefined}
        aria-describedby={inField === undefined ? undefined : `${id}-error`}
        placeholder={teamCopy.inquiry.notes.placeholder}
        required
        readOnly={isAdding}
        value={text}
        onType={note.type}
        onSend={() => box.current?.form?.requestSubmit()}
      />
      <LengthLine text={text} limit={maxNoteLength} />
      <div className="composer-actions">
        <DraftLine savedAt={savedAt} onDiscard={() => replaceIn(box.current, [0, text.length], "")} />
        <SubmitButton busy={isAdding} busyText={teamCopy.inquiry.notes.adding}>
          {teamCopy.inquiry.notes.add}
        </SubmitButton>
      </div>
    </form>
  );
}
