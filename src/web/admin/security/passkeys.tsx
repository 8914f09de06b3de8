import { type FormEvent, useId, useRef, useState } from "react";
import type { Passkey } from "#contract/second-factor.ts";
import { securityApi } from "#web/api/security-api.ts";
import { ConfirmedChange } from "../forms/confirmed-change.tsx";
import { useDateWords } from "../shell/dates.ts";
import { useSecondFactorChange } from "./use-second-factor.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ApiError } from "#web/api/api-client.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Field } from "#web/ui/field.tsx";
import { useFocusFirstInvalid } from "#web/ui/use-focus-first-invalid.ts";
import { actionFailureText } from "../forms/failure.tsx";
import { makePasskey } from "./passkey.ts";
import { SecurityCard } from "./security-card.tsx";
import { typedText } from "../forms/typed-text.ts";

/** The member's passkeys, with buttons to add and remove them. */
export function Passkeys(props: {
  passkeys: readonly Passkey[];
  /** Why there can be none here. */
  why: string | null;
  /** Whether the member has no second factor yet. */
  isFirst: boolean;
  onCodes: (codes: readonly string[]) => void;
}) {
  const { passkeys, why, isFirst, onCodes } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<Passkey>();
  const remove = useSecondFactorChange({
    mutationFn: securityApi.removePasskey,
    done: "Passkey removed",
    failed: "Failed to remove the passkey",
  });

  return (
    <SecurityCard
      id="passkeys"
      title="Passkeys"
      heading={heading}
      badge={<Badge tone={passkeys.length > 0 ? "good" : undefined}>{passkeys.length > 0 ? "On" : "Off"}</Badge>}
      about="Your finger, face or PIN on your own device signs you in, even without the password. A look-alike site gets
        nothing from it."
    >
      {passkeys.length > 0 && (
        <ul className="security-list" aria-labelledby="passkeys-title">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setAsked(passkey)} />
          ))}
        </ul>
      )}
      {why === null ? <AddPasskey isFirst={isFirst} onCodes={onCodes} /> : <p className="hint">{why}</p>}
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
        <strong>{asked?.name}</strong> will no longer sign you in. Your device may still offer it: remove it there, too.
      </ConfirmedChange>
    </SecurityCard>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, createdAt, usedAt } = passkey;
  const { full } = useDateWords();
  return (
    <li>
      <div>
        <h3>{name}</h3>
        <p className="hint">
          Added {full(createdAt)}, {usedAt === null ? "not used yet" : `last used ${full(usedAt)}`}
        </p>
      </div>
      <Button variant="secondary" size="small" aria-label={`Remove: ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}

/** Adds a passkey of a device or a security key. `onCodes` gets the recovery codes that come with the first factor. */
function AddPasskey({ isFirst, onCodes }: { isFirst: boolean; onCodes: (codes: readonly string[]) => void }) {
  const form = useRef<HTMLFormElement>(null);
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

  return (
    <form ref={form} className="security-add" onSubmit={send}>
      {error !== null && atField === undefined && <Alert role="alert">{actionFailureText(error)}</Alert>}
      <Field
        id={`${id}-name`}
        label="Name of a new passkey"
        error={atField}
        hint="The phone, computer or key that it is on, so that you recognise it."
        input={{ name: "name", type: "text", autoComplete: "off", required: true, maxLength: 60 }}
      />
      <Button type="submit" variant={isFirst ? undefined : "secondary"} busy={isPending}>
        {isPending ? "Waiting for the passkey..." : "Add a passkey"}
      </Button>
    </form>
  );
}
