import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import { paths } from "#contract/paths.ts";
import { providerPaths } from "#contract/further-paths.ts";
import { here } from "#web/page/router.tsx";
import { ApiError } from "#web/api/api-client.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button, buttonClass } from "#web/ui/buttons/button.tsx";
import { Dialog } from "#web/ui/panels/dialog.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { useFocusFirstInvalid } from "#web/ui/fields/use-focus-first-invalid.ts";
import { securityApi } from "#web/api/security-api.ts";
import { failureText, isSignedOut } from "../forms/failure.tsx";
import { askForPasskey, canUsePasskeys } from "../security/passkey.ts";
import { useSecondFactor } from "../security/use-second-factor.ts";
import { PasswordField } from "../sign-in/password-fields.tsx";
import { typedText } from "../forms/typed-text.ts";
import type { Credential, StepUpQuestion } from "./step-up-prompt.ts";

/**
 * The step-up dialog: asks for the second factor if there is one, otherwise for the password; closed without a prompt.
 * Closing it keeps everything typed below it.
 */
export function StepUpDialog(props: { question: StepUpQuestion | undefined; email: string; onSignedOut: () => void }) {
  const { question, email, onSignedOut } = props;
  return (
    <Dialog
      open={question !== undefined}
      onClose={() => question?.leave()}
      title={teamCopy.security.stepUp.title}
      id="step-up-title"
    >
      {question !== undefined && <StepUpForm question={question} email={email} onSignedOut={onSignedOut} />}
    </Dialog>
  );
}

function StepUpForm(props: { question: StepUpQuestion; email: string; onSignedOut: () => void }) {
  const { question, email, onSignedOut } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState<"typed" | "passkey">();
  const factors = useSecondFactor();
  const hasPasskey = (factors.data?.passkeys.length ?? 0) > 0;
  const offersPasskey = hasPasskey && canUsePasskeys();
  const [refusal, setRefusal] = useState<unknown>();
  const isExternal = factors.data?.isExternal === true;
  const errors = refusal instanceof ApiError ? refusal.errors : {};
  const hasCodes = factors.data?.hasCodes === true;
  // The server says so too, if the member's methods could not be loaded or have changed since.
  const hasFactor = hasPasskey || hasCodes || errors["code"] !== undefined;
  const field = hasFactor ? "code" : "password";
  const atField = errors[field];

  useFocusFirstInvalid(form, refusal, `[name=${field}]`, true);
  // The field is rendered once the method is known.
  useEffect(() => {
    if (!factors.isPending && !hasPasskey) form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
  }, [factors.isPending, hasPasskey, field]);

  async function stepUp(method: "typed" | "passkey", make: () => Credential | Promise<Credential>) {
    if (busy !== undefined) return;
    setBusy(method);
    try {
      await question.send(await make());
    } catch (error) {
      setBusy(undefined);
      setRefusal(error);
      if (isSignedOut(error)) onSignedOut();
    }
  }

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // The server says whether the other tab was successful, when the call is repeated.
    if (isExternal) return question.answer(true);
    const typed = typedText(new FormData(event.currentTarget), field);
    void stepUp("typed", () => (hasFactor ? { code: typed } : { password: typed }));
  }

  return (
    // If the browser ever submits the form, a POST keeps the password out of the URL.
    <form ref={form} className="form" method="post" onSubmit={send}>
      <p>
        {question.action === undefined
          ? teamCopy.security.stepUp.about
          : teamCopy.security.stepUp.aboutTo(question.action)}{" "}
        {teamCopy.security.stepUp.kept}
      </p>
      {refusal !== undefined && atField === undefined && <Alert role="alert">{failureText(refusal)}</Alert>}
      {offersPasskey && (
        <Button
          busy={busy === "passkey"}
          onClick={() =>
            void stepUp("passkey", async () => ({ passkey: await askForPasskey(await securityApi.stepUpRequest()) }))
          }
        >
          {busy === "passkey" ? teamCopy.security.stepUp.waiting : teamCopy.security.stepUp.passkey}
        </Button>
      )}
      {/* Read by password managers. */}
      <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
      {factors.isPending ? (
        <Spinner text={teamCopy.security.stepUp.loading} />
      ) : isExternal ? (
        <>
          <a
            className={buttonClass()}
            href={`${providerPaths.stepUp}?${new URLSearchParams({ to: here(paths.security) }).toString()}`}
            target="_blank"
            rel="noopener"
          >
            {teamCopy.signIn.provider.confirm}
          </a>
          <p className="hint">{teamCopy.signIn.provider.confirmHint}</p>
        </>
      ) : hasFactor ? (
        <Field
          key="code"
          id={`${id}-code`}
          label={hasCodes ? teamCopy.security.stepUp.code : teamCopy.security.stepUp.recoveryCode}
          hint={hasCodes ? teamCopy.security.stepUp.codeHint : teamCopy.security.stepUp.recoveryCodeHint}
          error={atField}
          input={{ name: "code", autoComplete: "one-time-code", autoCapitalize: "none", required: true }}
        />
      ) : (
        <PasswordField
          key="password"
          id={`${id}-password`}
          label={teamCopy.security.stepUp.password}
          error={atField}
          input={{ name: "password", autoComplete: "current-password", required: true }}
        />
      )}
      <div className="form-actions">
        <Button variant="secondary" onClick={question.leave}>
          {teamCopy.forms.cancel}
        </Button>
        <Button type="submit" variant={offersPasskey || isExternal ? "secondary" : undefined} busy={busy === "typed"}>
          {busy === "typed" ? teamCopy.security.stepUp.checking : teamCopy.security.stepUp.goOn}
        </Button>
      </div>
    </form>
  );
}
