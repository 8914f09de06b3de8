import { type QueryFunction, type QueryKey, useQuery } from "@tanstack/react-query";

/**
 * Loads the data of a form once while the form is shown: with a newer version than the form was filled from, saving
 * would replace a colleague's change unasked.
 */
export function useFormQuery<Data>(queryKey: QueryKey, queryFn: QueryFunction<Data>) {
  return useQuery({
    queryKey,
    queryFn,
    gcTime: 0,
    // The data is not loaded again after signing in again either; a first load that failed is.
    staleTime: ({ state }) => (state.data === undefined ? 0 : "static"),
  });
}
