import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makePrivateFile } from "#server/lib/durable-file.ts";

/** Thrown if another program holds a conflicting lock on the folder. */
export class FolderInUseError extends Error {}

export interface FolderLock {
  release(): void;
}

const busy = 5;

/**
 * Takes a shared lock on the folder. It is an SQLite lock on an empty file (https://sqlite.org/lockingv3.html), so the
 * system releases it however the process ends.
 * @throws FolderInUseError while another program has it exclusively
 */
export function shareFolder(dataDir: string): FolderLock {
  return lock(fileIn(dataDir), "begin; select count(*) from sqlite_schema", "a restore is going on in the folder");
}

/** Takes an exclusive lock on the folder. @throws FolderInUseError while another program uses it */
export function takeFolder(dataDir: string): FolderLock {
  return lock(fileIn(dataDir), "begin exclusive", "a program is using the folder");
}

/** Takes an exclusive lock on any path. @throws FolderInUseError while another process has it */
export function takeFile(path: string): FolderLock {
  return lock(path, "begin exclusive", "another program holds the lock");
}

function fileIn(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return join(dataDir, "in-use.lock");
}

function lock(path: string, statements: string, why: string): FolderLock {
  makePrivateFile(path);
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
