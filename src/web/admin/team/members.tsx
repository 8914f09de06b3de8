import { useRef, useState } from "react";
import type { Invited, MemberChange, TeamMember } from "#contract/team.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { actionFailureText } from "../shell/failure-text.ts";
import { LoadFailure } from "../shell/load-failure.tsx";
import { useMember } from "../shell/signed-in-area.tsx";
import { ChangeQuestion } from "./change-question.tsx";
import { InviteForm } from "./invite-form.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { MemberRow } from "./member-row.tsx";
import { type AskedOfMember, SecurityQuestion } from "./security-question.tsx";
import { useApproveOwner, useChangeMember, useMembers, useRenewLink, useWithdrawOwner } from "./use-team.ts";

/** A change that needs confirmation. */
export interface AskedChange {
  member: TeamMember;
  change: MemberChange;
}

/** The members and, for owners, the actions on them. */
export function Members() {
  const { id: ownId, email: ownEmail, role } = useMember();
  const isOwner = role === "owner";
  const list = useMembers();
  const heading = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<AskedChange>();
  const [securing, setSecuring] = useState<AskedOfMember>();
  const [shown, setShown] = useState<Invited>();
  const [problem, setProblem] = useState<{ id: string; text: string }>();
  const change = useChangeMember();
  const renew = useRenewLink();
  const approve = useApproveOwner();
  const withdraw = useWithdrawOwner();

  function tell(id: string) {
    return (error: Error) => setProblem({ id, text: actionFailureText(error) });
  }

  function decide({ mutate }: Pick<typeof approve, "mutate">, id: string) {
    setProblem(undefined);
    // The buttons disappear after the decision.
    mutate(id, { onError: tell(id), onSuccess: () => heading.current?.focus() });
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
                  ownEmail={ownEmail}
                  problem={problem?.id === member.id ? problem.text : undefined}
                  actions={
                    isOwner
                      ? {
                          setRole: (to) => {
                            // An owner who gives up the role cannot take it back.
                            if (member.id === ownId) setAsked({ member, change: { role: to } });
                            else changeNow(member, { role: to });
                          },
                          deactivate: () => {
                            // Their number of open inquiries may have changed since.
                            void list.refetch();
                            setAsked({ member, change: { isActive: false } });
                          },
                          endSessions: () => setSecuring({ member, what: "sessions" }),
                          resetSecondFactor: () => setSecuring({ member, what: "second factor" }),
                          reassign: () => setAsked({ member, change: { reassignTo: null } }),
                          approveOwner: () => decide(approve, member.id),
                          withdrawOwner: () => decide(withdraw, member.id),
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
        // The reset button disappears with what it has reset.
        onDone={() => {
          if (document.activeElement === document.body) heading.current?.focus();
        }}
      />
      <LinkDialog invited={shown} onClose={() => setShown(undefined)} />
    </section>
  );
}
