import { type FormEvent, useRef } from "react";
import type { Invited } from "#contract/team.ts";
import { type Role, roles } from "#domain/role.ts";
import { ApiError } from "#web/api/api-client.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Field } from "#web/ui/field.tsx";
import { useFocusFirstInvalid } from "#web/ui/use-focus-first-invalid.ts";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { actionFailureText } from "../shell/failure-text.ts";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { typedText } from "../shell/typed-text.ts";
import { roleWords } from "./team-copy.ts";
import { useInvite } from "./use-team.ts";

/** Invites a member; `onInvited` gets the link, which is shown once. The form is reset then. */
export function InviteForm({ onInvited }: { onInvited: (invited: Invited) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const ready = useHydrated();
  const invite = useInvite();
  const { error, isPending } = invite;
  const errors = error instanceof ApiError ? error.errors : {};

  useFocusFirstInvalid(form, error, "[name=email]");

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const typed = new FormData(event.currentTarget);
    invite.mutate(
      // The options are the roles.
      { email: typedText(typed, "email"), role: typedText(typed, "role") as Role },
      {
        onSuccess: (invited) => {
          // The form is not remounted: the focus returns to its button.
          form.current?.reset();
          onInvited(invited);
        },
      },
    );
  }

  return (
    <form ref={form} className="form team-invite" onSubmit={send}>
      <h3>Invite a member</h3>
      {error !== null && <Alert role="alert">{actionFailureText(error)}</Alert>}
      <Field
        id="invite-email"
        label="Email"
        error={errors["email"]}
        input={{ name: "email", type: "email", autoComplete: "off", required: true, maxLength: 254 }}
      />
      <fieldset>
        <legend>Role</legend>
        {roles.toReversed().map((name) => (
          <label key={name} className="choice">
            <input type="radio" name="role" value={name} defaultChecked={name === "agent"} />
            <span>
              {roleWords[name].label}: {roleWords[name].may}
            </span>
          </label>
        ))}
      </fieldset>
      <SubmitButton busy={isPending} busyText="Inviting..." disabled={!ready}>
        Invite
      </SubmitButton>
    </form>
  );
}
