import { inEnglish } from "#copy/server/render.ts";
import { ConfigError } from "../lib/errors.ts";
import { keyPath, readKeyFile } from "../signing/key-file.ts";
import { commitCountFault } from "../store/integrity/commit-counter.ts";
import type { Config } from "../config.ts";
import { oneOf, readArguments } from "../lib/command-line.ts";
import { runCommand, withStore } from "./command-config.ts";
import { audited, describeBackup, showProgress } from "./common.ts";
import { describeLost } from "../backup/backed-files.ts";
import { orderable } from "../backup/backup-config.ts";
import { makeBackup } from "../backup/make-backup.ts";
import { transferredTo, refuseTransferred } from "../store/transferred.ts";
import { sqliteFile } from "../store/open-database.ts";
import { placeVariable } from "../store/files/files-place.ts";
import { openForReading } from "../store/sqlite/open.ts";
import { connected } from "../store/transfer/postgres-ends.ts";
import { copyOffsite } from "../backup/offsite.ts";
import { hookedBackup, runHook } from "../backup/hook.ts";
import { BackupError } from "../backup/backup-error.ts";
import { ExplainedError } from "../lib/explained-error.ts";
import { BackupElsewhereError } from "../store/last-backup.ts";

const usage = `npm run backup [-- fingerprint]

  Makes a backup of the store, and of what belongs to it in DATA_DIR, in BACKUP_DIR; the server may keep running.
  It is encrypted with BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, or for BACKUP_RECIPIENT, and signed with the key
  that signs the channels. If they are set, it is copied to the bucket (BACKUP_S3_BUCKET), and BACKUP_HOOK runs with its
  path. With fingerprint, makes no backup and prints that key's fingerprint, which a restore on another machine asks for.`;

const { rest: what } = readArguments({ usage, rest: oneOf(["make", "fingerprint"], "make") });
await runCommand(what === "fingerprint" ? printFingerprint : run);

async function printFingerprint({ dataDir, signingKeyFile }: Config): Promise<number> {
  const place = { dataDir, keyFile: signingKeyFile };
  const keys = await readKeyFile(place);
  if (keys === null) throw new ConfigError(`There is no key yet at ${keyPath(place)}: the first start makes it`);
  console.log(keys.kid);
  return 0;
}

async function run(config: Config): Promise<number> {
  const { dataDir, signingKeyFile, database, files } = config;
  const order = orderable(config.backup.server);
  // Whatever else is wrong with the store, the backup itself explains.
  refuseTransferred(await readTransferredTo(config).catch(() => null), config);
  const { progress, end } = showProgress(process.stderr);
  const record = (event: Parameters<typeof audited>[1]) => withStore(config, (opened) => audited(opened, event));
  const made = await makeBackup({ ...order, dataDir, keyFile: signingKeyFile, database, files }, progress)
    .finally(end)
    .catch(async (error: unknown) => {
      const why = error instanceof ExplainedError ? error.text : error instanceof Error ? error.message : "unknown";
      // The failure goes first; without a store there is no log.
      await record({ kind: "backup-failed", about: { why } }).catch(() => undefined);
      throw error;
    });
  console.log(describeBackup(made, order.folder));
  if (made.lost.count > 0) {
    const place = files === undefined ? "DATA_DIR" : placeVariable[files.kind];
    console.error(
      `${place}: missing, or changed: ${describeLost(made.lost)}. See "A damaged store" in docs/operating.md`,
    );
  }
  for (const { name, why } of made.stuck)
    console.error(`BACKUP_DIR: the old backup ${name} could not be deleted (${why}): delete it yourself`);
  const unwatched = database === undefined ? commitCountFault(dataDir) : null;
  if (unwatched !== null) console.error(`DATA_DIR: ${inEnglish(unwatched)}`);
  const lost = made.lost.count > 0 && { lost: made.lost.count };
  await record({ kind: "backup-made", about: { bytes: made.bytes, ...lost } });
  await copy(config.backup.server, order, made.name).catch((error: unknown) => {
    if (!(error instanceof BackupElsewhereError)) throw error;
    console.log("The server is copying the backups, and copies this one too.");
  });
  return 0;
}

/** Reads the mark without migrating the store: the backup before an upgrade comes before its migrations. */
async function readTransferredTo({ dataDir, database }: Config): Promise<string | null> {
  if (database !== undefined) return connected(database.url, 1, transferredTo);
  const db = openForReading(sqliteFile(dataDir));
  try {
    return await transferredTo(db);
  } finally {
    await db.destroy();
  }
}

/** Copies the backup `name` to where it is configured to go. @throws BackupElsewhereError while the server does so */
async function copy(
  { offsite, hook }: Config["backup"]["server"],
  order: { folder: string; days: number },
  name: string,
): Promise<void> {
  if (offsite !== undefined) {
    const { progress, end } = showProgress(process.stderr);
    const { uploaded } = await copyOffsite({ ...order, place: offsite }, progress).finally(end);
    console.log(
      uploaded.length === 0
        ? `It is in the bucket ${offsite.bucket} already`
        : `Copied to the bucket ${offsite.bucket}, and read back: ${uploaded.join(", ")}`,
    );
  }
  if (hook === undefined || (await hookedBackup(order.folder)) === name) return;
  const outcome = await runHook(hook, order.folder, name).done;
  if (!outcome.ok && outcome.reason === "failed") throw new BackupError(outcome.message);
  console.log(`Ran ${hook.program}`);
}
