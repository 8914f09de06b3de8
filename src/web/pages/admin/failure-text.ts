import { ApiError } from "../../api-client.ts";
import { PasskeyFailure } from "./passkeys/passkey-failure.ts";

/** Whether the server refused a call because nobody is signed in any more. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Whether it was refused until the member has set up a second factor. */
export function mustSetUpFirst(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403 && error.problem.needs === "second-factor-setup";
}

/** What to tell a person of a call that failed: the server's own words where it sent some. */
export function failureText(error: unknown): string {
  if (error instanceof PasskeyFailure) return error.message;
  const failure = error instanceof ApiError ? error : undefined;
  if (failure?.serverMessage !== undefined) return failure.serverMessage;
  if (failure?.status === 0) return "The server did not answer. Please check the connection and try again.";
  return "Something went wrong. Please try again.";
}

/** The same of something that a member did: it still holds after they have signed in again. */
export function actionFailureText(error: unknown): string {
  return isSignedOut(error)
    ? "You were signed out before this was done. Once you are signed in again, please do it once more."
    : failureText(error);
}
