import { type FormEvent, useId, useState } from "react";
import type { InquiryDetail } from "#contract/inbox.ts";
import { ApiError } from "../../../api-client.ts";
import { TextField } from "../../../components/text-field.tsx";
import { useToast } from "../../../components/toast.tsx";
import { actionFailureText } from "../failure-text.ts";
import { SubmitButton } from "../submit-button.tsx";
import { useDateWords } from "../dates.ts";
import type { Drafts } from "./inquiry-panel.tsx";
import { useAddNote } from "./use-inquiries.ts";

const longest = 4000;

/** What colleagues have noted on an inquiry, and a form for a further note. Visitors never see any of it. */
export function InquiryNotes({ inquiry, drafts }: { inquiry: InquiryDetail; drafts: Drafts }) {
  const id = useId();
  const dates = useDateWords();
  const toast = useToast();
  const add = useAddNote(inquiry.id);
  const [text, setText] = useState(drafts.notes.get(inquiry.id) ?? "");

  function type(typed: string) {
    setText(typed);
    drafts.notes.set(inquiry.id, typed);
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
      <form className="form" onSubmit={send}>
        {error !== null && fieldError === undefined && <p className="refusal">{actionFailureText(error)}</p>}
        <TextField
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
        <div className="form-actions">
          <SubmitButton busy={add.isPending} busyText="Adding...">
            Add note
          </SubmitButton>
        </div>
      </form>
    </section>
  );
}
