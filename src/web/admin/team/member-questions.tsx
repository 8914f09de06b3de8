import { teamCopy } from "#copy/current.ts";
import { useId, useState } from "react";
import { actionFailureText } from "../forms/failure.tsx";
import { personName } from "../shell/person.tsx";
import { ConfirmDialog } from "../forms/confirm-dialog.tsx";
import { Select } from "#web/ui/fields/field.tsx";
import { useChangeMember, useEndMemberSessions, useMembers, useResetSecondFactor } from "./use-team.ts";
import type { MemberChange, TeamMember } from "#contract/auth/team.ts";
import { ConfirmedChange } from "../forms/confirmed-change.tsx";

/** Choices other than a colleague's id. */
const [nobody, keep] = ["nobody", "keep"];

/** A change that needs confirmation. */
export interface AskedChange {
  member: TeamMember;
  change: MemberChange;
}

/**
 * Asks before a member is deactivated, gives up their own role, or loses their inquiries; closed without a question.
 * Who takes over their open inquiries is chosen in the same step.
 */
export function ChangeQuestion(props: { asked: AskedChange | undefined; ownId: string; onClose: () => void }) {
  const { asked, ownId, onClose } = props;
  const { mutate, isPending, error, reset } = useChangeMember();
  const { data: members = [] } = useMembers();
  const [chosen, setChosen] = useState<string>(nobody);
  const id = useId();
  const kind = kindOf(asked);
  const texts = teamCopy.team.questions[kind];
  const isSelf = asked?.member.id === ownId;
  const member = members.find((each) => each.id === asked?.member.id) ?? asked?.member;
  const open = kind === "role" ? 0 : (member?.openInquiries ?? 0);
  const others = members.filter((each) => each.state === "active" && each.id !== asked?.member.id);

  function close() {
    reset();
    setChosen(nobody);
    onClose();
  }

  function confirm() {
    if (asked === undefined) return;
    const reassigns = open > 0 && chosen !== keep;
    const change = { ...asked.change, ...(reassigns && { reassignTo: chosen === nobody ? null : chosen }) };
    // The member's own permissions are in the document.
    const onSuccess = () => (isSelf && kind !== "reassign" ? location.reload() : close());
    mutate({ id: asked.member.id, change }, { onSuccess });
  }

  return (
    <ConfirmDialog
      open={asked !== undefined}
      title={texts.title}
      id="change-member"
      action={texts.action}
      busyAction={texts.busy}
      busy={isPending}
      failure={error === null ? undefined : actionFailureText(error)}
      onConfirm={confirm}
      onClose={close}
      fields={
        open > 0 && (
          <Select
            id={id}
            label={teamCopy.team.takeOver.label(open)}
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
          >
            <option value={nobody}>{teamCopy.team.takeOver.nobody}</option>
            {others.map((each) => (
              <option key={each.id} value={each.id}>
                {personName(each.email)} · {each.email}
              </option>
            ))}
            {kind === "deactivate" && <option value={keep}>{teamCopy.team.takeOver.keep}</option>}
          </Select>
        )
      }
    >
      <strong>{asked?.member.email}</strong> {texts.about}
    </ConfirmDialog>
  );
}

function kindOf(asked: AskedChange | undefined): "deactivate" | "role" | "reassign" {
  if (asked?.change.reassignTo !== undefined) return "reassign";
  return asked?.change.isActive === false ? "deactivate" : "role";
}

/** A sensitive action on another account, to be confirmed. */
export interface AskedOfMember {
  member: TeamMember;
  what: "sessions" | "second factor";
}

/** Asks before a member's sessions are ended or their second factor is removed; closed without a question. */
export function SecurityQuestion(props: { asked: AskedOfMember | undefined; onClose: () => void; onDone: () => void }) {
  const { asked, onClose, onDone } = props;
  const end = useEndMemberSessions();
  const reset = useResetSecondFactor();
  const what = asked?.what ?? "sessions";
  const texts = teamCopy.team.securing[what];

  return (
    <ConfirmedChange
      about={asked}
      title={texts.title}
      id="secure-member"
      action={texts.action}
      busyAction={texts.busy}
      change={what === "sessions" ? end : reset}
      input={({ member }) => member.id}
      onClose={onClose}
      onDone={onDone}
    >
      {({ member }) => (
        <>
          <strong>{member.email}</strong> {texts.about}
        </>
      )}
    </ConfirmedChange>
  );
}
