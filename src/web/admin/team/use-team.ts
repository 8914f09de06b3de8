import { useQuery } from "@tanstack/react-query";
import type { Done } from "#contract/done.ts";
import type { Invited, MemberChange, TeamMember } from "#contract/team.ts";
import type { Role } from "#domain/member.ts";
import { teamApi } from "#web/api/team-api.ts";
import { useToastedMutation } from "../forms/use-toasted-mutation.ts";

const members = ["members"];
const waits = "another owner has to approve that they become an owner";

export const useMembers = () => useQuery({ queryKey: members, queryFn: teamApi.members });

/** Without a toast: the page shows the link. */
export function useInvite() {
  return useToastedMutation<{ email: string; role: Role }, Invited>({
    queryKey: members,
    mutationFn: teamApi.inviteMember,
    failed: "Failed to invite",
  });
}

export function useChangeMember() {
  return useToastedMutation<{ id: string; change: MemberChange }, TeamMember>({
    queryKey: members,
    mutationFn: ({ id, change }) => teamApi.changeMember(id, change),
    done: ({ email, role, state, pendingOwner }) =>
      pendingOwner ? `${email}: ${waits}` : `${email}: ${role}, ${state}`,
    failed: "Failed to change the member",
  });
}

export function useSetTurns() {
  return useToastedMutation<{ member: TeamMember; takesTurns: boolean }, Done>({
    queryKey: members,
    mutationFn: ({ member, takesTurns }) => teamApi.setTurns(member.id, takesTurns),
    done: ({ message }) => message,
    failed: "Failed to change the turns",
  });
}

export function useApproveOwner() {
  return useToastedMutation<string, TeamMember>({
    queryKey: members,
    mutationFn: teamApi.approveOwner,
    done: ({ email }) => `${email} is an owner`,
    failed: "Failed to approve",
  });
}

export function useWithdrawOwner() {
  return useToastedMutation<string, TeamMember>({
    queryKey: members,
    mutationFn: teamApi.withdrawOwner,
    done: ({ email }) => `${email} does not become an owner`,
    failed: "Failed to take it back",
  });
}

/** Without a toast: the page shows the link. */
export function useRenewLink() {
  return useToastedMutation<string, Invited>({
    queryKey: members,
    mutationFn: teamApi.renewMemberLink,
    failed: "Failed to make a new link",
  });
}

export function useResetSecondFactor() {
  return useToastedMutation<string, Done>({
    queryKey: members,
    mutationFn: teamApi.resetSecondFactor,
    done: ({ message }) => message,
    failed: "Failed to reset the second factor",
  });
}

export function useEndMemberSessions() {
  return useToastedMutation<string, Done>({
    queryKey: members,
    mutationFn: teamApi.endMemberSessions,
    done: ({ message }) => message,
    failed: "Failed to end the sessions",
  });
}
