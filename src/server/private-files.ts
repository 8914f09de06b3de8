import { append } from "#domain/lists.ts";
import { chmodSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join, parse } from "node:path";
import { isMainThread } from "node:worker_threads";

/** Files that the server writes into its folder; all others are foreign. */
const ours = /^(front-desk[.-]|(signing-key|official-channels|audit-log)\.)|\.(lock|unfinished)$/;
/** Our subfolders, including their content; of `files`, only its folders, which nobody else can enter. */
const ourFolders = /^(\.(backup|restoring)-|replaced-|files$)/;
const forOthers = 0o077;

/**
 * Makes the server's files accessible to its own user only: sets the umask, and tightens modes in `dataDir`. `warn`
 * gets the paths that were too open, and those that belong to another user and stay open.
 */
export function keepPrivate(
  { dataDir, signingKeyFile }: { dataDir: string; signingKeyFile?: string | undefined },
  warn: (text: string) => void,
): void {
  // Modes on Windows do not describe other users' access.
  if (process.platform === "win32") return;
  // The umask also covers files by SQLite and other programs. Worker threads share it.
  if (isMainThread) process.umask(forOthers);
  const closed: string[] = [];
  const open: string[] = [];
  for (const { path, mode } of tooOpen(dataDir)) {
    (close(path, mode, dataDir) ? closed : open).push(`${path} (${(mode & 0o7777).toString(8)})`);
  }
  if (closed.length > 0)
    warn(`DATA_DIR: other users of this machine could reach ${closed.join(", ")}; it is private now.`);
  if (open.length > 0)
    warn(
      `DATA_DIR: other users of this machine can reach ${open.join(", ")}, which belongs to another user or to ` +
        "all: give the server a folder of its own (chown), and make it private (chmod 700, its files 600).",
    );
  const key = signingKeyFile === undefined ? undefined : statSync(signingKeyFile, { throwIfNoEntry: false });
  if (key !== undefined && (key.mode & 0o007) !== 0)
    warn(`SIGNING_KEY_FILE: every user of this machine can reach ${signingKeyFile}: make it private (chmod 600).`);
}

/** The folder comes first: once it is private, nobody can replace a file in it. */
function tooOpen(dataDir: string): Array<{ path: string; mode: number }> {
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (folder === undefined) return [];
  const found = [{ path: dataDir, mode: folder.mode }];
  for (const name of namesIn(dataDir)) {
    const path = join(dataDir, name);
    if (ours.test(name)) append(found, modeOf(path));
    if (!ourFolders.test(name)) continue;
    append(
      found,
      [path, ...namesIn(path).map((each) => join(path, each))].flatMap((each) => modeOf(each)),
    );
  }
  return found.filter(({ mode }) => (mode & forOthers) !== 0);
}

/** Skips symbolic links: a link's mode has no meaning, and its target is the operator's. */
function modeOf(path: string): Array<{ path: string; mode: number }> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true || found?.isDirectory() === true ? [{ path, mode: found.mode }] : [];
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A missing or unreadable folder is reported where it is needed.
    return [];
  }
}

/**
 * Takes the rights of others away from a path. Returns false if its mode is not ours to change: another user's path, or
 * a shared folder such as /tmp.
 */
function close(path: string, mode: number, dataDir: string): boolean {
  const isForAll = (mode & 0o1000) !== 0 || (path === dataDir && parse(path).root === path);
  if (isForAll) return false;
  try {
    chmodSync(path, mode & 0o7777 & ~forOthers);
    return true;
  } catch {
    return false;
  }
}
