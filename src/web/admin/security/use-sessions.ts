import { useQuery } from "@tanstack/react-query";
import type { Done } from "#contract/done.ts";
import { teamApi } from "#web/api/team-api.ts";
import { useToastedMutation } from "../shell/use-toasted-mutation.ts";

// Under the second factor's key: setting up the first one ends the other sessions.
const queryKey = ["second-factor", "sessions"];

export const useSessions = () => useQuery({ queryKey, queryFn: teamApi.sessions });

export const useEndSession = () => useEnding(teamApi.endSession, "Failed to end the session");
export const useEndOtherSessions = () => useEnding(teamApi.endOtherSessions, "Failed to end the sessions");
export const useEndAllSessions = () => useEnding(teamApi.endAllSessions, "Failed to end the sessions");

function useEnding<Input = void>(mutationFn: (input: Input) => Promise<Done>, failed: string) {
  return useToastedMutation({ queryKey, mutationFn, done: ({ message }) => message, failed });
}
