import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { ApiError } from "../../../api-client.ts";
import { Modal } from "../../../components/modal.tsx";
import { TextField } from "../../../components/text-field.tsx";
import { securityApi } from "../../../security-api.ts";
import { failureText, isSignedOut } from "../failure-text.ts";
import { askForPasskey, canUsePasskeys } from "../passkeys/passkey.ts";
import { useSecondFactor } from "../security/use-second-factor.ts";
import { SubmitButton } from "../submit-button.tsx";
import { typedText } from "../typed-text.ts";
import type { Proof, ProofQuestion } from "./proof-question.ts";

/** Asks once more for the password, or a passkey; closed where there is no question. Closing it leaves everything typed below it as it is. */
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
  const [busy, setBusy] = useState<"password" | "passkey">();
  const hasPasskey = (useSecondFactor().data?.passkeys.length ?? 0) > 0;
  const [refusal, setRefusal] = useState<unknown>();
  const atField = refusal instanceof ApiError ? refusal.errors["password"] : undefined;

  useEffect(() => {
    if (refusal !== undefined) form.current?.querySelector<HTMLInputElement>("[name=password]")?.select();
  }, [refusal]);

  async function prove(by: "password" | "passkey", make: () => Proof | Promise<Proof>) {
    if (busy !== undefined) return;
    setBusy(by);
    try {
      await question.prove(await make());
    } catch (error) {
      setBusy(undefined);
      setRefusal(error);
      if (isSignedOut(error)) onSignedOut();
    }
  }

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = typedText(new FormData(event.currentTarget), "password");
    void prove("password", () => ({ password }));
  }

  return (
    // Should the browser ever send it by itself, a post keeps the password out of the address.
    <form ref={form} className="form" method="post" onSubmit={send}>
      <p>
        You are about to change where visitors are sent, who may do that, how they sign in, or who is told of it. This
        makes sure that nobody else does it at your screen. What you typed is kept.
      </p>
      {refusal !== undefined && atField === undefined && (
        <p className="refusal" role="alert">
          {failureText(refusal)}
        </p>
      )}
      {hasPasskey && canUsePasskeys() && (
        <button
          type="button"
          className="button"
          aria-disabled={busy === "passkey"}
          onClick={() =>
            void prove("passkey", async () => ({ passkey: await askForPasskey(await securityApi.proofRequest()) }))
          }
        >
          {busy === "passkey" ? "Waiting for the passkey..." : "Use a passkey"}
        </button>
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
        <SubmitButton busy={busy === "password"} busyText="Checking...">
          Continue
        </SubmitButton>
        <button type="button" className="button quiet" onClick={question.leave}>
          Cancel
        </button>
      </div>
    </form>
  );
}
