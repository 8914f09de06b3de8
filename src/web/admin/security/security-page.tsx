import { Page } from "../shell/page.tsx";
import "../settings/settings.css";
import "../team/team.css";
import "./security.css";
import { SecondFactorManager } from "./second-factor-manager.tsx";
import { Sessions } from "./sessions.tsx";
import { type FormEvent, useRef, useState } from "react";
import { ApiError } from "#web/api/api-client.ts";
import { Alert } from "#web/ui/alert.tsx";
import { useFocusFirstInvalid } from "#web/ui/use-focus-first-invalid.ts";
import { teamApi } from "#web/api/team-api.ts";
import { actionFailureText } from "../shell/failure.tsx";
import { useMember } from "../shell/member.ts";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { NewPasswordFields, readNewPassword } from "../sign-in/new-password-fields.tsx";
import { useToastedMutation } from "../shell/use-toasted-mutation.ts";

/** `/ContactAdmin/security`: the member's own sign-in methods and sessions. */
export function SecurityPage() {
  return (
    <Page title="Your security">
      <SecondFactorManager />
      <OwnPassword />
      <Sessions />
    </Page>
  );
}

/** Changes the member's own password; the server first requires the present one or the second factor. */
export function OwnPassword() {
  const { email } = useMember();
  const form = useRef<HTMLFormElement>(null);
  const [mismatch, setMismatch] = useState<Record<string, string>>();
  const { mutate, isPending, error } = useToastedMutation({
    queryKey: ["second-factor", "sessions"],
    mutationFn: teamApi.changePassword,
    done: ({ message }) => message,
    failed: "Failed to change the password",
    onResponse: () => form.current?.reset(),
  });
  const errors = { ...(error instanceof ApiError ? error.errors : {}), ...mismatch };

  useFocusFirstInvalid(form, mismatch ?? error);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const chosen = readNewPassword(new FormData(event.currentTarget));
    setMismatch(chosen.ok ? undefined : chosen.errors);
    if (chosen.ok) mutate(chosen.password);
  }

  return (
    <section className="team-part" aria-labelledby="own-password-title">
      <h2 id="own-password-title">Your password</h2>
      <p className="hint">
        You are asked for your present password, or your second factor, before it changes. Your other sessions end.
      </p>
      {/* If the browser ever submits the form, a POST keeps the password out of the URL. */}
      <form ref={form} className="form" method="post" noValidate onSubmit={send}>
        {error !== null && <Alert role="alert">{actionFailureText(error)}</Alert>}
        {/* Tells password managers the account. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordFields label="New password" idPrefix="own-" errors={errors} />
        <div className="form-actions">
          <SubmitButton busy={isPending} busyText="Changing...">
            Change the password
          </SubmitButton>
        </div>
      </form>
    </section>
  );
}
