import { copy, teamCopy } from "#copy/current.ts";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { useCopy } from "#web/ui/buttons/copy-button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/buttons/icon-button.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { UnsavedGuard } from "../forms/unsaved-guard.tsx";

/** A new secret, which the server shows once: until it is copied, it is not left unasked. `use` says what it is for. */
export function FreshSecret({ secret, use }: { secret: string; use: string }) {
  const shown = useRef<HTMLElement>(null);
  const [kept, setKept] = useState<string>();
  const { copy: copyText, isCopied } = useCopy(shown);
  return (
    <>
      <Alert tone="good" className="fresh-secret">
        <p>
          <strong>
            {use} {teamCopy.settings.secret.shownOnce}
          </strong>
        </p>
        <p>
          <code ref={shown} onCopy={() => setKept(secret)}>
            {secret}
          </code>
          <IconButton
            className="copy"
            label={isCopied ? copy.ui.copiedOf(secret) : copy.ui.copyOf(secret)}
            onClick={() => void copyText(secret).then((isKept) => isKept && setKept(secret))}
          >
            <Icon name={isCopied ? "check" : "copy"} />
          </IconButton>
        </p>
      </Alert>
      <UnsavedGuard isChanged={kept !== secret} about={teamCopy.forms.unsaved.shownOnce} />
    </>
  );
}

/** A write-only secret: once set, only its presence shows, with a button to replace it. */
export function SecretField(props: {
  id: string;
  name: string;
  label: string;
  isSet: boolean;
  /** Whether it was encrypted with another key and must be entered again. */
  isUnreadable: boolean;
  error: string | undefined;
  hint?: string | undefined;
  maxLength: number;
}) {
  const { id, name, label, isSet, isUnreadable, hint, maxLength } = props;
  const { error = isUnreadable ? teamCopy.settings.secret.unreadable(label) : undefined } = props;
  const [replacing, setReplacing] = useState(false);
  // A rejection asks for the secret again, and must not clear what is typed then.
  if (error !== undefined && !replacing) setReplacing(true);
  if (isSet && !isUnreadable && !replacing) {
    return (
      <div className="field">
        <span className="field-label" id={`${id}-label`}>
          {label}
        </span>
        <p className="kept-secret">
          <span aria-hidden="true">••••</span> {teamCopy.settings.secret.isSet}
          <Button
            variant="secondary"
            size="small"
            aria-describedby={`${id}-label`}
            onClick={() => {
              // The button that has the focus disappears.
              flushSync(() => setReplacing(true));
              document.getElementById(id)?.focus();
            }}
          >
            {teamCopy.settings.secret.replace}
          </Button>
        </p>
      </div>
    );
  }
  return (
    <Field
      id={id}
      label={label}
      error={error}
      hint={hint}
      input={{
        name,
        type: "password",
        // Keeps password managers from filling in the member's own password.
        autoComplete: "new-password",
        spellCheck: false,
        maxLength,
      }}
    />
  );
}

/** A secret that the server has generated, with a switch to replace it. `isUnreadable` as in `SecretField`. */
export function RenewableSecret({ id, isUnreadable }: { id: string; isUnreadable: boolean }) {
  return (
    <div className="switch-field">
      <span className="field-label" id={`${id}-label`}>
        {teamCopy.settings.secret.label}
      </span>
      {isUnreadable ? (
        <p className="error">{teamCopy.settings.secret.unreadableMade}</p>
      ) : (
        <p className="kept-secret">
          <span aria-hidden="true">••••</span> {teamCopy.settings.secret.isSet}
        </p>
      )}
      <Switch name="newSecret">{teamCopy.settings.secret.replaceIt}</Switch>
    </div>
  );
}
