import { type QueryFunction, type QueryKey, useQuery } from "@tanstack/react-query";

/**
 * What fills a form, asked for once while the form is shown: with a newer version than the form was filled from, saving
 * would replace a colleague's change unasked.
 */
export function useFormQuery<Data>(queryKey: QueryKey, queryFn: QueryFunction<Data>) {
  return useQuery({
    queryKey,
    queryFn,
    gcTime: 0,
    // Not after signing in again either; a first load that failed is tried again then.
    staleTime: ({ state }) => (state.data === undefined ? 0 : "static"),
  });
}
