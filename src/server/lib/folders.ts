import { readdir, statfs } from "node:fs/promises";
import { codeOf } from "./errors.ts";

/** The names in a folder; none if there is no folder. @throws the system's error */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return [];
    throw error;
  }
}

/** The bytes that this user can still write on the disk of a folder. @throws the system's error */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
