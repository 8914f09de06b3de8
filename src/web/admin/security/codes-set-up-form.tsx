import { type FormEvent, useEffect, useId, useRef } from "react";
import type { CodesSetUp } from "#contract/second-factor.ts";
import { ApiError } from "#web/api/api-client.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Field } from "#web/ui/field.tsx";
import { useFocusFirstInvalid } from "#web/ui/use-focus-first-invalid.ts";
import { securityApi } from "#web/api/security-api.ts";
import { actionFailureText } from "../shell/failure-text.ts";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { typedText } from "../shell/typed-text.ts";
import { QrCode } from "./qr-code.tsx";
import { useSecondFactorChange } from "./use-second-factor.ts";

/**
 * Shows the secret for an authenticator app, and asks for a code; one-time codes are on only after it. `onOn` gets the
 * recovery codes if it is the first factor.
 */
export function CodesSetUpForm(props: {
  setUp: CodesSetUp;
  onCancel: () => void;
  onOn: (recoveryCodes: readonly string[] | null) => void;
}) {
  const { setUp, onCancel, onOn } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<HTMLElement>(null);
  const { mutate, isPending, error } = useSecondFactorChange({
    mutationFn: securityApi.confirmCodes,
    done: "One-time codes are on",
    failed: "Failed to set up one-time codes",
    onResponse: ({ recoveryCodes }) => onOn(recoveryCodes),
  });
  const atField = error instanceof ApiError ? error.errors["code"] : undefined;

  // The button that started it is gone.
  useEffect(() => heading.current?.focus(), []);
  useFocusFirstInvalid(form, error, "[name=code]", true);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    mutate(typedText(new FormData(event.currentTarget), "code"));
  }

  return (
    <form ref={form} className="form" onSubmit={send}>
      <h3 ref={heading} tabIndex={-1}>
        1. Give the secret to your app
      </h3>
      <p>Scan this picture with your authenticator app, or type the secret there.</p>
      <div className="codes-secret">
        <QrCode {...setUp.qr} label="QR code of the secret" />
        <div>
          <p className="field-label" id="codes-secret-label">
            Secret
          </p>
          <p className="codes-secret-text">
            {/* In groups, for typing. */}
            <code ref={shown}>{setUp.secret.match(/.{1,4}/g)?.join(" ")}</code>
            <CopyButton text={setUp.secret} shown={shown} />
          </p>
          <p>
            <a href={setUp.uri}>Open it in an app on this device</a>
          </p>
        </div>
      </div>
      <h3>2. Type the code that it shows</h3>
      {error !== null && atField === undefined && <Alert role="alert">{actionFailureText(error)}</Alert>}
      <Field
        id={`${id}-code`}
        label="Code from your app"
        error={atField}
        input={{
          name: "code",
          type: "text",
          inputMode: "numeric",
          autoComplete: "one-time-code",
          required: true,
          maxLength: 40,
          spellCheck: false,
        }}
      />
      <div className="form-actions">
        <SubmitButton busy={isPending} busyText="Checking...">
          Switch on
        </SubmitButton>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
