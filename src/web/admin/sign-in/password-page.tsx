import { here, taken } from "#web/page/router.tsx";
import { teamCopy } from "#copy/current.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { SecondFactorNeeded, Session } from "#contract/auth/session.ts";
import { paths } from "#contract/paths.ts";
import "../shell/admin.css";
import { NeedsScripts } from "../shell/admin-area.tsx";
import { buttonClass } from "#web/ui/buttons/button.tsx";
import { ApiError } from "#web/api/api-client.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { useFocusFirstInvalid } from "#web/ui/fields/use-focus-first-invalid.ts";
import { failureText } from "../forms/failure.tsx";
import { SubmitButton } from "#web/ui/buttons/submit-button.tsx";
import { NewPasswordFields, readNewPassword } from "./password-fields.tsx";
import { needsSecondFactor, SecondStep } from "./second-step.tsx";
import { SignInCard, startOf } from "./sign-in.tsx";
import { typedText } from "../forms/typed-text.ts";
import { isWaiting, teamApi } from "#web/api/team-api.ts";
import { filled } from "#web/ui/filled.tsx";

/** `/ContactAdmin/password`: the target of a one-time link. Its token is in the fragment, which browsers never send. */
export function PasswordPage() {
  // Undefined until the fragment is read in the browser; null without a token.
  const [link, setLink] = useState<PasswordLink | null>();

  useEffect(() => {
    const read = () => {
      const found = readLink(location.hash);
      // Removes it from the address bar and the history.
      if (found !== null) {
        taken.hash = location.hash;
        history.replaceState(history.state, "", location.pathname);
      }
      setLink((known) => found ?? known ?? null);
    };
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);

  return (
    <>
      <NeedsScripts />
      <SignInCard title={teamCopy.signIn.setPassword.title}>
        {link === null && (
          <>
            <p>{teamCopy.signIn.setPassword.needsLink}</p>
            <p>
              {filled(teamCopy.signIn.setPassword.otherLink, { command: <code>npm run admin -- reset-password</code> })}
            </p>
            <a className={buttonClass()} href={here(paths.channels)}>
              {teamCopy.signIn.setPassword.goToSignIn}
            </a>
          </>
        )}
        {link && <PasswordForm key={link.token} link={link} />}
      </SignInCard>
    </>
  );
}

function readLink(fragment: string): PasswordLink | null {
  const [, kind, token] = /^#(new|reset)=([\w-]+)$/.exec(fragment) ?? [];
  return token === undefined ? null : { isFirstOwner: kind === "new", token };
}

interface PasswordLink {
  token: string;
  /** The first owner also enters an address. */
  isFirstOwner: boolean;
}

/** Sets the password of a one-time link and signs in, with the second factor if there is one. */
function PasswordForm({ link }: { link: PasswordLink }) {
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ message?: string; errors: Record<string, string> }>();
  const [waits, setWaits] = useState<string>();
  const [second, setSecond] = useState<SecondFactorNeeded>();
  // A new site begins with its set-up.
  const goOn = (session: Session) => location.assign(here(link.isFirstOwner ? paths.setup : startOf(session)));
  const errors = refusal?.errors ?? {};

  useFocusFirstInvalid(form, refusal);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const typed = new FormData(event.currentTarget);
    const chosen = readNewPassword(typed);
    if (!chosen.ok) return setRefusal({ errors: chosen.errors });
    setBusy(true);
    try {
      const { token, isFirstOwner } = link;
      const set = await teamApi.setPassword({
        token,
        password: chosen.password,
        ...(isFirstOwner && { email: typedText(typed, "email") }),
      });
      if (isWaiting(set)) setWaits(set.message);
      else if (needsSecondFactor(set)) setSecond(set);
      else goOn(set);
    } catch (error) {
      setBusy(false);
      setRefusal({ message: failureText(error), errors: error instanceof ApiError ? error.errors : {} });
    }
  }

  // The password is set by then: going back leads to the usual sign-in.
  if (second !== undefined)
    return (
      <SecondStep
        lead={teamCopy.signIn.setPassword.isSet}
        needed={second}
        onSignedIn={goOn}
        onBack={() => location.assign(here(paths.channels))}
      />
    );
  if (waits !== undefined)
    return (
      <Alert tone="good" role="status">
        {waits}
      </Alert>
    );
  return (
    // If the browser ever submits the form, a POST keeps the password out of the URL.
    <form ref={form} className="form" method="post" onSubmit={(event) => void send(event)}>
      {refusal?.message !== undefined && <Alert role="alert">{refusal.message}</Alert>}
      {link.isFirstOwner && (
        <Field
          id="owner-email"
          label={teamCopy.signIn.email}
          error={errors["email"]}
          hint={teamCopy.signIn.setPassword.emailHint}
          input={{ name: "email", type: "email", autoComplete: "username", required: true, maxLength: 254 }}
        />
      )}
      <NewPasswordFields label={teamCopy.signIn.password.label} errors={errors} />
      <SubmitButton busy={busy} busyText={teamCopy.signIn.setPassword.busy}>
        {teamCopy.signIn.setPassword.action}
      </SubmitButton>
    </form>
  );
}
