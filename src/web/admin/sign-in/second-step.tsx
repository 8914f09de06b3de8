import { type FormEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { teamCopy } from "#copy/current.ts";
import type { FirstStep, SecondFactorNeeded, Session } from "#contract/auth/session.ts";
import { ApiError } from "#web/api/api-client.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { useFocusFirstInvalid } from "#web/ui/fields/use-focus-first-invalid.ts";
import { useFocusOnMount } from "#web/ui/fields/use-focus-on-mount.ts";
import { securityApi } from "#web/api/security-api.ts";
import { failureText } from "../forms/failure.tsx";
import { AdminIcon } from "../shell/icons.tsx";
import { askForPasskey, canUsePasskeys } from "../security/passkey.ts";
import { SubmitButton } from "#web/ui/buttons/submit-button.tsx";
import { typedText } from "../forms/typed-text.ts";

/** Returns whether a right password is not enough to sign in. */
export function needsSecondFactor(step: FirstStep): step is SecondFactorNeeded {
  return "ticket" in step;
}

/** The field for each method. */
const typedWays = {
  code: { inputMode: "numeric", autoComplete: "one-time-code" },
  recovery: { autoComplete: "off", autoCapitalize: "none" },
} as const;

type TypedWay = keyof typeof typedWays;

/** Asks for the second factor, by the member's methods. `onBack` gets the reason if the first step must be repeated. */
export function SecondStep(props: {
  /** The text about the completed first step. */
  lead: string;
  needed: SecondFactorNeeded;
  /** Address of the member who is signing in, if it was typed. */
  email?: string;
  onSignedIn: (session: Session) => void;
  onBack: (why?: string) => void;
}) {
  const { lead, needed, email, onSignedIn, onBack } = props;
  const { ways, ticket } = needed;
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const hasPasskey = ways.includes("passkey");
  const typed = (["code", "recovery"] as const).filter((name) => ways.includes(name));
  const [way, setWay] = useState<TypedWay | undefined>(
    // Passkey users see recovery codes only on request.
    typed[0] === "recovery" && hasPasskey && canUsePasskeys() ? undefined : typed[0],
  );
  const texts = way && teamCopy.signIn.secondStep.ways[way];
  const [busy, setBusy] = useState<"code" | "passkey">();
  const [refusal, setRefusal] = useState<{ text: string; atField: string | undefined }>();

  // The focused element is gone.
  useFocusOnMount(place, "input, .seam ~ button");
  useFocusFirstInvalid(place, refusal, "input", true);

  async function finish(method: "code" | "passkey", signIn: () => Promise<Session>) {
    if (busy !== undefined) return;
    setBusy(method);
    try {
      onSignedIn(await signIn());
    } catch (error) {
      setBusy(undefined);
      if (isTicketOver(error)) return onBack(failureText(error));
      setRefusal({ text: failureText(error), atField: error instanceof ApiError ? error.errors["code"] : undefined });
    }
  }

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = typedText(new FormData(event.currentTarget), "code");
    void finish("code", () => securityApi.finishSignIn({ ticket, code }));
  }

  return (
    <div ref={place} className="form second-step">
      <div className="second-step-head">
        <p>
          {email !== undefined && <strong>{email}</strong>} {lead} {teamCopy.signIn.secondStep.step}
        </p>
        <Button variant="secondary" onClick={() => onBack()}>
          {teamCopy.signIn.secondStep.back}
        </Button>
      </div>
      <div className="seam" aria-hidden="true" />
      <h2>{texts === undefined ? teamCopy.signIn.secondStep.title : texts.title}</h2>
      {refusal !== undefined && refusal.atField === undefined && <Alert role="alert">{refusal.text}</Alert>}
      {hasPasskey && !canUsePasskeys() && <p className="hint">{teamCopy.signIn.secondStep.noSupport}</p>}
      {hasPasskey && canUsePasskeys() && (
        <Button
          variant={way === undefined ? undefined : "secondary"}
          busy={busy === "passkey"}
          onClick={() =>
            void finish("passkey", async () => {
              const response = await askForPasskey(await securityApi.passkeyRequest(ticket));
              return securityApi.signInWithPasskey({ ticket, response });
            })
          }
        >
          <AdminIcon name="key" />
          {busy === "passkey" ? teamCopy.signIn.waitingForPasskey : teamCopy.signIn.secondStep.passkey}
        </Button>
      )}
      {way !== undefined && texts !== undefined && (
        <form key={way} className="form" method="post" onSubmit={send}>
          <Field
            id={`${id}-code`}
            label={texts.label}
            error={refusal?.atField}
            hint={texts.hint}
            input={{
              ...typedWays[way],
              className: way === "code" ? "code-input" : undefined,
              name: "code",
              type: "text",
              required: true,
              maxLength: 40,
              spellCheck: false,
            }}
          />
          <SubmitButton busy={busy === "code"} busyText={teamCopy.signIn.signingIn}>
            {teamCopy.signIn.title}
          </SubmitButton>
        </form>
      )}
      {typed
        .filter((name) => name !== way)
        .map((name) => (
          <Button
            key={name}
            variant="secondary"
            onClick={() => {
              flushSync(() => {
                setRefusal(undefined);
                setWay(name);
              });
              place.current?.querySelector("input")?.focus();
            }}
          >
            {teamCopy.signIn.secondStep.ways[name].other}
          </Button>
        ))}
    </div>
  );
}

function isTicketOver(error: unknown): boolean {
  return error instanceof ApiError && error.errors["ticket"] !== undefined;
}
