import { actionFailureText } from "../failure-text.ts";
import { Question } from "../question.tsx";
import type { AskedChange } from "./members.tsx";
import { useChangeMember } from "./use-team.ts";

/** Asks before a member is deactivated or gives up their own role; closed where there is nothing to ask. */
export function ChangeQuestion(props: { asked: AskedChange | undefined; ownId: string; onClose: () => void }) {
  const { asked, ownId, onClose } = props;
  const { mutate, isPending, error, reset } = useChangeMember();
  const deactivates = asked?.change.isActive === false;
  const isSelf = asked?.member.id === ownId;

  function close() {
    reset();
    onClose();
  }

  function confirm() {
    if (asked === undefined) return;
    // What one may do oneself is in the document.
    const onSuccess = () => (isSelf ? location.reload() : close());
    mutate({ id: asked.member.id, change: asked.change }, { onSuccess });
  }

  return (
    <Question
      open={asked !== undefined}
      title={deactivates ? "Deactivate this member?" : "Give up your role?"}
      id="change-member"
      action={deactivates ? "Deactivate" : "Give up the role"}
      busyAction="Changing..."
      busy={isPending}
      failure={error === null ? undefined : actionFailureText(error)}
      onConfirm={confirm}
      onClose={close}
    >
      <strong>{asked?.member.email}</strong>{" "}
      {deactivates
        ? "is signed out everywhere at once and cannot sign in any more. Their inquiries stay assigned to them until somebody takes them over. You can activate them again."
        : "will no longer manage channels, team and settings. Only another owner can give the role back."}
    </Question>
  );
}
