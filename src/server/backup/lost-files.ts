import { createHash } from "node:crypto";
import { codeOf } from "../lib/errors.ts";
import { createFileFolder, filesFolder } from "../store/files/file-folder.ts";
import { sqliteFile } from "../store/open-database.ts";
import { filesNamedBy, type LostFiles, lostOf } from "../store/restored.ts";

/** No such file, a broken sector, and a folder in its place. */
const lostCodes = new Set(["ENOENT", "EIO", "EISDIR"]);

/** Reads all files that the SQLite store in a folder names, and compares them with what it knows of them. */
export async function findLostFiles(dataDir: string): Promise<LostFiles> {
  const store = sqliteFile(dataDir);
  const folder = createFileFolder(filesFolder(dataDir));
  const lost = new Set<string>();
  for (const [name, { sha256 }] of filesNamedBy(store).files)
    if ((await hashOf(folder.read(name))) !== sha256) lost.add(name);
  // Reads the names again: files that were erased meanwhile are not lost.
  return lostOf(filesNamedBy(store), (name) => lost.has(name));
}

/** Returns the hash in the form that the store has; null if the content cannot be read. */
async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    for await (const piece of content) hash.update(piece);
  } catch (error) {
    if (lostCodes.has(codeOf(error) ?? "")) return null;
    throw error;
  }
  return hash.digest("base64url");
}
