import { teamCopy } from "#copy/current.ts";
import { useQuery } from "@tanstack/react-query";
import type { SavedView, SavedViewInput } from "#contract/inbox/saved-view.ts";
import { api } from "#web/api/team-call.ts";
import { useToastedMutation } from "../../forms/use-toasted-mutation.ts";

export const viewsKey = ["views"];
const noViews: readonly SavedView[] = [];
const fetchViews = async () => (await api("GET /saved-views")).views;

/** The member's own views and the shared ones; none until they are loaded. The feed reports changes. */
export function useSavedViews(): readonly SavedView[] {
  return useQuery({ queryKey: viewsKey, queryFn: fetchViews, staleTime: 60_000 }).data ?? noViews;
}

/** Saves a new view, or the one of this id. */
export function useSaveView(id: string | undefined) {
  return useToastedMutation({
    queryKey: viewsKey,
    mutationFn: (view: SavedViewInput) =>
      id === undefined ? api("POST /saved-views", { body: view }) : api("PUT /saved-views/:id", { id, body: view }),
    done: () => teamCopy.inbox.views.saved,
    confirms: teamCopy.inbox.views.toSave,
  });
}

export function useDeleteView() {
  return useToastedMutation({
    queryKey: viewsKey,
    mutationFn: (id: string) => api("DELETE /saved-views/:id", { id }),
    done: () => teamCopy.inbox.views.deleted,
    confirms: teamCopy.inbox.views.toDelete,
  });
}
