import { useRef, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import type { Passkey } from "#contract/auth/second-factor.ts";
import { securityApi } from "#web/api/security-api.ts";
import { ConfirmedChange } from "../forms/confirmed-change.tsx";
import { useDateFormats } from "../shell/dates.ts";
import { useSecondFactorChange } from "./use-second-factor.ts";
import { Badge } from "#web/ui/messages/badge.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { DraftFrame } from "../forms/draft-form.tsx";
import { actionFailureText } from "../forms/failure.tsx";
import { useDraft } from "../forms/use-draft.ts";
import { deviceName, makePasskey } from "./passkey.ts";
import { SecurityCard } from "./security-card.tsx";
import { typedText } from "../forms/typed-text.ts";
import { filled } from "#web/ui/filled.tsx";

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
    done: teamCopy.security.passkeys.removed,
    confirms: teamCopy.security.confirms.removePasskey,
  });

  return (
    <SecurityCard
      id="passkeys"
      title={teamCopy.security.passkeys.title}
      heading={heading}
      badge={
        <Badge tone={passkeys.length > 0 ? "good" : undefined}>
          {passkeys.length > 0 ? teamCopy.security.on : teamCopy.security.off}
        </Badge>
      }
      about={teamCopy.security.passkeys.about}
    >
      {passkeys.length > 0 && (
        <ul className="security-list" aria-labelledby="passkeys-title">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setAsked(passkey)} />
          ))}
        </ul>
      )}
      {why === null ? (
        <AddPasskey
          isFirst={isFirst}
          proposedName={passkeys.length === 0 ? deviceName(navigator.userAgent) : ""}
          onCodes={onCodes}
        />
      ) : (
        <p className="hint">{why}</p>
      )}
      <ConfirmedChange
        about={asked}
        title={teamCopy.security.passkeys.removeTitle}
        id="remove-passkey"
        action={teamCopy.forms.remove}
        busyAction={teamCopy.forms.removing}
        change={remove}
        input={({ id }) => id}
        onClose={() => setAsked(undefined)}
        onDone={() => heading.current?.focus()}
      >
        {({ name }) => filled(teamCopy.security.passkeys.removeAbout, { name: <strong>{name}</strong> })}
      </ConfirmedChange>
    </SecurityCard>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, createdAt, usedAt } = passkey;
  const { full } = useDateFormats();
  return (
    <li>
      <div>
        <h3>{name}</h3>
        <p className="hint">
          {usedAt === null
            ? teamCopy.security.passkeys.notUsed(full(createdAt))
            : teamCopy.security.passkeys.used(full(createdAt), full(usedAt))}
        </p>
      </div>
      <Button
        variant="secondary"
        size="small"
        aria-label={teamCopy.security.passkeys.removeOf(name)}
        onClick={onRemove}
      >
        {teamCopy.forms.remove}
      </Button>
    </li>
  );
}

/**
 * Adds a passkey of a device or a security key, with a proposed name. `onCodes` gets the recovery codes that come with
 * the first factor.
 */
function AddPasskey(props: { isFirst: boolean; proposedName: string; onCodes: (codes: readonly string[]) => void }) {
  const { isFirst, proposedName, onCodes } = props;
  const draft = useDraft({
    start: {},
    save: useSecondFactorChange({
      mutationFn: async (name: string) => {
        const response = await makePasskey(await securityApi.passkeyCreation());
        return securityApi.addPasskey({ name, response });
      },
      done: teamCopy.security.passkeys.added,
      confirms: teamCopy.security.confirms.addPasskey,
      onResponse: ({ recoveryCodes }) => {
        // The form is not remounted: its button keeps the focus.
        draft.form.current?.reset();
        if (recoveryCodes !== null) onCodes(recoveryCodes);
      },
    }),
    send: (_, { data }) => typedText(data, "name"),
  });
  const { error, isSaving } = draft;
  const atField = draft.errors["name"];

  return (
    <DraftFrame draft={draft} className="security-add" focusFallback="[name=name]">
      {error !== null && atField === undefined && <Alert role="alert">{actionFailureText(error)}</Alert>}
      <Field
        id="passkey-name"
        label={teamCopy.security.passkeys.name}
        error={atField}
        hint={teamCopy.security.passkeys.nameHint}
        input={{
          name: "name",
          type: "text",
          autoComplete: "off",
          required: true,
          maxLength: 60,
          defaultValue: proposedName,
        }}
      />
      <Button type="submit" variant={isFirst ? undefined : "secondary"} busy={isSaving}>
        {isSaving ? teamCopy.security.passkeys.waiting : teamCopy.security.passkeys.add}
      </Button>
    </DraftFrame>
  );
}
