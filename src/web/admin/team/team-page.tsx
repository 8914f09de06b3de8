import "./team.css";
import { teamCopy } from "#copy/current.ts";
import { counted } from "#copy/locale/intl.ts";
import { useRef, useState } from "react";
import type { Invited, MemberChange, TeamMember } from "#contract/auth/team.ts";
import { roles } from "#domain/member.ts";
import { paths } from "#contract/paths.ts";
import { navigate, useLocation } from "#web/page/router.tsx";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { flushSync } from "react-dom";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { ListSearch, type ListSearchState, NoneFound, searchedFrom, useListSearch } from "../lists/list-search.tsx";
import { useDateFormats } from "../shell/dates.ts";
import { actionFailureText, LoadFailure } from "../forms/failure.tsx";
import { AdminIcon } from "../shell/icons.tsx";
import { EmptyState } from "../shell/empty-state.tsx";
import { useMember } from "../shell/member.ts";
import { MemberProfiles } from "../profile/member-profiles.tsx";
import { Page } from "../shell/page.tsx";
import { personName } from "../shell/person.tsx";
import { type AskedChange, ChangeQuestion, SecurityQuestion, type AskedOfMember } from "./member-questions.tsx";
import { InviteForm, LinkCard } from "./invite.tsx";
import { type MemberActions, MemberTable } from "./member-table.tsx";
import { Turns } from "./turns.tsx";
import {
  useApproveOwner,
  useChangeMember,
  useMembers,
  useRenewLink,
  useSetTurns,
  useWithdrawOwner,
} from "./use-team.ts";

/** `/ContactAdmin/team`: the members of the team; for owners, with all that they may do. */
export function TeamPage() {
  const isOwner = useMember().role === "owner";
  const ready = useHydrated();
  const members = useMembers().data ?? [];
  const search = useListSearch();
  const found = matchingMembers(members, search.words);
  // The checklist of the set-up leads here to invite an owner.
  const invites = new URLSearchParams(useLocation().search).get("invite");
  const asked = roles.find((name) => name === invites);
  const [inviting, setInviting] = useState(isOwner && asked !== undefined);
  const [invited, setInvited] = useState<Invited>();
  const button = useRef<HTMLButtonElement>(null);

  // The browser returns the focus to where it was.
  const close = () => setInviting(false);

  const actions = (
    <>
      {members.length >= searchedFrom && (
        <ListSearch
          search={search}
          label={teamCopy.team.search}
          placeholder={teamCopy.team.searchHint}
          result={searchResult(found.length, search.words)}
        />
      )}
      {isOwner && (
        <Button
          ref={button}
          variant={invited !== undefined ? "secondary" : undefined}
          aria-haspopup="dialog"
          disabled={!ready}
          onClick={() => setInviting(true)}
        >
          <AdminIcon name="add" />
          {teamCopy.team.invite.title}
        </Button>
      )}
    </>
  );
  return (
    <Page title={teamCopy.team.title} actions={isOwner || members.length >= searchedFrom ? actions : undefined}>
      {isOwner && (
        <InviteForm
          open={inviting}
          key={asked}
          role={asked ?? "agent"}
          onClose={close}
          onInvited={(now) => {
            if (asked !== undefined) navigate(paths.team, { replace: true });
            // Closed first, so that the link gets the focus, and not the button.
            flushSync(close);
            setInvited(now);
          }}
        />
      )}
      {invited !== undefined && (
        <LinkCard
          key={invited.link}
          invited={invited}
          onDone={() => {
            setInvited(undefined);
            button.current?.focus();
          }}
        />
      )}
      <Members found={found} search={search} onLink={isOwner ? setInvited : undefined} />
    </Page>
  );
}

function matchingMembers(members: readonly TeamMember[], words: string): TeamMember[] {
  const wanted = words.toLowerCase();
  return members.filter(({ email }) => `${personName(email)} ${email}`.toLowerCase().includes(wanted));
}

const searchResult = (count: number, words: string) =>
  count === 0 ? teamCopy.team.nobodyMatches(words) : teamCopy.lists.found(count);

const states = ["active", "invited", "deactivated"] as const;

