import { constants } from "node:os";

/** Thrown if too many checks are waiting; the caller responds with 503. */
export class BusyError extends Error {}

/** Thrown if too many files are coming in; the caller responds with 503, and the sender may try again. */
export class FilesBusyError extends Error {}

/** A `multipart/form-data` body that ends too early, or is none. */
export class BrokenFormError extends Error {
  readonly statusCode = 400;
}

/** A part of a `multipart/form-data` body that its route does not know, such as a file under another name. */
export class UnknownPartError extends Error {
  readonly statusCode = 422;
  readonly field: string;

  constructor(field: string) {
    super("a form has a part that is not known");
    this.field = field;
  }
}

/** A configuration error, shown to the operator as one line without a stack. */
export class ConfigError extends Error {}

/** The code of a system error, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** The system's error codes for errors that mail and HTTP clients name differently. */
const clientCodes: ReadonlyArray<[RegExp, string]> = [
  [/timeout/i, "ETIMEDOUT"],
  [/^(NoConnection|EConnectionClosed|StateLogout|ClosedAfterConnect\w+|UND_ERR_SOCKET|ECONNECTION)$/, "ECONNRESET"],
];

/** The code that the system has for what a client of ours reports; undefined if it has none. */
export function systemCode(code: string): string | undefined {
  return clientCodes.find(([names]) => names.test(code))?.[1] ?? (code in constants.errno ? code : undefined);
}
