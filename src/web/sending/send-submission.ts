import type { Answered } from "#contract/receipt.ts";
import { ApiError } from "../api-client.ts";
import { type FormMarks, type Submission, submissionApi } from "./submission-api.ts";

/** A challenge may be over before it is solved on a slow phone; more often than this it is not tried. */
const maxWorks = 3;

/**
 * Brings a message to the team. Where the server asks for a proof of work, it is done and the message sent again.
 * @throws ApiError where it was not taken
 */
export async function sendSubmission(submission: Submission, form: FormMarks = {}): Promise<Answered> {
  let marks = form;
  for (let works = 0; ; works++) {
    try {
      return await submissionApi.send(submission, marks);
    } catch (error) {
      const challenge = challengeIn(error);
      const work = challenge === undefined || works === maxWorks ? undefined : await solve(challenge);
      if (work === undefined) throw error;
      marks = { ...form, work };
    }
  }
}

/** The challenge that the server answered with, if it did. */
function challengeIn(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 429) return undefined;
  const { needs, challenge }: { needs?: string | undefined; challenge?: unknown } = error.problem;
  return needs === "work" ? challenge : undefined;
}

/** Undefined where this browser cannot solve it, or not get what solves it. */
async function solve(challenge: unknown): Promise<string | undefined> {
  try {
    const { solveWork } = await import("./solve-work.ts");
    return await solveWork(challenge);
  } catch {
    return undefined;
  }
}

/** Whether the same message may be taken later: no answer, one that is not ours, a server that fails or is too busy. */
export function isForNow(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 429 || error.status >= 500 || error.serverMessage === undefined;
}

/** Whether the key was used for other fields already: the next message needs a new one. */
export function isKeyTaken(error: ApiError): boolean {
  return error.status === 422 && Object.keys(error.errors).length === 0;
}
