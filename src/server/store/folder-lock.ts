import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The folder is being used by another program in a way that shuts this one out. */
export class FolderInUseError extends Error {}

export interface FolderLock {
  release(): void;
}

const busy = 5;

/**
 * Says that this process uses the folder, together with others. The system lets go of it when the process ends, however it ends:
 * it is a lock of SQLite's on a file of no content (https://sqlite.org/lockingv3.html).
 * @throws FolderInUseError while somebody has the folder alone
 */
export function shareFolder(dataDir: string): FolderLock {
  return lock(fileIn(dataDir), "begin; select count(*) from sqlite_schema", "a restore is going on in the folder");
}

/** The folder for this process alone. @throws FolderInUseError while another program uses it */
export function takeFolder(dataDir: string): FolderLock {
  return lock(fileIn(dataDir), "begin exclusive", "a program is using the folder");
}

/** A lock of any name for this process alone. @throws FolderInUseError while another one has it */
export function takeFile(path: string): FolderLock {
  return lock(path, "begin exclusive", "another program holds the lock");
}

function fileIn(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return join(dataDir, "in-use.lock");
}

function lock(path: string, statements: string, why: string): FolderLock {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec("pragma journal_mode = memory");
    for (const statement of statements.split(";")) database.prepare(statement).all();
  } catch (error) {
    database.close();
    const code = error instanceof Error && "errcode" in error ? error.errcode : undefined;
    throw code === busy ? new FolderInUseError(why, { cause: error }) : error;
  }
  return { release: () => database.close() };
}
