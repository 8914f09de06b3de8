import { backup, DatabaseSync } from "node:sqlite";

/**
 * Copies a snapshot of a store while others write to it (https://sqlite.org/backup.html). All pages in one step, since
 * a backup in several steps restarts after each write of another connection. Does not block the event loop.
 */
export async function copyStore(file: string, copy: string): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    await backup(source, copy, { rate: 2 ** 31 - 1 });
  } finally {
    source.close();
  }
}
