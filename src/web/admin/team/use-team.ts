import { teamCopy } from "#copy/current.ts";
import { useQuery } from "@tanstack/react-query";
import type { Done } from "#contract/done.ts";
import type { Invited, MemberChange, TeamMember } from "#contract/auth/team.ts";
import type { Role } from "#domain/member.ts";
import type { Waiting } from "#contract/trust.ts";
import { isWaiting, teamApi } from "#web/api/team-api.ts";
import { useTrustRefresh } from "../trust/trust-changes.tsx";
import { useToastedMutation } from "../forms/use-toasted-mutation.ts";

export const membersKey = ["members"];

export const useMembers = () => useQuery({ queryKey: membersKey, queryFn: teamApi.members });

/** Invites a member, without a toast: the page shows the link. */
export function useInvite() {
  return useToastedMutation<{ email: string; role: Role }, Invited>({
    queryKey: membersKey,
    mutationFn: teamApi.inviteMember,
    confirms: teamCopy.team.confirms.invite,
  });
}

export function useChangeMember() {
  const onResponse = useTrustRefresh();
  return useToastedMutation<{ id: string; change: MemberChange }, TeamMember | Waiting>({
    queryKey: membersKey,
    mutationFn: ({ id, change }) => teamApi.changeMember(id, change),
    onResponse,
    done: (changed) => {
      if (isWaiting(changed)) return teamCopy.trust.toasts.waits;
      const { email, role, state, pendingOwner } = changed;
      return pendingOwner
        ? teamCopy.team.toasts.waits(email)
        : teamCopy.team.toasts.changed(email, teamCopy.team.toasts.roles[role], teamCopy.team.toasts.states[state]);
    },
    confirms: teamCopy.team.confirms.change,
  });
}

export function useSetTurns() {
  return useToastedMutation<{ member: TeamMember; takesTurns: boolean }, Done>({
    queryKey: membersKey,
    mutationFn: ({ member, takesTurns }) => teamApi.setTurns(member.id, takesTurns),
    done: ({ message }) => message,
    confirms: teamCopy.team.confirms.turns,
  });
}

export function useApproveOwner() {
  return useToastedMutation<string, TeamMember>({
    queryKey: membersKey,
    mutationFn: teamApi.approveOwner,
    done: ({ email }) => teamCopy.team.toasts.isOwner(email),
    confirms: teamCopy.team.confirms.approve,
  });
}

export function useWithdrawOwner() {
  return useToastedMutation<string, TeamMember>({
    queryKey: membersKey,
    mutationFn: teamApi.withdrawOwner,
    done: ({ email }) => teamCopy.team.toasts.noOwner(email),
    confirms: teamCopy.team.confirms.withdraw,
  });
}

/** Renews a member's link, without a toast: the page shows the link. */
export function useRenewLink() {
  const onResponse = useTrustRefresh();
  return useToastedMutation<string, Invited>({
    queryKey: membersKey,
    mutationFn: teamApi.renewMemberLink,
    onResponse,
    confirms: teamCopy.team.confirms.renewLink,
  });
}

export function useResetSecondFactor() {
  const onResponse = useTrustRefresh();
  return useToastedMutation<string, Done | Waiting>({
    queryKey: membersKey,
    mutationFn: teamApi.resetSecondFactor,
    onResponse,
    done: (answer) => (isWaiting(answer) ? teamCopy.trust.toasts.waits : answer.message),
    confirms: teamCopy.team.confirms.resetFactor,
  });
}

export function useEndMemberSessions() {
  return useToastedMutation<string, Done>({
    queryKey: membersKey,
    mutationFn: teamApi.endMemberSessions,
    done: ({ message }) => message,
    confirms: teamCopy.team.confirms.endSessions,
  });
}
