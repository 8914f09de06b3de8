import { teamCopy } from "#copy/current.ts";
import { type FormEvent, type ReactNode, useCallback, useEffect, useId, useRef, useState } from "react";
import type { AuthenticationResponse } from "#contract/auth/second-factor.ts";
import type { SecondFactorNeeded, Session } from "#contract/auth/session.ts";
import { ApiError } from "#web/api/api-client.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { useFocusFirstInvalid } from "#web/ui/fields/use-focus-first-invalid.ts";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { securityApi } from "#web/api/security-api.ts";
import { teamApi } from "#web/api/team-api.ts";
import { failureText } from "../forms/failure.tsx";
import { AdminIcon } from "../shell/icons.tsx";
import { askForPasskey, canOfferPasskeys, canUsePasskeys, offerPasskeys, stopOffer } from "../security/passkey.ts";
import { SubmitButton } from "#web/ui/buttons/submit-button.tsx";
import { typedText } from "../forms/typed-text.ts";
import { PasswordField } from "./password-fields.tsx";
import { needsSecondFactor, SecondStep } from "./second-step.tsx";
import { minute } from "#domain/time/durations.ts";

/**
 * Signs a member in: by address and password, with a second factor if the server requires it, or by passkey alone.
 * `children` render below the first step, whose fields are kept during the second.
 */
export function SignInForm(props: { email?: string; onSignedIn: (session: Session) => void; children?: ReactNode }) {
  const { email, onSignedIn, children } = props;
  const [second, setSecond] = useState<{ needed: SecondFactorNeeded; email: string }>();
  /** Why the sign-in has restarted. */
  const [notice, setNotice] = useState<string>();
  return (
    <>
      <div className="sign-in" hidden={second !== undefined}>
        <PasswordStep
          email={email}
          isShown={second === undefined}
          notice={notice}
          onSignedIn={onSignedIn}
          onSecond={(needed, typedEmail) => {
            setNotice(undefined);
            setSecond({ needed, email: typedEmail });
          }}
        />
        {children}
      </div>
      {second !== undefined && (
        <SecondStep
          lead={teamCopy.signIn.passwordAccepted}
          {...second}
          onSignedIn={onSignedIn}
          onBack={(why) => {
            setNotice(why);
            setSecond(undefined);
          }}
        />
      )}
    </>
  );
}

interface Refusal {
  /** Stands above the fields; undefined if it is about one of them. */
  message: string | undefined;
  errors: Record<string, string>;
}

/**
 * Asks for a member's address and password, or a passkey. A rejection keeps what was typed and focuses the field to
 * correct.
 */
