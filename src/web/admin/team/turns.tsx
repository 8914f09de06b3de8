import { teamCopy } from "#copy/current.ts";
import type { TeamMember } from "#contract/auth/team.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { SwitchField } from "#web/ui/fields/switch.tsx";
import { actionFailureText } from "../forms/failure.tsx";
import { useMember } from "../shell/member.ts";
import { useSetTurns } from "./use-team.ts";

/**
 * Shows whether the member takes turns at new inquiries, and a warning if nobody does; nothing while there are no
 * turns.
 */
export function Turns({ members }: { members: readonly TeamMember[] }) {
  const { id } = useMember();
  const agents = members.filter(({ state, takesTurns }) => state === "active" && takesTurns !== undefined);
  const own = agents.find((member) => member.id === id);
  return (
    <>
      {agents.length > 0 && agents.every(({ takesTurns }) => takesTurns === false) && (
        <Alert tone="warn">{teamCopy.team.turns.nobody}</Alert>
      )}
      {own !== undefined && <OwnTurns member={own} />}
    </>
  );
}

function OwnTurns({ member }: { member: TeamMember }) {
  const { mutate, isPending, variables, error } = useSetTurns();
  return (
    <section className="card team-turns">
      <SwitchField
        id="takes-turns"
        checked={isPending ? variables.takesTurns : member.takesTurns === true}
        hint={member.takesTurns === true ? teamCopy.team.turns.on : teamCopy.team.turns.off}
        error={error === null ? undefined : actionFailureText(error)}
        onChange={({ target }) => mutate({ member, takesTurns: target.checked })}
      >
        {teamCopy.team.turns.label}
      </SwitchField>
    </section>
  );
}
