import type { Problem } from "#contract/error.ts";
import { ApiError } from "../../../api-client.ts";

/** The second step of a sign-in, which the server asks for: how it may be done, and the ticket of the first. */
export interface SecondFactorNeeded {
  ways: NonNullable<Problem["ways"]>;
  ticket: string;
}

/** What an answer to a right password asks for besides; undefined where it is another refusal. */
export function secondFactorNeeded(error: unknown): SecondFactorNeeded | undefined {
  if (!(error instanceof ApiError) || error.problem.needs !== "second-factor") return undefined;
  const { ways, ticket } = error.problem;
  return ways === undefined || ticket === undefined ? undefined : { ways, ticket };
}
