import { randomUUID } from "node:crypto";
import { type FileHandle, link, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** How a file comes to its place: as a new one, or in the place of the one that is there. */
type Placing = (temporary: string, path: string) => Promise<void>;

/**
 * Makes a file that only its owner may read, whole or not at all, and on disk when this resolves.
 * False, and nothing has changed, where there is one already.
 */
export async function createFile(path: string, text: string): Promise<boolean> {
  try {
    // A link fails where a rename would put itself in the place of what another process has just made.
    await place(path, text, link);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Puts a file in the place of the one that is there, if any, so that a reader finds the old one or the new one. */
export async function replaceFile(
  path: string,
  text: string,
  like: { mode: number; uid?: number; gid?: number } = { mode: 0o600 },
): Promise<void> {
  await place(path, text, rename, async (file) => {
    await file.chmod(like.mode);
    const { uid, gid } = await file.stat();
    // Run by another user, as root, it must stay readable to the one that serves.
    if (like.uid !== undefined && like.gid !== undefined && (like.uid !== uid || like.gid !== gid)) {
      await file.chown(like.uid, like.gid);
    }
  });
}

/** The code of a system error, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

async function place(
  path: string,
  text: string,
  placing: Placing,
  ready: (file: FileHandle) => Promise<void> = async () => undefined,
): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(text);
      await ready(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await placing(temporary, path);
    await syncFolder(dirname(path));
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Has on disk what was written into a file. */
export const syncFile = (path: string): Promise<void> => sync(path, "r+");

/** A name is on disk once its folder is. */
export const syncFolder = (path: string): Promise<void> => sync(path, "r");

async function sync(path: string, flags: string): Promise<void> {
  const opened = await open(path, flags);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
