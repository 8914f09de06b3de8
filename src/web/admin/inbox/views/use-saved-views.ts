import { teamCopy } from "#copy/current.ts";
import { useQuery } from "@tanstack/react-query";
import type { SavedView, SavedViewInput } from "#contract/inbox/saved-view.ts";
import { savedViewApi } from "#web/api/saved-view-api.ts";
import { useToastedMutation } from "../../forms/use-toasted-mutation.ts";

export const viewsKey = ["views"];
const noViews: readonly SavedView[] = [];

/** The member's own views and the shared ones; none until they are loaded. The feed reports changes. */
export function useSavedViews(): readonly SavedView[] {
  return useQuery({ queryKey: viewsKey, queryFn: savedViewApi.list, staleTime: 60_000 }).data ?? noViews;
}

/** Saves a new view, or the one of this id. */
export function useSaveView(id: string | undefined) {
  return useToastedMutation({
    queryKey: viewsKey,
    mutationFn: (view: SavedViewInput) => (id === undefined ? savedViewApi.add(view) : savedViewApi.replace(id, view)),
    done: () => teamCopy.inbox.views.saved,
    confirms: teamCopy.inbox.views.toSave,
  });
}

export function useDeleteView() {
  return useToastedMutation({
    queryKey: viewsKey,
    mutationFn: savedViewApi.delete,
    done: () => teamCopy.inbox.views.deleted,
    confirms: teamCopy.inbox.views.toDelete,
  });
}
