import type { UseQueryResult } from "@tanstack/react-query";
import { actionFailureText } from "./failure-text.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";

/** Says that `what` could not be loaded, with a retry button; renders nothing otherwise. */
export function LoadFailure({ what, query }: { what: string; query: UseQueryResult }) {
  // A retry of a first load counts as pending; the error stays until there is a response.
  if (!query.isError && !(query.isPending && query.errorUpdateCount > 0)) return null;
  return (
    <Alert>
      <p role="alert">
        {what} could not be loaded. {query.error !== null && actionFailureText(query.error)}
      </p>
      <Button busy={query.isFetching} onClick={() => void query.refetch()}>
        {query.isFetching ? "Loading..." : "Try again"}
      </Button>
    </Alert>
  );
}
