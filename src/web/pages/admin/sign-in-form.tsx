import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { Member } from "#contract/session.ts";
import { ApiError } from "../../api-client.ts";
import { TextField } from "../../components/text-field.tsx";
import { failureText } from "./failure-text.ts";
import { SubmitButton } from "./submit-button.tsx";
import { typedText } from "./typed-text.ts";
import { useTakenOver } from "../../components/use-taken-over.ts";
import { teamApi } from "../../team-api.ts";

interface Refusal {
  message: string;
  errors: Record<string, string>;
}

/** Asks for a member's address and password. A refused try keeps the address and has the focus at what to correct. */
export function SignInForm({ email, onSignedIn }: { email?: string; onSignedIn: (member: Member) => void }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  // The server's own form cannot be sent: before scripts have taken over, the browser would send it its own way.
  const ready = useTakenOver();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const errors = refusal?.errors ?? {};

  useEffect(() => {
    if (refusal === undefined) return;
    form.current?.querySelector<HTMLInputElement>("[aria-invalid], [name=password]")?.select();
  }, [refusal]);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const typed = new FormData(event.currentTarget);
    setBusy(true);
    try {
      const { member } = await teamApi.signIn(typedText(typed, "email"), typedText(typed, "password"));
      onSignedIn(member);
    } catch (error) {
      setBusy(false);
      setRefusal({ message: failureText(error), errors: error instanceof ApiError ? error.errors : {} });
    }
  }

  return (
    // Should the browser ever send it by itself, a post keeps the password out of the address.
    <form ref={form} className="form" method="post" onSubmit={(event) => void send(event)}>
      {refusal !== undefined && (
        <p className="refusal" role="alert">
          {refusal.message}
        </p>
      )}
      <TextField
        id={`${id}-email`}
        label="Email"
        error={errors["email"]}
        input={{
          name: "email",
          type: "email",
          autoComplete: "username",
          required: true,
          maxLength: 254,
          defaultValue: email,
        }}
      />
      <TextField
        id={`${id}-password`}
        label="Password"
        error={errors["password"]}
        input={{ name: "password", type: "password", autoComplete: "current-password", required: true }}
      />
      {ready ? (
        <SubmitButton busy={busy} busyText="Signing in...">
          Sign in
        </SubmitButton>
      ) : (
        <button className="button" type="submit" disabled>
          Sign in
        </button>
      )}
    </form>
  );
}
