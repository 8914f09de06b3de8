import { useId, useState } from "react";
import { actionFailureText } from "../forms/failure.tsx";
import { personName } from "../shell/person.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Select } from "#web/ui/field.tsx";
import type { AskedChange } from "./team-page.tsx";
import { useChangeMember, useEndMemberSessions, useMembers, useResetSecondFactor } from "./use-team.ts";
import type { TeamMember } from "#contract/team.ts";
import { ConfirmedChange } from "../forms/confirmed-change.tsx";

/** Choices other than a colleague's id. */
const [nobody, keep] = ["nobody", "keep"];

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
      title={changeWords[kind].title}
      id="change-member"
      action={changeWords[kind].action}
      busyAction={changeWords[kind].busy}
      busy={isPending}
      failure={error === null ? undefined : actionFailureText(error)}
      onConfirm={confirm}
      onClose={close}
      fields={
        open > 0 && (
          <Select
            id={id}
            label={
              open === 1 ? "Their open inquiry goes to" : `Their ${open.toLocaleString("en")} open inquiries go to`
            }
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
          >
            <option value={nobody}>Nobody</option>
            {others.map((each) => (
              <option key={each.id} value={each.id}>
                {personName(each.email)} · {each.email}
              </option>
            ))}
            {kind === "deactivate" && <option value={keep}>Leave them assigned</option>}
          </Select>
        )
      }
    >
      <strong>{asked?.member.email}</strong> {changeWords[kind].meaning}
    </ConfirmDialog>
  );
}

function kindOf(asked: AskedChange | undefined): keyof typeof changeWords {
  if (asked?.change.reassignTo !== undefined) return "reassign";
  return asked?.change.isActive === false ? "deactivate" : "role";
}

const changeWords = {
  deactivate: {
    title: "Deactivate this member?",
    action: "Deactivate",
    busy: "Deactivating...",
    meaning: "is signed out everywhere at once and cannot sign in any more. You can activate them again.",
  },
  role: {
    title: "Give up your role?",
    action: "Give up the role",
    busy: "Changing...",
    meaning: "will no longer manage channels, team and settings. Only another owner can give the role back.",
  },
  reassign: {
    title: "Reassign the open inquiries?",
    action: "Reassign",
    busy: "Reassigning...",
    meaning: "is deactivated, and still has open inquiries that nobody answers.",
  },
} as const;

/** A sensitive action on another account, to be confirmed. */
export interface AskedOfMember {
  member: TeamMember;
  what: "sessions" | "second factor";
}

const securityWords = {
  sessions: {
    title: "End all sessions of this member?",
    action: "End them",
    busy: "Ending...",
    meaning: "is signed out everywhere at once, and can sign in again.",
  },
  "second factor": {
    title: "Reset this member's second factor?",
    action: "Reset it",
    busy: "Resetting...",
    meaning:
      "loses all passkeys, one-time codes and recovery codes, is signed out everywhere, and signs in with the " +
      "password alone until they set up others. Do it only for somebody who asks you in person: a caller may be " +
      "somebody else.",
  },
} as const;

/** Asks before a member's sessions are ended or their second factor is removed; closed without a question. */
export function SecurityQuestion(props: { asked: AskedOfMember | undefined; onClose: () => void; onDone: () => void }) {
  const { asked, onClose, onDone } = props;
  const end = useEndMemberSessions();
  const reset = useResetSecondFactor();
  const what = asked?.what ?? "sessions";

  return (
    <ConfirmedChange
      open={asked !== undefined}
      title={securityWords[what].title}
      id="secure-member"
      action={securityWords[what].action}
      busyAction={securityWords[what].busy}
      change={what === "sessions" ? end : reset}
      input={asked?.member.id ?? ""}
      onClose={onClose}
      onDone={onDone}
    >
      <strong>{asked?.member.email}</strong> {securityWords[what].meaning}
    </ConfirmedChange>
  );
}
