import { ApiError } from "./api-client.ts";

/** The header of a call that is made on a version: it is refused if that is no longer the present one. */
export const ifMatch = (version: number) => ({ "if-match": `"${version}"` });

/** A call that was rejected because what it was made on has changed; `Current` is what its contract has for that. */
interface StaleError<Current> extends ApiError {
  problem: ApiError["problem"] & { current: Current };
}

export function isStale<Current>(error: unknown): error is StaleError<Current> {
  return error instanceof ApiError && error.status === 412 && "current" in error.problem;
}
