import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { ApiError } from "../../../api-client.ts";
import { Modal } from "../../../components/modal.tsx";
import { TextField } from "../../../components/text-field.tsx";
import { failureText, isSignedOut } from "../failure-text.ts";
import { SubmitButton } from "../submit-button.tsx";
import { typedText } from "../typed-text.ts";
import type { ProofQuestion } from "./proof-question.ts";

/** Asks for the password once more; closed where there is no question. Closing it leaves everything typed below it as it is. */
export function ProofDialog(props: { question: ProofQuestion | undefined; email: string; onSignedOut: () => void }) {
  const { question, email, onSignedOut } = props;
  return (
    <Modal
      open={question !== undefined}
      onClose={() => question?.leave()}
      title="Please confirm that it is you"
      id="proof-title"
    >
      {question !== undefined && <ProofForm question={question} email={email} onSignedOut={onSignedOut} />}
    </Modal>
  );
}

function ProofForm(props: { question: ProofQuestion; email: string; onSignedOut: () => void }) {
  const { question, email, onSignedOut } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();
  const atField = refusal instanceof ApiError ? refusal.errors["password"] : undefined;

  useEffect(() => {
    if (refusal !== undefined) form.current?.querySelector<HTMLInputElement>("[name=password]")?.select();
  }, [refusal]);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await question.prove(typedText(new FormData(event.currentTarget), "password"));
    } catch (error) {
      setBusy(false);
      setRefusal(error);
      if (isSignedOut(error)) onSignedOut();
    }
  }

  return (
    // Should the browser ever send it by itself, a post keeps the password out of the address.
    <form ref={form} className="form" method="post" onSubmit={(event) => void send(event)}>
      <p>
        You are about to change where visitors are sent, who may do that, or who is told of it. Your password makes sure
        that nobody else does it at your screen. What you typed is kept.
      </p>
      {refusal !== undefined && atField === undefined && (
        <p className="refusal" role="alert">
          {failureText(refusal)}
        </p>
      )}
      {/* For the browser's password manager. */}
      <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
      <TextField
        id={`${id}-password`}
        label="Password"
        error={atField}
        input={{ name: "password", type: "password", autoComplete: "current-password", required: true }}
      />
      <div className="form-actions">
        <SubmitButton busy={busy} busyText="Checking...">
          Continue
        </SubmitButton>
        <button type="button" className="button quiet" onClick={question.leave}>
          Cancel
        </button>
      </div>
    </form>
  );
}
