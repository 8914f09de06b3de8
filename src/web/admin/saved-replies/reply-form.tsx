import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { SavedReply } from "#contract/saved-reply.ts";
import { unknownPlaceholders } from "#domain/inquiries/saved-reply.ts";
import { ApiError } from "#web/api/api-client.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { useFocusFirstInvalid } from "#web/ui/use-focus-first-invalid.ts";
import { actionFailureText } from "../forms/failure.tsx";
import { useDiscard } from "../forms/unsaved-guard.tsx";
import { useSaveReply } from "./use-replies.ts";

/** The fields of a saved reply, empty or those of `reply`. Errors show at their fields; everything typed stays. */
export function ReplyForm({ reply, onClose }: { reply?: SavedReply; onClose: () => void }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [title, setTitle] = useState(reply?.title ?? "");
  const [text, setText] = useState(reply?.text ?? "");
  const { mutate, isPending, error } = useSaveReply(reply?.id);
  const errors = error instanceof ApiError ? error.errors : {};
  const unknown = unknownPlaceholders(text);
  const isTyped = title !== (reply?.title ?? "") || text !== (reply?.text ?? "");
  const { leave, question } = useDiscard(isTyped, onClose);

  useFocusFirstInvalid(form, error);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);

  function send(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    mutate({ title, text }, { onSuccess: onClose });
  }

  return (
    <>
      <form
        ref={form}
        className="form"
        aria-label={reply === undefined ? "Add saved reply" : `Edit ${reply.title}`}
        onSubmit={send}
      >
        {error !== null && <Alert role="alert">{actionFailureText(error)}</Alert>}
        <Field
          id={`${id}-title`}
          label="Title"
          error={errors["title"]}
          input={{
            name: "title",
            required: true,
            maxLength: 80,
            autoComplete: "off",
            dir: "auto",
            value: title,
            onChange: (event: { target: { value: string } }) => setTitle(event.target.value),
          }}
        />
        <Field
          id={`${id}-text`}
          label="Text"
          error={errors["text"]}
          hint={
            <>
              {
                "{name}, {reference}, {agent} and {brand} are filled in: the visitor's name, the inquiry's reference, your name and the site's."
              }
              {unknown.length > 0 && (
                <strong className="reply-warning">
                  {unknown.join(", ")} cannot be filled in: please take {unknown.length === 1 ? "it" : "them"} out.
                </strong>
              )}
            </>
          }
          rows={6}
          input={{
            required: true,
            maxLength: 2000,
            dir: "auto",
            value: text,
            onChange: (event: { target: { value: string } }) => setText(event.target.value),
          }}
        />
        <div className="form-actions">
          <SubmitButton busy={isPending} busyText="Saving...">
            Save
          </SubmitButton>
          <Button variant="secondary" onClick={leave}>
            Cancel
          </Button>
        </div>
      </form>
      {question}
    </>
  );
}
