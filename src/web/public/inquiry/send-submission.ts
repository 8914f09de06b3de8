import type { Answered } from "#contract/inquiries/submission.ts";
import { ApiError } from "#web/api/api-client.ts";
import { type HiddenValues, type Submission, submissionApi } from "#web/api/submission-api.ts";

/** A challenge may expire before a slow phone solves it; this is the limit of attempts. */
const maxWorks = 3;

/** Sends a submission, with a proof of work if the server asks for one. @throws ApiError if it was not accepted */
export function sendSubmission(
  submission: Submission,
  form: HiddenValues = {},
  onProgress?: (part: number) => void,
): Promise<Answered> {
  return sendWithWork((marks) => submissionApi.send(submission, marks, onProgress), form);
}

/**
 * Calls `send` with the form's metadata. If the server asks for a proof of work, solves it and sends again. @throws
 * ApiError if it was not accepted
 */
export async function sendWithWork<Result>(
  send: (marks: HiddenValues) => Promise<Result>,
  form: HiddenValues,
): Promise<Result> {
  let marks = form;
  for (let works = 0; ; works++) {
    try {
      return await send(marks);
    } catch (error) {
      const challenge = challengeIn(error);
      const work = challenge === undefined || works === maxWorks ? undefined : await solve(challenge);
      if (work === undefined) throw error;
      marks = { ...form, work };
    }
  }
}

/** The challenge in the server's response, if any. */
function challengeIn(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 429) return undefined;
  const { needs, challenge }: { needs?: string | undefined; challenge?: unknown } = error.problem;
  return needs === "work" ? challenge : undefined;
}

/** Returns the solution of a challenge; undefined if this browser cannot solve it, or cannot load the solver. */
async function solve(challenge: unknown): Promise<string | undefined> {
  try {
    const { solveWork } = await import("./solve-work.ts");
    return await solveWork(challenge);
  } catch {
    return undefined;
  }
}

/**
 * Returns whether the same submission may succeed later: no response, one that is not ours, a server error or an
 * overload.
 */
export function isForNow(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 429 || error.status >= 500 || error.serverMessage === undefined;
}

/** Returns whether the key was already used for other fields: the next submission needs a new one. */
export function isKeyTaken(error: ApiError): boolean {
  return error.status === 422 && Object.keys(error.errors).length === 0;
}
