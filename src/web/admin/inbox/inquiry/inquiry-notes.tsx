import { type FormEvent, useId, useState } from "react";
import type { InquiryDetail } from "#contract/inbox.ts";
import { ApiError } from "#web/api/api-client.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Field } from "#web/ui/field.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { actionFailureText } from "#web/admin/shell/failure.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { useDateWords } from "#web/admin/shell/dates.ts";
import type { Drafts } from "./drafts.ts";
import { DraftLine } from "./draft-line.tsx";
import { useAddNote } from "../list/use-inquiries.ts";

const longest = 4000;

/** The team's notes on an inquiry, and a form for another. Visitors never see them. */
export function InquiryNotes({ inquiry, drafts }: { inquiry: InquiryDetail; drafts: Drafts }) {
  const id = useId();
  const dates = useDateWords();
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
    <section className="inquiry-notes" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>Internal notes</h3>
      {inquiry.notes.length > 0 && (
        <ol>
          {inquiry.notes.map((note) => (
            <li key={note.id}>
              <p className="note-text" dir="auto">
                {note.text}
              </p>
              <p className="hint">
                {note.author?.email ?? "Somebody who is no longer in the team"},{" "}
                <time dateTime={note.createdAt}>{dates.full(note.createdAt)}</time>
              </p>
            </li>
          ))}
        </ol>
      )}
      {/* Nothing is added in the bin; a draft stays. */}
      <form className="form" hidden={inquiry.binned !== null} onSubmit={send}>
        {error !== null && fieldError === undefined && <Alert>{actionFailureText(error)}</Alert>}
        <Field
          id={`${id}-text`}
          label="New note"
          hint="Only the team sees it."
          error={fieldError}
          rows={3}
          input={{
            required: true,
            maxLength: longest,
            dir: "auto",
            value: text,
            onChange: (event: { target: { value: string } }) => type(event.target.value),
          }}
        />
        <DraftLine
          isKept={drafts.isKept("note", inquiry.id)}
          onDiscard={() => {
            type("");
            document.getElementById(`${id}-text`)?.focus();
          }}
        />
        <div className="form-actions">
          <SubmitButton busy={add.isPending} busyText="Adding...">
            Add note
          </SubmitButton>
        </div>
      </form>
    </section>
  );
}
