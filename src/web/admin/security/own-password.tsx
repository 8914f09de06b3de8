import { type FormEvent, useEffect, useRef, useState } from "react";
import { passwordLimits } from "#domain/password.ts";
import { ApiError } from "#web/api/api-client.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { teamApi } from "#web/api/team-api.ts";
import { actionFailureText } from "../shell/failure-text.ts";
import { useMember } from "../shell/signed-in-area.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { typedText } from "../shell/typed-text.ts";
import { useToldChange } from "../shell/use-toasted-mutation.ts";

/** Changes the member's own password; the server first requires the present one or the second factor. */
export function OwnPassword() {
  const { email } = useMember();
  const form = useRef<HTMLFormElement>(null);
  const [repeated, setRepeated] = useState<string>();
  const { mutate, isPending, error } = useToldChange({
    queryKey: ["second-factor", "sessions"],
    mutationFn: teamApi.changePassword,
    done: ({ message }) => message,
    failed: "Failed to change the password",
    onAnswer: () => form.current?.reset(),
  });
  const errors = error instanceof ApiError ? error.errors : {};

  useEffect(() => {
    if (error !== null || repeated !== undefined) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [error, repeated]);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const typed = new FormData(event.currentTarget);
    const password = typedText(typed, "password");
    const isSame = password === typedText(typed, "repeated");
    setRepeated(isSame ? undefined : "This is not the same password.");
    if (isSame) mutate(password);
  }

  const password = { type: "password", autoComplete: "new-password", required: true } as const;
  return (
    <section className="team-part" aria-labelledby="own-password-title">
      <h2 id="own-password-title">Your password</h2>
      <p className="hint">
        You are asked for your present password, or your second factor, before it changes. Your other sessions end.
      </p>
      {/* If the browser ever submits the form, a POST keeps the password out of the URL. */}
      <form ref={form} className="form" method="post" noValidate onSubmit={send}>
        {error !== null && (
          <p className="refusal" role="alert">
            {actionFailureText(error)}
          </p>
        )}
        {/* Tells password managers the account. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <TextField
          id="own-new-password"
          label="New password"
          error={errors["password"]}
          hint={`At least ${passwordLimits.min} characters. A few words in a row are easy to keep and hard to guess.`}
          input={{ ...password, name: "password", minLength: passwordLimits.min }}
        />
        <TextField
          id="own-repeated-password"
          label="Repeat the new password"
          error={repeated}
          input={{ ...password, name: "repeated" }}
        />
        <div className="form-actions">
          <SubmitButton busy={isPending} busyText="Changing...">
            Change the password
          </SubmitButton>
        </div>
      </form>
    </section>
  );
}