function PasswordStep(props: {
  email: string | undefined;
  isShown: boolean;
  /** Why the member is here again; shown until the next attempt. */
  notice: string | undefined;
  onSignedIn: (session: Session) => void;
  onSecond: (needed: SecondFactorNeeded, email: string) => void;
}) {
  const { email, isShown, notice, onSignedIn, onSecond } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  // A server-rendered form is disabled: before hydration the browser would submit it natively.
  const ready = useHydrated();
  const [busy, setBusy] = useState<"password" | "passkey">();
  const [refusal, setRefusal] = useState<Refusal>();
  /** Counts failed passkey requests: each one ends the browser's offer. */
  const [round, setRound] = useState(0);
  const errors = refusal?.errors ?? {};
  const said = refusal?.message ?? notice;

  useFocusFirstInvalid(form, refusal, "[name=password]", true);

  const wasHidden = useRef(false);
  useEffect(() => {
    // The focused element disappeared with the second step.
    if (isShown && wasHidden.current) form.current?.querySelector<HTMLInputElement>("[name=password]")?.select();
    wasHidden.current = !isShown;
  }, [isShown]);

  /** A rejection of what was typed shows at its field. */
  const refuse = useCallback((error: unknown, field?: string) => {
    setBusy(undefined);
    const message = failureText(error);
    const known = error instanceof ApiError ? error : undefined;
    if (field !== undefined && known?.status === 401) setRefusal({ message: undefined, errors: { [field]: message } });
    else setRefusal({ message, errors: known?.errors ?? {} });
  }, []);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy !== undefined) return;
    const typed = new FormData(event.currentTarget);
    setBusy("password");
    try {
      const step = await teamApi.signIn(typedText(typed, "email"), typedText(typed, "password"));
      if (!needsSecondFactor(step)) return onSignedIn(step);
      setBusy(undefined);
      setRefusal(undefined);
      onSecond(step, typedText(typed, "email"));
    } catch (error) {
      refuse(error, "password");
    }
  }

  const signInWith = useCallback(
    async (ask: () => Promise<AuthenticationResponse>) => {
      setBusy("passkey");
      try {
        onSignedIn(await securityApi.signInWithPasskey({ response: await ask() }));
      } catch (error) {
        refuse(error);
        setRound((last) => last + 1);
      }
    },
    [onSignedIn, refuse],
  );

  return (
    // If the browser ever submits the form, a POST keeps the password out of the URL.
    <form ref={form} className="form" method="post" onSubmit={(event) => void send(event)}>
      {said !== undefined && <Alert role="alert">{said}</Alert>}
      {/* A screen reader would miss it at the field, which may have had the focus all along. */}
      {said === undefined && errors["password"] !== undefined && (
        <p className="visually-hidden" role="alert">
          {errors["password"]}
        </p>
      )}
      {(!ready || canUsePasskeys()) && (
        <>
          <Button
            variant="secondary"
            busy={busy === "passkey"}
            disabled={!ready}
            onClick={() => {
              if (busy === undefined) void signInWith(async () => askForPasskey(await securityApi.passkeyRequest()));
            }}
          >
            <AdminIcon name="key" />
            {busy === "passkey" ? teamCopy.signIn.waitingForPasskey : teamCopy.signIn.withPasskey}
          </Button>
          <p className="or">{teamCopy.signIn.or}</p>
        </>
      )}
      <Field
        id={`${id}-email`}
        label={teamCopy.signIn.email}
        error={errors["email"]}
        input={{
          name: "email",
          type: "email",
          // `webauthn`: the browser may offer passkeys here.
          autoComplete: "username webauthn",
          required: true,
          maxLength: 254,
          defaultValue: email,
        }}
      />
      <PasswordField
        id={`${id}-password`}
        label={teamCopy.signIn.password.label}
        error={errors["password"]}
        input={{ name: "password", autoComplete: "current-password", required: true }}
      />
      <SubmitButton busy={busy === "password"} busyText={teamCopy.signIn.signingIn} disabled={!ready}>
        {teamCopy.signIn.title}
      </SubmitButton>
      {ready && isShown && (
        <PasskeyOffer key={round} onChosen={(response) => void signInWith(() => Promise.resolve(response))} />
      )}
    </form>
  );
}

/** The server's challenge is valid for five minutes; a new one is requested before. */
const freshFor = 4 * minute;

/** Offers passkeys in the address field while mounted. No error if the browser cannot: there is a button too. */
function PasskeyOffer({ onChosen }: { onChosen: (response: AuthenticationResponse) => void }) {
  const chosen = useRef(onChosen);
  useEffect(() => {
    chosen.current = onChosen;
  });

  useEffect(() => {
    let isOver = false;
    let since = 0;
    async function offer() {
      since = Date.now();
      if (!(await canOfferPasskeys())) return;
      const request = await securityApi.passkeyRequest();
      if (isOver) return;
      const response = await offerPasskeys(request);
      if (response !== undefined && !isOver) chosen.current(response);
    }
    const quietly = () => void offer().catch(() => undefined);
    // A tab that comes back to the foreground after a while.
    const renew = () => {
      if (!document.hidden && Date.now() - since > freshFor) quietly();
    };
    quietly();
    document.addEventListener("visibilitychange", renew);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", renew);
      void stopOffer().catch(() => undefined);
    };
  }, []);

  return null;
}
