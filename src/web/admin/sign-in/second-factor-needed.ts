import type { Problem } from "#contract/error.ts";
import { ApiError } from "#web/api/api-client.ts";

/** The second step of a sign-in: the possible methods, and the ticket of the first step. */
export interface SecondFactorNeeded {
  ways: NonNullable<Problem["ways"]>;
  ticket: string;
}

/** What the response to a correct password also requires; undefined for any other error. */
export function secondFactorNeeded(error: unknown): SecondFactorNeeded | undefined {
  if (!(error instanceof ApiError) || error.problem.needs !== "second-factor") return undefined;
  const { ways, ticket } = error.problem;
  return ways === undefined || ticket === undefined ? undefined : { ways, ticket };
}
