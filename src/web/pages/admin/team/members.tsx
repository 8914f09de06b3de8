import { useRef, useState } from "react";
import type { Invited, MemberChange, TeamMember } from "#contract/team.ts";
import { Spinner } from "../../../components/spinner.tsx";
import { actionFailureText } from "../failure-text.ts";
import { LoadFailure } from "../load-failure.tsx";
import { useMember } from "../signed-in-area.tsx";
import { ChangeQuestion } from "./change-question.tsx";
import { InviteForm } from "./invite-form.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { MemberRow } from "./member-row.tsx";
import { type AskedOfMember, SecurityQuestion } from "./security-question.tsx";
import { useChangeMember, useMembers, useRenewLink } from "./use-team.ts";

/** A change that is asked about first. */
export interface AskedChange {
  member: TeamMember;
  change: MemberChange;
}

/** The members and, for owners, what can be done to them. */
export function Members() {
  const { id: ownId, role } = useMember();
  const isOwner = role === "owner";
  const list = useMembers();
  const heading = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<AskedChange>();
  const [securing, setSecuring] = useState<AskedOfMember>();
  const [shown, setShown] = useState<Invited>();
  const [problem, setProblem] = useState<{ id: string; text: string }>();
  const change = useChangeMember();
  const renew = useRenewLink();

  function tell(id: string) {
    return (error: Error) => setProblem({ id, text: actionFailureText(error) });
  }

  function changeNow(member: TeamMember, what: MemberChange) {
    setProblem(undefined);
    change.mutate({ id: member.id, change: what }, { onError: tell(member.id) });
  }

  return (
    <section className="team-part" aria-labelledby="members-title">
      <h2 id="members-title" ref={heading} tabIndex={-1}>
        Members
      </h2>
      {isOwner && <InviteForm onInvited={setShown} />}
      <LoadFailure what="The members" query={list} />
      {list.data === undefined
        ? !list.isError && <Spinner text="Loading the members..." />
        : list.data.length > 0 && (
            <ul className="team-list">
              {list.data.map((member) => (
                <MemberRow
                  key={member.id}
                  member={member}
                  isSelf={member.id === ownId}
                  problem={problem?.id === member.id ? problem.text : undefined}
                  actions={
                    isOwner
                      ? {
                          setRole: (to) => {
                            // Whoever gives up the role cannot take it back.
                            if (member.id === ownId) setAsked({ member, change: { role: to } });
                            else changeNow(member, { role: to });
                          },
                          deactivate: () => setAsked({ member, change: { isActive: false } }),
                          endSessions: () => setSecuring({ member, what: "sessions" }),
                          resetSecondFactor: () => setSecuring({ member, what: "second factor" }),
                          activate: () => changeNow(member, { isActive: true }),
                          renewLink: () => {
                            setProblem(undefined);
                            renew.mutate(member.id, { onSuccess: setShown, onError: tell(member.id) });
                          },
                        }
                      : undefined
                  }
                />
              ))}
            </ul>
          )}
      <ChangeQuestion asked={asked} ownId={ownId} onClose={() => setAsked(undefined)} />
      <SecurityQuestion
        asked={securing}
        onClose={() => setSecuring(undefined)}
        // The button of a reset goes with what it has reset.
        onDone={() => {
          if (document.activeElement === document.body) heading.current?.focus();
        }}
      />
      <LinkDialog invited={shown} onClose={() => setShown(undefined)} />
    </section>
  );
}
