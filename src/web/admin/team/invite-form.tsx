import { type FormEvent, useEffect, useRef } from "react";
import type { Invited } from "#contract/team.ts";
import { type Role, roles } from "#domain/role.ts";
import { ApiError } from "#web/api/api-client.ts";
import { TextField } from "#web/ui/text-field.tsx";
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

  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>("[aria-invalid], [name=email]")?.focus();
  }, [error]);

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
      {error !== null && (
        <p className="refusal" role="alert">
          {actionFailureText(error)}
        </p>
      )}
      <TextField
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
      {ready ? (
        <SubmitButton busy={isPending} busyText="Inviting...">
          Invite
        </SubmitButton>
      ) : (
        <button className="button" type="submit" disabled>
          Invite
        </button>
      )}
    </form>
  );
}
