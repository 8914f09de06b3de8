import { teamCopy } from "#copy/current.ts";
import { OwnViews } from "../shell/own-pages.tsx";
import { Page } from "../shell/page.tsx";
import { SecondFactorManager } from "./second-factor-manager.tsx";
import { Sessions } from "./sessions.tsx";
import { useSecondFactor } from "./use-second-factor.ts";
import { type FormEvent, useRef, useState } from "react";
import { ApiError } from "#web/api/api-client.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { SecurityCard } from "./security-card.tsx";
import { useFocusFirstInvalid } from "#web/ui/fields/use-focus-first-invalid.ts";
import { useFocusOnMount } from "#web/ui/fields/use-focus-on-mount.ts";
import { teamApi } from "#web/api/team-api.ts";
import { actionFailureText } from "../forms/failure.tsx";
import { useMember } from "../shell/member.ts";
import { NewPasswordFields, readNewPassword } from "../sign-in/password-fields.tsx";
import { useToastedMutation } from "../forms/use-toasted-mutation.ts";

/** `/ContactAdmin/security`: the member's own sign-in methods and sessions. */
export function SecurityPage() {
  const isExternal = useSecondFactor().data?.isExternal === true;
  return (
    <Page title={teamCopy.security.title}>
      <OwnViews />
      <div className="security-page">
        {isExternal ? <p className="page-lead">{teamCopy.signIn.provider.own}</p> : <SecondFactorManager />}
        <div className="security-cards">
          {!isExternal && <OwnPassword />}
          <Sessions />
        </div>
      </div>
    </Page>
  );
}

/** Changes the member's own password; the server first requires the present one or the second factor. */
function OwnPassword() {
  const [isOpen, setOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <SecurityCard
      id="own-password"
      title={teamCopy.security.password.title}
      heading={heading}
      about={teamCopy.security.password.about}
      action={
        !isOpen && (
          <Button variant="secondary" aria-label={teamCopy.security.password.changeLabel} onClick={() => setOpen(true)}>
            {teamCopy.security.password.change}
          </Button>
        )
      }
    >
      {isOpen && (
        <PasswordChange
          onClose={() => {
            setOpen(false);
            heading.current?.focus();
          }}
        />
      )}
    </SecurityCard>
  );
}

function PasswordChange({ onClose }: { onClose: () => void }) {
  const { email } = useMember();
  const form = useRef<HTMLFormElement>(null);
  const [mismatch, setMismatch] = useState<Record<string, string>>();
  const { mutate, isPending, error } = useToastedMutation({
    queryKey: ["second-factor", "sessions"],
    mutationFn: teamApi.changePassword,
    done: ({ message }) => message,
    confirms: teamCopy.security.confirms.changePassword,
    onResponse: onClose,
  });
  const errors = { ...(error instanceof ApiError ? error.errors : {}), ...mismatch };

  // The button that opened it is gone.
  useFocusOnMount(form, "[name=password]");
  useFocusFirstInvalid(form, mismatch ?? error);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const chosen = readNewPassword(new FormData(event.currentTarget));
    setMismatch(chosen.ok ? undefined : chosen.errors);
    if (chosen.ok) mutate(chosen.password);
  }

  return (
    // If the browser ever submits the form, a POST keeps the password out of the URL.
    <form ref={form} className="form" method="post" noValidate onSubmit={send}>
      {error !== null && <Alert role="alert">{actionFailureText(error)}</Alert>}
      {/* Tells password managers the account. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordFields label={teamCopy.security.password.field} idPrefix="own-" errors={errors} />
      <div className="form-actions">
        <Button variant="quiet" onClick={onClose}>
          {teamCopy.forms.cancel}
        </Button>
        <Button type="submit" variant="secondary" busy={isPending}>
          {isPending ? teamCopy.security.password.changing : teamCopy.security.password.changeLabel}
        </Button>
      </div>
    </form>
  );
}
