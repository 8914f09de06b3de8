import { teamCopy } from "#copy/current.ts";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { settingsApi } from "#web/api/settings-api.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { CopyButton } from "#web/ui/buttons/copy-button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Alert } from "#web/ui/messages/alert.tsx";
import { actionFailureText } from "../forms/failure.tsx";
import { exact } from "./server-fields.tsx";

/**
 * The passphrase of backups: the server makes it, it is shown until the owner has stored it, and is then typed back, as
 * `passphrase` and `passphraseProof` of the form.
 */
export function NewPassphrase({ isSet, error }: { isSet: boolean; error: string | undefined }) {
  const words = teamCopy.settings.backups;
  const make = useMutation({ mutationFn: settingsApi.makeBackupPassphrase });
  const [isStored, setStored] = useState(false);
  const shown = useRef<HTMLElement>(null);
  const { data, isPending } = make;

  if (data !== undefined && isStored) {
    return (
      <Field
        id="backups-passphrase"
        label={words.typeBack}
        error={error}
        hint={words.typeBackHint}
        aside={
          <Button variant="quiet" size="small" onClick={() => setStored(false)}>
            {words.showAgain}
          </Button>
        }
        below={<input type="hidden" name="passphraseProof" value={data.proof} />}
        input={{ ...exact, name: "passphrase", maxLength: 200, autoFocus: true }}
      />
    );
  }
  if (data !== undefined) {
    return (
      <Alert tone="warn" className="fresh-secret" role="status">
        <p>
          <strong>
            {words.use} {teamCopy.settings.secret.shownOnce}
          </strong>
        </p>
        <p>
          <code ref={shown}>{data.passphrase}</code>
          <CopyButton text={data.passphrase} shown={shown} />
        </p>
        <p>{words.storeIt}</p>
        <div className="form-actions">
          <Button size="small" onClick={() => setStored(true)}>
            {words.stored}
          </Button>
        </div>
        {/* The passphrase is saved once it was typed back: otherwise somebody could store one that opens nothing. */}
        <input type="hidden" name="passphrase" value="" />
        <input type="hidden" name="passphraseProof" value={data.proof} />
        {error !== undefined && <p className="error">{error}</p>}
      </Alert>
    );
  }
  const problem = make.error === null ? error : actionFailureText(make.error);
  return (
    <div className="field">
      <span className="field-label" id="backups-passphrase-label">
        {words.passphrase}
      </span>
      <p className="kept-secret">
        {isSet && (
          <span>
            <span aria-hidden="true">••••</span> {teamCopy.settings.secret.isSet}
          </span>
        )}
        <Button
          variant="secondary"
          size="small"
          aria-describedby={`backups-passphrase-label backups-passphrase-${problem === undefined ? "hint" : "error"}`}
          busy={isPending}
          onClick={() => make.mutate()}
        >
          {isPending ? words.making : isSet ? words.makeAnother : words.make}
        </Button>
      </p>
      <p className="hint" id="backups-passphrase-hint">
        {words.passphraseHint}
      </p>
      {problem !== undefined && (
        <p className="error" id="backups-passphrase-error">
          {problem}
        </p>
      )}
    </div>
  );
}
