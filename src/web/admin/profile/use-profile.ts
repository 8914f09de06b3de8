import { useQuery, useQueryClient } from "@tanstack/react-query";
import { teamCopy } from "#copy/current.ts";
import type { MemberProfile, Profile, ProfileInput } from "#contract/auth/profile.ts";
import { defaultLanguage, type Language } from "#domain/languages.ts";
import { textFor } from "#domain/profile.ts";
import { teamApi } from "#web/api/team-api.ts";
import { useToastedMutation } from "../forms/use-toasted-mutation.ts";
import { useMember } from "../shell/member.ts";
import { personName } from "../shell/person.tsx";

const ownKey = ["profile"];
const allKey = ["profiles"];

/** Loads the public profile of the member who is signed in. */
export const useProfile = () => useQuery({ queryKey: ownKey, queryFn: teamApi.profile, staleTime: 60_000 });

export function useSaveProfile() {
  const client = useQueryClient();
  return useToastedMutation<ProfileInput, Profile>({
    queryKey: allKey,
    mutationFn: teamApi.saveProfile,
    onResponse: (profile) => client.setQueryData(ownKey, profile),
    done: () => teamCopy.profile.saved,
    confirms: teamCopy.profile.confirms,
  });
}

/** Returns the member's name for a visitor of a language, and the signature below replies; "" if there is none. */
export function useOwnAuthor(language: Language | null): { name: string; signature: string } {
  const { email } = useMember();
  const { data } = useProfile();
  const at = language ?? defaultLanguage;
  const name = textFor(data?.names ?? {}, at) || personName(email);
  // One that names a channel that is not ours any more is not sent.
  const isWrong = Object.keys(data?.problems ?? {}).some((field) => field.startsWith("signatures."));
  return { name, signature: isWrong ? "" : textFor(data?.signatures ?? {}, at) };
}

/** Loads the public profiles of all members, for owners. */
export const useProfiles = () => useQuery({ queryKey: allKey, queryFn: teamApi.profiles });

export function useShowPicture() {
  return useToastedMutation<MemberProfile, unknown>({
    queryKey: allKey,
    mutationFn: ({ memberId, pictureId }) => teamApi.showPicture(memberId, pictureId),
    confirms: teamCopy.profile.owners.confirmsShow,
  });
}

export function useRemoveProfile() {
  return useToastedMutation<string, unknown>({
    queryKey: allKey,
    mutationFn: teamApi.removeProfile,
    confirms: teamCopy.profile.owners.confirmsRemove,
  });
}
