import { backup, DatabaseSync } from "node:sqlite";

/**
 * Copies a store as of one moment while others write to it (https://sqlite.org/backup.html). All pages in one step: a backup in
 * several begins again whenever somebody has written in between. It does not hold up the event loop.
 */
export async function copyStore(file: string, copy: string): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    await backup(source, copy, { rate: 2 ** 31 - 1 });
  } finally {
    source.close();
  }
}
