import type { CallName, IdOf, QueryOf, ResponseOf, SentBodyOf, VersionOf } from "#contract/calls.ts";
import { ApiError, call } from "./api-client.ts";
import { postWithFiles, type WithFiles } from "./post-with-files.ts";

/** A part of what is sent: required, optional or absent, as the call is declared. */
type Part<Key extends string, Value> = [Value] extends [undefined] ? unknown : Record<Key, Value>;

/** What the client sends with a call. */
export type Sent<Name extends CallName> = Part<"id", IdOf<Name>> &
  Part<"body", SentBodyOf<Name>> &
  (QueryOf<Name> extends undefined ? unknown : { query?: Partial<Record<keyof QueryOf<Name>, QueryValue>> }) &
  (null extends VersionOf<Name> ? { version?: number } : Part<"version", VersionOf<Name>>) & { signal?: AbortSignal };

/** Empty values are left out. */
type QueryValue = string | number | null | undefined;

/** `sent` may be left out where nothing of it is required. */
type Arguments<Name extends CallName> = object extends Sent<Name> ? [sent?: Sent<Name>] : [sent: Sent<Name>];

/** Any of the parts, as the functions below read them. */
interface AnyParts {
  id?: string | number;
  body?: unknown;
  query?: Record<string, QueryValue>;
  version?: number;
  signal?: AbortSignal;
}

/** Makes a call of the team's API, which `contract/calls.ts` declares. @throws ApiError */
export async function api<Name extends CallName>(name: Name, ...[sent]: Arguments<Name>): Promise<ResponseOf<Name>> {
  const { body, version, signal } = (sent ?? {}) as AnyParts;
  const headers = version === undefined ? {} : ifMatch(version);
  const [method = ""] = name.split(" ");
  return call(method, pathOf(name, sent), body, { headers, ...(signal !== undefined && { signal }) });
}

/** Makes a call with files, if there are any. @throws ApiError */
export async function apiWithFiles<Name extends CallName>(
  name: Name,
  sent: Sent<Name>,
  files: Pick<WithFiles, "files" | "onProgress">,
): Promise<ResponseOf<Name>> {
  const { body, version } = sent as AnyParts;
  const headers = version === undefined ? {} : ifMatch(version);
  return postWithFiles(pathOf(name, sent), { ...(body as Record<string, string | undefined>) }, { ...files, headers });
}

/** The address of a call, for links, files and streams. */
export function addressOf<Name extends CallName>(
  name: Name,
  ...[sent]: object extends AddressParts<Name> ? [sent?: AddressParts<Name>] : [sent: AddressParts<Name>]
): string {
  return `/api${pathOf(name, sent)}`;
}

type AddressParts<Name extends CallName> = Pick<Sent<Name>, keyof Sent<Name> & ("id" | "query")>;

/** The path and the query of a call, below `/api`. */
function pathOf(name: string, sent: unknown): string {
  const { id, query = {} } = (sent ?? {}) as AnyParts;
  const [, pattern = ""] = name.split(" ");
  const path = pattern.replace(":id", encodeURIComponent(id ?? ""));
  const values = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") values.set(key, String(value));
  }
  return values.size === 0 ? path : `${path}?${values.toString()}`;
}

/** The header of a call that is made on a version: it is refused if that is no longer the present one. */
export const ifMatch = (version: number) => ({ "if-match": `"${version}"` });

/** A call that was rejected because what it was made on has changed; `Current` is what its contract has for that. */
interface StaleError<Current> extends ApiError {
  problem: ApiError["problem"] & { current: Current };
}

export function isStale<Current>(error: unknown): error is StaleError<Current> {
  return error instanceof ApiError && error.status === 412 && "current" in error.problem;
}
