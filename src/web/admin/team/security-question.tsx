import type { TeamMember } from "#contract/team.ts";
import { ConfirmedChange } from "../forms/confirmed-change.tsx";
import { useEndMemberSessions, useResetSecondFactor } from "./use-team.ts";

/** A sensitive action on another account, to be confirmed. */
export interface AskedOfMember {
  member: TeamMember;
  what: "sessions" | "second factor";
}

const words = {
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
      title={words[what].title}
      id="secure-member"
      action={words[what].action}
      busyAction={words[what].busy}
      change={what === "sessions" ? end : reset}
      input={asked?.member.id ?? ""}
      onClose={onClose}
      onDone={onDone}
    >
      <strong>{asked?.member.email}</strong> {words[what].meaning}
    </ConfirmedChange>
  );
}
