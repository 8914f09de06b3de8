import { type ReactNode, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import type { Invited } from "#contract/auth/team.ts";
import { DraftForm } from "../forms/draft-form.tsx";
import { typedText } from "../forms/typed-text.ts";
import { useReportUnsaved } from "../forms/unsaved-parts.tsx";
import { useDraft } from "../forms/use-draft.ts";
import { InviteEmail, LinkCard } from "../team/invite.tsx";
import { useInvite } from "../team/use-team.ts";

/** Invites a second owner; the link stays until its sender has it, unless it was mailed. */
export function OwnerStep(props: { isSettled: boolean; other: ReactNode; onLink: () => void; onDone: () => void }) {
  const { isSettled, other, onLink, onDone } = props;
  const [invited, setInvited] = useState<Invited>();
  const [isTyped, setTyped] = useState(false);
  useReportUnsaved("second-owner", isTyped);
  const draft = useDraft({
    start: {},
    save: useInvite(),
    send: (_, { data }) => ({ email: typedText(data, "email"), role: "owner" as const }),
    onSaved(answer) {
      setTyped(false);
      if (answer.mailed) return;
      onLink();
      setInvited(answer);
    },
  });

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
    <DraftForm
      draft={draft}
      noValidate
      fieldsWithError={["email"]}
      action={teamCopy.team.invite.action}
      busyAction={teamCopy.team.invite.busy}
      trailing={other}
    >
      <InviteEmail id="setup-owner-email" error={draft.errors["email"]} onType={(email) => setTyped(email !== "")} />
    </DraftForm>
  );
}
