import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Invited, MemberChange, TeamMember } from "#contract/team.ts";
import type { Role } from "#domain/role.ts";
import { useToast } from "../../../components/toast.tsx";
import { teamApi } from "../../../team-api.ts";

const members = ["members"];
const sessions = ["sessions"];

export const useMembers = () => useQuery({ queryKey: members, queryFn: teamApi.members });

export const useSessions = () => useQuery({ queryKey: sessions, queryFn: teamApi.sessions });

export function useInvite() {
  return useTeamChange<{ email: string; role: Role }, Invited>({
    queryKey: members,
    mutationFn: teamApi.inviteMember,
    done: ({ member }) => `${member.email} is invited`,
    failed: "Failed to invite",
  });
}

export function useChangeMember() {
  return useTeamChange<{ id: string; change: MemberChange }, TeamMember>({
    queryKey: members,
    mutationFn: ({ id, change }) => teamApi.changeMember(id, change),
    done: ({ email, role, state }) => `${email}: ${role}, ${state}`,
    failed: "Failed to change the member",
  });
}

export function useRenewLink() {
  return useTeamChange<string, Invited>({
    queryKey: members,
    mutationFn: teamApi.renewMemberLink,
    done: () => "The new link is ready",
    failed: "Failed to make a new link",
  });
}

export function useEndSession() {
  return useTeamChange<string, { message: string }>({
    queryKey: sessions,
    mutationFn: teamApi.endSession,
    done: ({ message }) => message,
    failed: "Failed to end the session",
  });
}

export function useEndOtherSessions() {
  return useTeamChange<void, { message: string }>({
    queryKey: sessions,
    mutationFn: teamApi.endOtherSessions,
    done: ({ message }) => message,
    failed: "Failed to end the sessions",
  });
}

/** A change after which the list, whose `queryKey` it is, is loaded again, even where it was refused: somebody else may have been first. */
function useTeamChange<Input, Answer>(options: {
  queryKey: string[];
  mutationFn: (input: Input) => Promise<Answer>;
  done: (answer: Answer) => string;
  failed: string;
}) {
  const { queryKey, mutationFn, done, failed } = options;
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn,
    onSuccess: (answer) => toast("success", done(answer)),
    onError: () => toast("error", failed),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
