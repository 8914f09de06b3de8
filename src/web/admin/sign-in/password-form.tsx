import { type FormEvent, useEffect, useRef, useState } from "react";
import { passwordLimits } from "#domain/password.ts";
import { ApiError } from "#web/api/api-client.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { paths } from "#contract/paths.ts";
import { failureText } from "../shell/failure-text.ts";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { type SecondFactorNeeded, secondFactorNeeded } from "./second-factor-needed.ts";
import { SecondStep } from "./second-step.tsx";
import { typedText } from "../shell/typed-text.ts";
import { teamApi } from "#web/api/team-api.ts";

export interface PasswordLink {
  token: string;
  /** The first owner also enters an address. */
  isFirstOwner: boolean;
}

const goOn = () => location.assign(paths.channels);

/** Sets the password of a one-time link and signs in, with the second factor if there is one. */
export function PasswordForm({ link }: { link: PasswordLink }) {
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ message?: string; errors: Record<string, string> }>();
  const [second, setSecond] = useState<SecondFactorNeeded>();
  const errors = refusal?.errors ?? {};

  useEffect(() => {
    if (refusal !== undefined) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [refusal]);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const typed = new FormData(event.currentTarget);
    const password = typedText(typed, "password");
    if (password !== typedText(typed, "repeated")) {
      setRefusal({ errors: { repeated: "This is not the same password." } });
      return;
    }
    setBusy(true);
    try {
      const { token, isFirstOwner } = link;
      await teamApi.setPassword({ token, password, ...(isFirstOwner && { email: typedText(typed, "email") }) });
      goOn();
    } catch (error) {
      setBusy(false);
      const needed = secondFactorNeeded(error);
      if (needed !== undefined) return setSecond(needed);
      setRefusal({ message: failureText(error), errors: error instanceof ApiError ? error.errors : {} });
    }
  }

  // The password is set by then: going back leads to the usual sign-in.
  if (second !== undefined)
    return <SecondStep lead="Your new password is set." needed={second} onSignedIn={goOn} onBack={goOn} />;
  const password = { type: "password", autoComplete: "new-password", required: true } as const;
  return (
    // If the browser ever submits the form, a POST keeps the password out of the URL.
    <form ref={form} className="form" method="post" onSubmit={(event) => void send(event)}>
      {refusal?.message !== undefined && (
        <p className="refusal" role="alert">
          {refusal.message}
        </p>
      )}
      {link.isFirstOwner && (
        <TextField
          id="owner-email"
          label="Email"
          error={errors["email"]}
          hint="You will sign in with it."
          input={{ name: "email", type: "email", autoComplete: "username", required: true, maxLength: 254 }}
        />
      )}
      <TextField
        id="new-password"
        label="Password"
        error={errors["password"]}
        hint={`At least ${passwordLimits.min} characters. A few words in a row are easy to keep and hard to guess.`}
        input={{ ...password, name: "password", minLength: passwordLimits.min }}
      />
      <TextField
        id="repeated-password"
        label="Repeat the password"
        error={errors["repeated"]}
        input={{ ...password, name: "repeated" }}
      />
      <SubmitButton busy={busy} busyText="Setting...">
        Set the password
      </SubmitButton>
    </form>
  );
}