/** The members that a search found, by state. `onLink` gets a new one-time link; without it, nothing can be changed. */
function Members(props: {
  found: readonly TeamMember[];
  search: ListSearchState;
  onLink: ((invited: Invited) => void) | undefined;
}) {
  const { found, search, onLink } = props;
  const { id: ownId } = useMember();
  const list = useMembers();
  const heading = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<AskedChange>();
  const [securing, setSecuring] = useState<AskedOfMember>();
  const [problem, setProblem] = useState<{ id: string; text: string }>();
  const change = useChangeMember();
  const renew = useRenewLink();
  const turns = useSetTurns();
  const approve = useApproveOwner();
  const withdraw = useWithdrawOwner();

  function report(id: string) {
    return (error: Error) => setProblem({ id, text: actionFailureText(error) });
  }

  /** After a change the focused button may be gone: its row has moved to another table. */
  function keepFocus() {
    if (document.activeElement === document.body) heading.current?.focus();
  }

  function changeNow(member: TeamMember, what: MemberChange) {
    setProblem(undefined);
    change.mutate({ id: member.id, change: what }, { onError: report(member.id), onSuccess: keepFocus });
  }

  function decide({ mutate }: typeof approve, { id }: TeamMember) {
    setProblem(undefined);
    mutate(id, { onError: report(proposalOf(id)), onSuccess: keepFocus });
  }

  const actions: MemberActions | undefined = onLink && {
    setRole(member, role) {
      // An owner who gives up the role cannot take it back.
      if (member.id === ownId) setAsked({ member, change: { role } });
      else changeNow(member, { role });
    },
    deactivate(member) {
      // Their number of open inquiries may have changed since.
      void list.refetch();
      setAsked({ member, change: { isActive: false } });
    },
    activate: (member) => changeNow(member, { isActive: true }),
    reassign: (member) => setAsked({ member, change: { reassignTo: null } }),
    setTurns(member, takesTurns) {
      setProblem(undefined);
      turns.mutate({ member, takesTurns }, { onError: report(member.id) });
    },
    endSessions: (member) => setSecuring({ member, what: "sessions" }),
    resetSecondFactor: (member) => setSecuring({ member, what: "second factor" }),
    renewLink(member) {
      setProblem(undefined);
      renew.mutate(member.id, { onSuccess: onLink, onError: report(member.id) });
    },
  };

  const members = list.data ?? [];
  return (
    <>
      <LoadFailure what={teamCopy.team.theMembers} query={list} />
      {list.data === undefined && !list.isError && <Spinner text={teamCopy.team.loading} />}
      <Turns members={members} />
      {members.map(
        (member) =>
          member.pendingOwner && (
            <Proposal
              key={member.id}
              member={member}
              proposal={member.pendingOwner}
              problem={problem?.id === proposalOf(member.id) ? problem.text : undefined}
              onApprove={() => decide(approve, member)}
              onWithdraw={() => decide(withdraw, member)}
            />
          ),
      )}
      {found.length === 0 && members.length > 0 && <NoneFound search={search} text={searchResult(0, search.words)} />}
      {states.map((state) => {
        const some = found.filter((member) => member.state === state);
        const id = `${state}-title`;
        return (
          some.length > 0 && (
            <section key={state} className="team-section" aria-labelledby={id}>
              <h2 id={id} ref={state === "active" ? heading : undefined} tabIndex={-1}>
                {teamCopy.team.sections[state]} <span className="view-count">{counted(some.length)}</span>
              </h2>
              <MemberTable titleId={id} state={state} members={some} actions={actions} problem={problem} />
            </section>
          )
        );
      })}
      {onLink !== undefined && <MemberProfiles members={members} />}
      {members.length === 1 && (
        <EmptyState icon="team">
          <h2>{teamCopy.team.onlyYou}</h2>
          <p>{teamCopy.team.onlyYouLead}</p>
        </EmptyState>
      )}
      <ChangeQuestion
        asked={asked}
        ownId={ownId}
        onClose={() => {
          setAsked(undefined);
          keepFocus();
        }}
      />
      <SecurityQuestion asked={securing} onClose={() => setSecuring(undefined)} onDone={keepFocus} />
    </>
  );
}

const proposalOf = (id: string) => `proposal of ${id}`;

/** A member who becomes an owner once another owner approves it. */
function Proposal(props: {
  member: TeamMember;
  proposal: NonNullable<TeamMember["pendingOwner"]>;
  /** The error of the last decision. */
  problem: string | undefined;
  onApprove: () => void;
  onWithdraw: () => void;
}) {
  const { member, proposal, problem, onApprove, onWithdraw } = props;
  const { email: ownEmail, role } = useMember();
  const { recent } = useDateFormats();
  const isOwn = proposal.by === ownEmail;
  const at = recent(proposal.at);
  return (
    <Alert tone="warn" className="team-proposal">
      <p>
        <strong>{personName(member.email)}</strong> · {member.email} {teamCopy.team.proposal.about}{" "}
        {isOwn
          ? teamCopy.team.proposal.byYou(at)
          : proposal.by === null
            ? teamCopy.team.proposal.byFormer(at)
            : teamCopy.team.proposal.by(personName(proposal.by), at)}
      </p>
      {proposal.becomesOwnerAt && <p>{teamCopy.trust.becomesOwner(recent(proposal.becomesOwnerAt))}</p>}
      {role === "owner" && (
        <div className="form-actions">
          {proposal.canApprove && (
            <Button variant="secondary" aria-label={teamCopy.team.proposal.approveOf(member.email)} onClick={onApprove}>
              {teamCopy.team.proposal.approve}
            </Button>
          )}
          <Button
            variant="quiet"
            aria-label={
              isOwn ? teamCopy.team.proposal.withdrawOf(member.email) : teamCopy.team.proposal.rejectOf(member.email)
            }
            onClick={onWithdraw}
          >
            {isOwn ? teamCopy.team.proposal.withdraw : teamCopy.team.proposal.reject}
          </Button>
        </div>
      )}
      {problem !== undefined && <p role="alert">{problem}</p>}
    </Alert>
  );
}
