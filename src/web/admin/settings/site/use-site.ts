import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SiteProposed, SiteView } from "#contract/site/site-settings.ts";
import { settingsApi } from "#web/api/settings-api.ts";
import { isStale } from "#web/api/team-call.ts";
import { useToast } from "#web/ui/messages/toast.tsx";
import { useFormQuery } from "../../forms/use-form-query.ts";

const queryKey = ["site"];

/** The site, for its form. */
export function useSiteView() {
  return useFormQuery(queryKey, settingsApi.site);
}

/**
 * A change of the site. `confirms` is a phrase such as "publish the site"; `done` is the toast of a success; a change
 * that waits says so itself. If a colleague was first, the cache takes the colleague's site.
 */
export function useSiteChange<Input>(options: {
  make: (known: SiteView, input: Input) => Promise<SiteView | SiteProposed>;
  confirms: string;
  done: string;
}) {
  const { make, confirms, done } = options;
  const client = useQueryClient();
  const toast = useToast();
  return useMutation<SiteView | SiteProposed, Error, Input>({
    meta: { confirms },
    mutationFn: (input) => {
      const known = client.getQueryData<SiteView>(queryKey);
      if (known === undefined) throw new Error("the site is changed before it is loaded");
      return make(known, input);
    },
    onSuccess: (answer) => {
      const waits = "site" in answer;
      client.setQueryData(queryKey, waits ? answer.site : answer);
      toast("success", waits ? answer.message : done);
    },
    onError: (error) => {
      if (isStale<SiteView>(error)) client.setQueryData(queryKey, error.problem.current);
    },
  });
}
