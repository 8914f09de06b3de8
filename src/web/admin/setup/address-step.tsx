import { Fragment, type ReactNode, useRef, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import { ApiError } from "#web/api/api-client.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { useCopy } from "#web/ui/buttons/copy-button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Alert } from "#web/ui/messages/alert.tsx";
import { actionFailureText, LoadFailure } from "../forms/failure.tsx";
import { useSaveSettings, useSettings } from "../settings/use-settings.ts";

const exampleDomain = "desk.example.com";

/**
 * Step for the site's address. If https works, one press takes the address; elsewhere a command on the server brings
 * both.
 */
export function AddressStep({ other }: { other: ReactNode }) {
  return location.protocol === "https:" ? <TakeAddress other={other} /> : <ServeHttps other={other} />;
}

function TakeAddress({ other }: { other: ReactNode }) {
  const words = teamCopy.setup.address;
  const { origin, host } = location;
  const settings = useSettings();
  const save = useSaveSettings();
  const { error, isPending } = save;
  const problem = error instanceof ApiError ? error.errors["publicAddress.url"] : undefined;
  if (settings.data === undefined && settings.isError)
    return <LoadFailure what={teamCopy.settings.what} query={settings} />;
  return (
    <>
      <p>{words.works}</p>
      {error !== null && <Alert role="alert">{problem ?? actionFailureText(error)}</Alert>}
      <div className="form-actions">
        <Button
          busy={isPending || settings.data === undefined}
          onClick={() => save.mutate({ publicAddress: { url: origin } })}
        >
          {isPending ? teamCopy.forms.saving : words.use(host)}
        </Button>
        {other}
      </div>
    </>
  );
}

function ServeHttps({ other }: { other: ReactNode }) {
  const words = teamCopy.setup.address;
  const [typed, setTyped] = useState("");
  const shown = useRef<HTMLElement>(null);
  const { copy: copyText, isCopied } = useCopy(shown);
  const command = `npm run install-service -- --domain ${domainIn(typed) ?? exampleDomain}`;
  return (
    <>
      <p>{words.command}</p>
      <Field
        id="setup-domain"
        label={words.domain}
        hint={words.domainHint}
        input={{
          value: typed,
          placeholder: exampleDomain,
          inputMode: "url",
          autoComplete: "off",
          autoCapitalize: "none",
          spellCheck: false,
          onChange: ({ target }) => setTyped(target.value),
        }}
      />
      <p className="code-block setup-command">
        <code ref={shown}>
          {/* The command wraps between its words alone, not within `--domain`. */}
          {command.split(" ").map((word) => (
            <Fragment key={word}>
              <span>{word}</span>{" "}
            </Fragment>
          ))}
        </code>
      </p>
      <p className="hint">{words.after}</p>
      <div className="form-actions">
        <Button onClick={() => void copyText(command)}>{isCopied ? words.copied : words.copy}</Button>
        {other}
      </div>
    </>
  );
}

/** The domain in what was typed or pasted, such as an address of the site; undefined if there is none. */
function domainIn(typed: string): string | undefined {
  try {
    const { hostname } = new URL(`https://${typed.trim().replace(/^https?:\/\//i, "")}`);
    return hostname.includes(".") ? hostname : undefined;
  } catch {
    return undefined;
  }
}
