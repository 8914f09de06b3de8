import { teamCopy } from "#copy/current.ts";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Tag, TagInput } from "#contract/inbox/tag.ts";
import { tagColors, type TagColor } from "#domain/inquiries/tag.ts";
import { api } from "#web/api/team-call.ts";
import { useToastedMutation } from "../../forms/use-toasted-mutation.ts";

export const tagsKey = ["tags"];

/** The feed reports changes. */
export function useTagList(refetchOnMount: boolean | "always" = true) {
  return useQuery({ queryKey: tagsKey, queryFn: () => api("GET /tags"), staleTime: 60_000, refetchOnMount });
}

const noTags: readonly Tag[] = [];

/** The team's tags in their order; none until they are loaded. */
export function useTags(): readonly Tag[] {
  return useTagList().data?.tags ?? noTags;
}

/** Gives the tags with these ids, in the order of the list; one that is gone is left out. */
export function useTagsOf(): (ids: readonly string[]) => Tag[] {
  const tags = useTags();
  return useMemo(() => {
    return (ids: readonly string[]) => (ids.length === 0 ? [] : tags.filter(({ id }) => ids.includes(id)));
  }, [tags]);
}

/** Saves a new tag, or the one of this id. */
export function useSaveTag(id: string | undefined) {
  return useToastedMutation({
    queryKey: tagsKey,
    mutationFn: (tag: TagInput) =>
      id === undefined ? api("POST /tags", { body: tag }) : api("PUT /tags/:id", { id, body: tag }),
    confirms: teamCopy.inboxList.tags.saving,
  });
}

export function useMergeTag() {
  return useToastedMutation({
    queryKey: tagsKey,
    mutationFn: ({ id, into }: { id: string; into: string }) => api("POST /tags/:id/merge", { id, body: { into } }),
    done: () => teamCopy.inboxList.tags.merge.done,
    confirms: teamCopy.inboxList.tags.merging,
  });
}

export function useDeleteTag() {
  return useToastedMutation({
    queryKey: tagsKey,
    mutationFn: (id: string) => api("DELETE /tags/:id", { id }),
    done: () => teamCopy.inboxList.tags.delete.done,
    confirms: teamCopy.inboxList.tags.deleting,
  });
}

/** The colour that the fewest tags have, for the next one. */
export function nextColor(tags: readonly Tag[]): TagColor {
  const used = (color: TagColor) => tags.filter((tag) => tag.color === color).length;
  // Grey last, since it says the least.
  const [first = "grey"] = [...tagColors.slice(1), "grey" as const].toSorted((one, other) => used(one) - used(other));
  return first;
}
