import { type FormEvent, useId, useRef, useState } from "react";
import type { Passkey } from "#contract/second-factor.ts";
import { securityApi } from "#web/api/security-api.ts";
import { ConfirmedChange } from "../shell/confirmed-change.tsx";
import { useDateWords } from "../shell/dates.ts";
import { useSecondFactorChange } from "./use-second-factor.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ApiError } from "#web/api/api-client.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Field } from "#web/ui/field.tsx";
import { useFocusFirstInvalid } from "#web/ui/use-focus-first-invalid.ts";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { actionFailureText } from "../shell/failure.tsx";
import { canUsePasskeys, makePasskey, noSupport } from "./passkey.ts";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { typedText } from "../shell/typed-text.ts";

/** The member's passkeys, with buttons to add and remove them. */
export function Passkeys(props: {
  passkeys: readonly Passkey[];
  /** Why this site cannot have passkeys. */
  why: string | null;
  onCodes: (codes: readonly string[]) => void;
}) {
  const { passkeys, why, onCodes } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<Passkey>();
  const remove = useSecondFactorChange({
    mutationFn: securityApi.removePasskey,
    done: "Passkey removed",
    failed: "Failed to remove the passkey",
  });

  return (
    <section className="settings-section" aria-labelledby="passkeys-title">
      <div className="settings-head">
        <h2 id="passkeys-title" ref={heading} tabIndex={-1}>
          Passkeys
        </h2>
        <Badge tone={passkeys.length > 0 ? "good" : undefined}>{passkeys.length > 0 ? "On" : "Off"}</Badge>
      </div>
      <p>
        A finger, a face or a PIN on your own device signs you in, even without the password. A look-alike of this site
        gets nothing from it.
      </p>
      {passkeys.length > 0 && (
        <ul className="team-list" aria-labelledby="passkeys-title">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setAsked(passkey)} />
          ))}
        </ul>
      )}
      <AddPasskey why={why} onCodes={onCodes} />
      <ConfirmedChange
        open={asked !== undefined}
        title="Remove this passkey?"
        id="remove-passkey"
        action="Remove"
        busyAction="Removing..."
        change={remove}
        input={asked?.id ?? ""}
        onClose={() => setAsked(undefined)}
        onDone={() => heading.current?.focus()}
      >
        <strong>{asked?.name}</strong> does not sign you in any more. Your device may still offer it: remove it there,
        too.
      </ConfirmedChange>
    </section>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, createdAt, usedAt } = passkey;
  const { full } = useDateWords();
  return (
    <li className="team-row">
      <div className="team-who">
        <h3>{name}</h3>
        <p>
          Added {full(createdAt)}, {usedAt === null ? "not used yet" : `last used ${full(usedAt)}`}
        </p>
      </div>
      <div className="team-actions">
        <Button variant="danger-outline" aria-label={`Remove: ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}

/**
 * Adds a passkey of this device or of a security key; `why` says why this site cannot have one. `onCodes` gets the
 * recovery codes that come with the first factor.
 */
function AddPasskey(props: { why: string | null; onCodes: (codes: readonly string[]) => void }) {
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
