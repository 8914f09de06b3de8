import { teamCopy } from "#copy/current.ts";
import { ApiError } from "#web/api/api-client.ts";
import { PasskeyFailure } from "../security/passkey.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";

/** Returns whether a call was rejected because the session has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Returns whether a call was rejected until the member sets up a second factor. */
export function mustSetUpFirst(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403 && error.problem.needs === "second-factor-setup";
}

/** The text for a failed call: the server's message if there is one. */
export function failureText(error: unknown): string {
  if (error instanceof PasskeyFailure) return error.message;
  const failure = error instanceof ApiError ? error : undefined;
  if (failure?.serverMessage !== undefined) return failure.serverMessage;
  if (failure?.status === 0) return teamCopy.forms.noAnswer;
  return teamCopy.forms.wentWrong;
}

/** Returns the text about a failure of a member's own action: it still holds after signing in again. */
export function actionFailureText(error: unknown): string {
  return isSignedOut(error) ? teamCopy.forms.signedOut : failureText(error);
}

/** Says that `what`, such as "The history", could not be loaded, with a retry button; renders nothing otherwise. */
export function LoadFailure({ what, query }: { what: string; query: UseQueryResult }) {
  // A retry of a first load counts as pending; the error stays until there is a response.
  if (!query.isError && !(query.isPending && query.errorUpdateCount > 0)) return null;
  return (
    <Alert>
      <p role="alert">
        {teamCopy.forms.notLoaded(what)} {query.error !== null && actionFailureText(query.error)}
      </p>
      <Button variant="secondary" busy={query.isFetching} onClick={() => void query.refetch()}>
        {query.isFetching ? teamCopy.forms.loading : teamCopy.forms.tryAgain}
      </Button>
    </Alert>
  );
}
