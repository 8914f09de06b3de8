import { type FormEvent, useId, useRef } from "react";
import { ApiError } from "#web/api/api-client.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Field } from "#web/ui/field.tsx";
import { useFocusFirstInvalid } from "#web/ui/use-focus-first-invalid.ts";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { securityApi } from "#web/api/security-api.ts";
import { actionFailureText } from "../shell/failure-text.ts";
import { canUsePasskeys, makePasskey } from "./passkey.ts";
import { noSupport } from "./passkey-failure.ts";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { typedText } from "../shell/typed-text.ts";
import { useSecondFactorChange } from "./use-second-factor.ts";

/**
 * Adds a passkey of this device or of a security key; `why` says why this site cannot have one. `onCodes` gets the
 * recovery codes that come with the first factor.
 */
export function AddPasskey(props: { why: string | null; onCodes: (codes: readonly string[]) => void }) {
  const { why, onCodes } = props;
  const form = useRef<HTMLFormElement>(null);
  const ready = useHydrated();
  const id = useId();
  const { mutate, isPending, error } = useSecondFactorChange({
    mutationFn: async (name: string) => {
      const response = await makePasskey(await securityApi.passkeyCreation());
      return securityApi.addPasskey({ name, response });
    },
    done: "Passkey added",
    failed: "Failed to add the passkey",
    onResponse: ({ recoveryCodes }) => {
      // The form is not remounted: its button keeps the focus.
      form.current?.reset();
      if (recoveryCodes !== null) onCodes(recoveryCodes);
    },
  });
  const atField = error instanceof ApiError ? error.errors["name"] : undefined;

  useFocusFirstInvalid(form, error, "[name=name]");

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    mutate(typedText(new FormData(event.currentTarget), "name"));
  }

  if (why !== null) return <p className="hint">{why}</p>;
  if (ready && !canUsePasskeys()) return <p className="hint">{noSupport} Most do over https, on a newer system.</p>;
  return (
    <form ref={form} className="form" onSubmit={send}>
      {error !== null && atField === undefined && <Alert role="alert">{actionFailureText(error)}</Alert>}
      <Field
        id={`${id}-name`}
        label="Name of a new passkey"
        error={atField}
        hint="Such as the phone, computer or key that it is on, so that you know it again."
        input={{ name: "name", type: "text", autoComplete: "off", required: true, maxLength: 60 }}
      />
      <SubmitButton busy={isPending} busyText="Waiting for the passkey...">
        Add a passkey
      </SubmitButton>
    </form>
  );
}
