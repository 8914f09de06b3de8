import { type FormEvent, type ReactNode, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import type { Invited } from "#contract/auth/team.ts";
import { ApiError } from "#web/api/api-client.ts";
import { SubmitButton } from "#web/ui/buttons/submit-button.tsx";
import { Alert } from "#web/ui/messages/alert.tsx";
import { typedText } from "../forms/typed-text.ts";
import { useReportUnsaved } from "../forms/unsaved-parts.tsx";
import { actionFailureText } from "../forms/failure.tsx";
import { InviteEmail, LinkCard } from "../team/invite.tsx";
import { useInvite } from "../team/use-team.ts";

/** Invites a second owner; the link stays until its sender has it, unless it was mailed. */
export function OwnerStep(props: { isSettled: boolean; other: ReactNode; onLink: () => void; onDone: () => void }) {
  const { isSettled, other, onLink, onDone } = props;
  const [invited, setInvited] = useState<Invited>();
  const { mutate, error, isPending } = useInvite();
  const errors = error instanceof ApiError ? error.errors : {};
  const [isTyped, setTyped] = useState(false);
  useReportUnsaved("second-owner", isTyped);

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isPending) return;
    const email = typedText(new FormData(event.currentTarget), "email");
    mutate(
      { email, role: "owner" },
      {
        onSuccess: (answer) => {
          setTyped(false);
          if (answer.mailed) return;
          onLink();
          setInvited(answer);
        },
      },
    );
  }

  if (invited !== undefined)
    return (
      <LinkCard
        invited={invited}
        onDone={() => {
          setInvited(undefined);
          onDone();
        }}
      />
    );
  if (isSettled) return other;
  return (
    <form className="form" noValidate onSubmit={send}>
      {error !== null && errors["email"] === undefined && <Alert role="alert">{actionFailureText(error)}</Alert>}
      <div inert={isPending}>
        <InviteEmail id="setup-owner-email" error={errors["email"]} onType={(email) => setTyped(email !== "")} />
      </div>
      <div className="form-actions">
        <SubmitButton busy={isPending} busyText={teamCopy.team.invite.busy}>
          {teamCopy.team.invite.action}
        </SubmitButton>
        {other}
      </div>
    </form>
  );
}
