import { codeOf } from "../lib/errors.ts";

/** Why a backup could not be made or restored, in one line for the operator. */
export class BackupError extends Error {}

/** Turns a system error into one that names its setting, `what`; returns other errors unchanged. */
export function explained(error: unknown, what: string): unknown {
  if (error instanceof BackupError || !(error instanceof Error)) return error;
  const code = codeOf(error);
  // https://sqlite.org/rescode.html#full
  const isFull = "errcode" in error && error.errcode === 13;
  if (isFull || code === "ENOSPC" || code === "EDQUOT")
    return new BackupError(`${what}: the disk is full`, { cause: error });
  if (code === "EFBIG") return new BackupError(`${what}: it takes no file of this size`, { cause: error });
  if (code === "ENOENT") return new BackupError(`${what}: it is not there`, { cause: error });
  const isDenied = code === "EACCES" || code === "EPERM" || code === "EROFS" || code === "ENOTDIR";
  if (isDenied) return new BackupError(`${what}: it cannot be written (${code})`, { cause: error });
  return error;
}
