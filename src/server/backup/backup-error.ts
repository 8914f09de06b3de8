import { say, type ServerText } from "#copy/server/say.ts";
import { codeOf } from "../lib/errors.ts";
import { ExplainedError } from "../lib/explained-error.ts";

/** Thrown if a backup cannot be made, copied or restored. */
export class BackupError extends ExplainedError {}

/** Thrown if a file is no backup, or cannot be restored; commands print it in English. */
export class RestoreError extends BackupError {
  constructor(why: string, options?: ErrorOptions) {
    super(say("backup.other", { why }), options);
  }
}

/** Returns the name of the folder of backups in errors: its variable, unless owners have chosen the folder. */
export const placeOf = (path: string, isChosen: boolean): ServerText =>
  isChosen ? say("backup.chosen-place", { path }) : say("backup.place", { path });

/** Turns a system error into one that names its setting, `place`; returns other errors unchanged. */
export function explained(error: unknown, place: ServerText): unknown {
  if (error instanceof ExplainedError || !(error instanceof Error)) return error;
  const code = codeOf(error);
  // https://sqlite.org/rescode.html#full
  const isFull = "errcode" in error && error.errcode === 13;
  if (isFull || code === "ENOSPC" || code === "EDQUOT")
    return new BackupError(say("backup.disk-full", { place }), { cause: error });
  if (code === "EFBIG") return new BackupError(say("backup.file-too-large", { place }), { cause: error });
  if (code === "ENOENT") return new BackupError(say("backup.not-there", { place }), { cause: error });
  const isDenied = code === "EACCES" || code === "EPERM" || code === "EROFS" || code === "ENOTDIR";
  if (isDenied) return new BackupError(say("backup.not-writable", { place, code }), { cause: error });
  return error;
}
