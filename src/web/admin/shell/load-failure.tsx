import type { UseQueryResult } from "@tanstack/react-query";
import { actionFailureText } from "./failure-text.ts";

/** Says that `what` could not be loaded, with a retry button; renders nothing otherwise. */
export function LoadFailure({ what, query }: { what: string; query: UseQueryResult }) {
  // A retry of a first load counts as pending; the error stays until there is a response.
  if (!query.isError && !(query.isPending && query.errorUpdateCount > 0)) return null;
  return (
    <div className="refusal">
      <p role="alert">
        {what} could not be loaded. {query.error !== null && actionFailureText(query.error)}
      </p>
      <button
        type="button"
        className="button"
        aria-disabled={query.isFetching}
        onClick={() => {
          if (!query.isFetching) void query.refetch();
        }}
      >
        {query.isFetching ? "Loading..." : "Try again"}
      </button>
    </div>
  );
}
