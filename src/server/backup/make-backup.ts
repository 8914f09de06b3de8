import { createReadStream, existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { createHash, randomUUID } from "node:crypto";
import { syncFolder } from "../signing/durable-file.ts";
import { FolderInUseError, takeFile } from "../store/folder-lock.ts";
import { sqliteFile } from "../store/store.ts";
import { writeArchive } from "./archive.ts";
import { BackupError, explained } from "./backup-error.ts";
import { backupName } from "./backup-name.ts";
import { copyEmbedded } from "./copy-embedded.ts";
import { keptFiles } from "./kept-files.ts";
import { type Manifest, manifestName, type StoreCopy } from "./manifest.ts";
import { readBackup } from "./read-backup.ts";
import { type BackupKey, seal } from "./sealing.ts";
import { prune } from "./stock.ts";

export interface BackupOrder {
  dataDir: string;
  /** The folder that backups go to; made where it is missing. */
  folder: string;
  key: BackupKey;
  /** How many to keep, and for how many days at most. */
  keep: number;
  days: number;
  /** Where the store is PostgreSQL; `programs` is the folder of its client programs, where they are not on PATH. */
  database?: { url: string; programs?: string | undefined } | undefined;
  /** The last backup that is known: where another program has made a later one, none is made. */
  after?: number | undefined;
}

export interface MadeBackup {
  name: string;
  bytes: number;
  madeAt: number;
  /** How many inquiries it holds. */
  inquiries: number;
  pruned: string[];
}

/** What is being done, and how far it is, where that is known. */
export type Tell = (step: string, done?: number, total?: number) => void;

/** A copy of the store that another backup has left, and files that are not whole. */
const leftover = /^\.backup-|^\.front-desk-.*\.tmp$/;
/**
 * Makes a backup of all that stands in the data folder while the server may be serving, reads it back, and only then gives it its
 * name. One at a time. Old ones are deleted then.
 * @throws BackupError, and nothing half-written is left
 */
export async function makeBackup(
  order: BackupOrder,
  tell: Tell = () => undefined,
  now = Date.now,
): Promise<MadeBackup> {
  const { dataDir, database, after } = order;
  if (database === undefined) {
    if (!existsSync(sqliteFile(dataDir))) throw new BackupError(`DATA_DIR: there is no store in ${dataDir}`);
    return makeLocked(order, (aside) => copyEmbedded(dataDir, aside, tell), tell, now);
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // What speaks to PostgreSQL is loaded where it is needed, and nowhere else.
  const { takeBackupTurn } = await import("../store/postgres/backing-up.ts");
  const { dumpPostgres } = await import("./dump-postgres.ts");
  return takeBackupTurn(database.url, after, async (turn) => {
    const made = await makeLocked(order, (aside) => dumpPostgres(database, turn, aside, tell), tell, now);
    await turn.note(made);
    return made;
  });
}

async function makeLocked(
  order: BackupOrder,
  copy: (aside: string) => Promise<StoreCopy>,
  tell: Tell,
  now: () => number,
): Promise<MadeBackup> {
  const { dataDir, folder } = order;
  const lock = takeLock(join(dataDir, "backup.lock"));
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw explained(error, `BACKUP_DIR: the folder ${folder}`);
    });
    await sweep(dataDir);
    await sweep(folder);
    // Beside the store, where it is no less safe than that one: not in the folder of the backups.
    const aside = await mkdtemp(join(dataDir, ".backup-")).catch((error: unknown) => {
      throw explained(error, `DATA_DIR: the folder ${dataDir}`);
    });
    try {
      const madeAt = now();
      const manifest = await copyAside(dataDir, aside, madeAt, copy).catch((error: unknown) => {
        throw explained(error, `DATA_DIR: the copy of the store in ${dataDir}`);
      });
      const name = backupName(madeAt, order.key.kind !== "none");
      const bytes = await write(order, aside, manifest, name, tell).catch((error: unknown) => {
        throw explained(error, `BACKUP_DIR: the folder ${folder}`);
      });
      const pruned = await prune(folder, { ...order, keep: Math.max(1, order.keep) }, now());
      return { name, bytes, madeAt, inquiries: manifest.rows["inquiry"] ?? 0, pruned };
    } finally {
      await rm(aside, { recursive: true, force: true });
    }
  } finally {
    lock.release();
  }
}

function takeLock(path: string) {
  try {
    return takeFile(path);
  } catch (error) {
    if (error instanceof FolderInUseError) throw new BackupError("another backup is being made", { cause: error });
    throw explained(error, `DATA_DIR: the file ${path}`);
  }
}

async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (leftover.test(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Copies everything into a folder of its own, the store by `copy`, and says what is there. */
async function copyAside(
  dataDir: string,
  aside: string,
  madeAt: number,
  copy: (aside: string) => Promise<StoreCopy>,
): Promise<Manifest> {
  const names = await keptFiles(dataDir);
  // What is written after the store is copied before it, and is no newer, then. The keys come last: a newer file of keys knows the older ones.
  const isKey = (name: string) => name.endsWith(".pem");
  for (const name of names.filter((each) => !isKey(each))) await copyFile(join(dataDir, name), join(aside, name));
  const { file, engine, migrations, accepted, rows, sums } = await copy(aside);
  for (const name of names.filter(isKey)) await copyFile(join(dataDir, name), join(aside, name));
  const parts: Manifest["parts"] = [];
  for (const name of new Set([...names, file])) {
    const hash = createHash("sha256");
    for await (const chunk of createReadStream(join(aside, name))) hash.update(chunk);
    parts.push({ name, bytes: (await stat(join(aside, name))).size, sha256: hash.digest("hex") });
  }
  return {
    format: "front-desk-backup",
    version: 1,
    madeAt: new Date(madeAt).toISOString(),
    engine,
    migrations,
    accepted,
    rows,
    sums,
    parts,
  };
}

/** Writes the archive under a passing name, on disk; reads it back; gives it its name. */
async function write(order: BackupOrder, aside: string, manifest: Manifest, name: string, tell: Tell): Promise<number> {
  const { folder, key } = order;
  const temporary = join(folder, `.${name}.${randomUUID()}.tmp`);
  try {
    const text = Buffer.from(JSON.stringify(manifest, null, 2));
    const total = manifest.parts.reduce((sum, { bytes }) => sum + bytes, 0);
    const entries = [
      { name: manifestName, bytes: text.length, body: only(text) },
      ...manifest.parts.map((part) => ({ ...part, body: createReadStream(join(aside, part.name)) })),
    ];
    const { stream, secrets } = await seal(counted(writeArchive(entries), total, "Writing the backup", tell), key);
    const file = await open(temporary, "wx", 0o600);
    let bytes = 0;
    try {
      for await (const chunk of stream) {
        await file.writeFile(chunk);
        bytes += chunk.length;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    const read = await readBackup(temporary, secrets, undefined, (done) => tell("Reading it back", done, total));
    if (JSON.stringify(read) !== JSON.stringify(manifest))
      throw new BackupError("what was read back is another backup");
    await rename(temporary, join(folder, name));
    await syncFolder(folder);
    return bytes;
  } finally {
    await rm(temporary, { force: true });
  }
}

async function* only(chunk: Uint8Array) {
  yield chunk;
}

async function* counted(stream: AsyncIterable<Uint8Array>, total: number, step: string, tell: Tell) {
  let done = 0;
  for await (const chunk of stream) {
    yield chunk;
    done += chunk.length;
    tell(step, Math.min(done, total), total);
  }
}
