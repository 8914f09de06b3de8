import { type FormEvent, type ReactNode, useRef, useState } from "react";
import type { SavedReply, SavedReplyInput } from "#contract/saved-reply.ts";
import { unknownPlaceholders } from "#domain/inquiries/saved-reply.ts";
import { ApiError } from "#web/api/api-client.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Field } from "#web/ui/field.tsx";
import { useFocusFirstInvalid } from "#web/ui/use-focus-first-invalid.ts";
import { actionFailureText } from "../shell/failure.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { typedText } from "../shell/typed-text.ts";

/** The fields of a saved reply, empty or those of `reply`. Errors show at their fields; everything typed stays. */
export function ReplyForm(props: {
  id: string;
  reply?: SavedReply;
  save: (reply: SavedReplyInput) => Promise<unknown>;
  onSaved: () => void;
  children?: ReactNode;
}) {
  const { id, reply, save, onSaved, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(reply?.text ?? "");
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ text: string; errors: Record<string, string> }>();
  const unknown = unknownPlaceholders(text);

  useFocusFirstInvalid(form, refusal);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const title = typedText(new FormData(event.currentTarget), "title");
    setBusy(true);
    try {
      await save({ title, text });
      onSaved();
    } catch (error) {
      setRefusal({ text: actionFailureText(error), errors: error instanceof ApiError ? error.errors : {} });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form ref={form} id={id} className="form" onSubmit={(event) => void send(event)}>
      {refusal !== undefined && <Alert>{refusal.text}</Alert>}
      <Field
        id={`${id}-title`}
        label="Title"
        error={refusal?.errors["title"]}
        input={{
          name: "title",
          required: true,
          maxLength: 80,
          autoComplete: "off",
          dir: "auto",
          defaultValue: reply?.title,
        }}
      />
      <Field
        id={`${id}-text`}
        label="Text"
        error={refusal?.errors["text"]}
        hint={
          <>
            {"{name} and {reference} are filled in with the inquiry's own."}
            {unknown.length > 0 && (
              <strong className="reply-warning">
                {unknown.join(", ")} {unknown.length === 1 ? "is" : "are"} not filled in: it would be sent as it stands.
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
        <SubmitButton busy={busy} busyText="Saving...">
          Save
        </SubmitButton>
        {children}
      </div>
    </form>
  );
}
