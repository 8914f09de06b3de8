import { Page } from "../shell/page.tsx";
import "./team.css";
import { type FormEvent, useRef, useState } from "react";
import type { Invited, MemberChange, TeamMember } from "#contract/team.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { actionFailureText, LoadFailure } from "../shell/failure.tsx";
import { useMember } from "../shell/member.ts";
import { ChangeQuestion } from "./change-question.tsx";
import { MemberRow, roleWords } from "./member-row.tsx";
import { type AskedOfMember, SecurityQuestion } from "./security-question.tsx";
import { useApproveOwner, useChangeMember, useInvite, useMembers, useRenewLink, useWithdrawOwner } from "./use-team.ts";
import { type Role, roles } from "#domain/member.ts";
import { ApiError } from "#web/api/api-client.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Field } from "#web/ui/field.tsx";
import { useFocusFirstInvalid } from "#web/ui/use-focus-first-invalid.ts";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { typedText } from "../shell/typed-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { useToast } from "#web/ui/toast.tsx";

/** `/ContactAdmin/team`: the members of the team. */
export function TeamPage() {
  return (
    <Page title="Team">
      <Members />
    </Page>
  );
}

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

/** Invites a member; `onInvited` gets the link, which is shown once. The form is reset then. */
export function InviteForm({ onInvited }: { onInvited: (invited: Invited) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const ready = useHydrated();
  const invite = useInvite();
  const { error, isPending } = invite;
  const errors = error instanceof ApiError ? error.errors : {};

  useFocusFirstInvalid(form, error, "[name=email]");

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
      {error !== null && <Alert role="alert">{actionFailureText(error)}</Alert>}
      <Field
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
      <SubmitButton busy={isPending} busyText="Inviting..." disabled={!ready}>
        Invite
      </SubmitButton>
    </form>
  );
}

/** Shows a one-time link, which the server does not show again; closed without one. */
export function LinkDialog({ invited, onClose }: { invited: Invited | undefined; onClose: () => void }) {
  return (
    <Dialog open={invited !== undefined} onClose={onClose} title="Pass this link on" id="link-title">
      {invited !== undefined && <Link invited={invited} onClose={onClose} />}
    </Dialog>
  );
}

function Link({ invited, onClose }: { invited: Invited; onClose: () => void }) {
  const { member, link, mailed } = invited;
  const form = useRef<HTMLDivElement>(null);
  const toast = useToast();

  async function copy() {
    const field = form.current?.querySelector("input");
    if (!field) return;
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      toast("success", "The link is copied");
    } catch {
      // Plain http has no clipboard API; the link is selected, so that one key copies it.
      toast("error", "Please copy the selected link yourself");
    }
  }

  return (
    <div ref={form} className="form">
      <p>
        With it, <strong>{member.email}</strong> sets a password. It works once, for a limited time, and is not shown
        again{mailed ? ". It has also gone out by mail." : "."}
      </p>
      <Field
        id="one-time-link"
        label="One-time link"
        hint="Whoever opens it first is signed in: hand it over in a private chat or in person, not in a group."
        input={{ readOnly: true, value: new URL(link, location.href).href, onFocus: (event) => event.target.select() }}
      />
      <div className="form-actions">
        <Button onClick={() => void copy()}>Copy the link</Button>
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
