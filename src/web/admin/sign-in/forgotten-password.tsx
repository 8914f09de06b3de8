import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError } from "#web/api/api-client.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { useFocusFirstInvalid } from "#web/ui/use-focus-first-invalid.ts";
import { failureText } from "../shell/failure.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { typedText } from "../shell/typed-text.ts";
import { teamApi } from "#web/api/team-api.ts";

type State = { name: "open" | "busy" } | { name: "sent"; message: string } | { name: "refused"; error: unknown };

/** Requests a one-time link by email. */
export function ForgottenPassword({ onBack }: { onBack: () => void }) {
  const [state, setState] = useState<State>({ name: "open" });
  const form = useRef<HTMLFormElement>(null);
  const errors = state.name === "refused" && state.error instanceof ApiError ? state.error.errors : {};

  useFocusFirstInvalid(form, state.name === "refused" ? state : undefined, "input");
  // The button that opened it is gone.
  useEffect(() => form.current?.querySelector("input")?.focus(), []);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state.name === "busy") return;
    const email = typedText(new FormData(event.currentTarget), "email");
    setState({ name: "busy" });
    try {
      setState({ name: "sent", message: (await teamApi.resetPassword(email)).message });
    } catch (error) {
      setState({ name: "refused", error });
    }
  }

  return (
    <form ref={form} className="form" method="post" onSubmit={(event) => void send(event)}>
      <h2>Forgot your password?</h2>
      {state.name === "refused" && <Alert role="alert">{failureText(state.error)}</Alert>}
      <p role="status">{state.name === "sent" && state.message}</p>
      <Field
        id="forgotten-email"
        label="Email"
        error={errors["email"]}
        hint="We send a link to this address, if it is a member's."
        input={{ name: "email", type: "email", autoComplete: "username", required: true, maxLength: 254 }}
      />
      <div className="form-actions">
        <SubmitButton busy={state.name === "busy"} busyText="Sending...">
          Send me a link
        </SubmitButton>
        <Button variant="secondary" onClick={onBack}>
          Back to sign in
        </Button>
      </div>
    </form>
  );
}
