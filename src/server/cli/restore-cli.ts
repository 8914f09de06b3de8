import { basename, resolve } from "node:path";
import { instant } from "#domain/time/instant.ts";
import { type Config, readConfig } from "../config.ts";
import { ConfigError } from "../lib/errors.ts";
import { openMigrated, openStore } from "../open-store.ts";
import { keepPrivate } from "../private-files.ts";
import { createAdmission } from "../backup/restore/admit-backup.ts";
import { flag, readArguments, UsageError } from "../lib/command-line.ts";
import { openSigning } from "../signing/create-signing.ts";
import { runCommand } from "./command-config.ts";
import { openAsking } from "../lib/terminal.ts";
import { ageOf, audited, counted } from "./common.ts";
import { describeLost } from "../backup/backed-files.ts";
import { openBackup, type OpenedBackup, type Opening, type Settled } from "../backup/restore/restore.ts";
import type { SharedFiles } from "../backup/restore/read-backup.ts";
import { backupName, listBackups } from "../backup/stored-backups.ts";
import { fetchOffsite, listOffsite } from "../backup/offsite.ts";
import { RestoreError } from "../backup/backup-error.ts";
import { day } from "#domain/time/durations.ts";

const usage = `npm run restore -- <file> [--yes | --replace] [--accept-key=<fingerprint>] [--unencrypted] [--unsigned]
    [--without-missing-files] [--take-files]

  Checks a backup and prints what a restore would do. --yes restores it into an empty DATA_DIR or database;
  --replace replaces the existing store, which is kept. Stop the server first. The backup is opened with
  BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE (or BACKUP_PASSPHRASE_PREVIOUS), or with the key in BACKUP_IDENTITY_FILE.
  Instead of a file: s3:list lists the backups in the bucket (BACKUP_S3_BUCKET), s3:<name> and s3:latest restore from it.

  Only backups signed with this installation's key are accepted without asking:
  --accept-key=<fingerprint>  accepts one signed with another key, as on a new machine; otherwise you type its fingerprint
  --unencrypted               accepts an unencrypted one; BACKUP_UNENCRYPTED=true does the same
  --unsigned                  accepts an unsigned one, as earlier versions made; otherwise you confirm it

  If files in pooled-files are missing or damaged, nothing is restored:
  --without-missing-files     restores everything else, and names the inquiries whose files are lost

  With FILES_S3_BUCKET or FILES_SHARED, files go into that place:
  --take-files                takes it over from a store that is lost for good, whose files there are deleted later`;

const { values, rest } = readArguments({
  usage,
  options: {
    yes: flag,
    replace: flag,
    unencrypted: flag,
    unsigned: flag,
    "take-files": flag,
    "without-missing-files": flag,
    "accept-key": { type: "string", read: readFingerprint },
  },
  rest([file, ...more]) {
    if (file !== undefined && more.length === 0) return file;
    throw new UsageError("Name one file: the backup");
  },
});
const order = { ...values, file: rest, key: values["accept-key"] };
type Order = typeof order;
await runCommand(
  (config) => run(order, config),
  (env) => {
    const config = readConfig(env);
    keepPrivate(config, console.error);
    return config;
  },
);

function readFingerprint(given: readonly string[]): string | undefined {
  const key = given.at(-1);
  if (key === undefined || /^[\w-]{43}$/.test(key)) return key;
  throw new UsageError("must be the fingerprint of a key: 43 letters, digits, - and _");
}

async function run(flags: Order, settings: Config): Promise<number> {
  const { dataDir } = settings;
  const backup = settings.backup.server;
  const [, what] = /^s3:(.*)$/.exec(flags.file) ?? [];
  if (what === undefined) return check(flags, resolve(flags.file), settings);
  if (backup.offsite === undefined)
    throw new ConfigError("s3: needs BACKUP_S3_BUCKET and the other BACKUP_S3_ variables");
  if (what === "list") {
    for (const name of await listOffsite(backup.offsite)) console.log(`s3:${name}`);
    return 0;
  }
  const { name, path, openShared, discard } = await fetchOffsite(backup.offsite, what, dataDir);
  try {
    return await check({ ...flags, file: `s3:${name}` }, path, settings, openShared);
  } finally {
    await discard();
  }
}

/** Opens the backup at `path`, and restores it if that is wanted. */
async function check(flags: Order, path: string, settings: Config, openShared?: SharedFiles): Promise<number> {
  const { dataDir, signingKeyFile } = settings;
  const backup = settings.backup.server;
  const { ask, close } = openAsking();
  try {
    const admission = createAdmission({
      place: { dataDir, keyFile: signingKeyFile },
      // If backups are configured without encryption, `--unencrypted` is implied.
      accepted: { ...flags, unencrypted: flags.unencrypted || backup.key?.kind === "none" },
      say: console.log,
      // If the input has ended, the refusal tells which option to use.
      ask: (question) => ask(question).catch(() => ""),
    });
    const opened = await open(settings, flags["take-files"], path, {
      secrets: backup.secrets,
      admission,
      openShared,
      withoutMissing: flags["without-missing-files"],
    });
    try {
      // An attacker with write access to the bucket could rename an old backup, which is signed as well.
      if (flags.file.startsWith("s3:") && `s3:${backupName(Date.parse(opened.manifest.madeAt), true)}` !== flags.file)
        throw new RestoreError(
          `${flags.file}: it was made at ${opened.manifest.madeAt}, which is not what its name says: somebody has put ` +
            "another in its place. Nothing has been changed",
        );
      return await restore(opened, flags, settings, admission.accepted());
    } finally {
      await opened.discard();
    }
  } finally {
    close();
  }
}

async function open(
  { dataDir, database, files }: Config,
  takesFiles: boolean,
  path: string,
  opening: Omit<Opening, "openStore">,
): Promise<OpenedBackup> {
  if (database === undefined) {
    return openBackup(dataDir, path, { ...opening, openStore: (staged) => openStore({ dataDir: staged }) });
  }
  const { openPostgresBackup } = await import("../backup/restore/restore-postgres.ts");
  const place = { ...database, files, takesFiles };
  return openPostgresBackup(dataDir, place, path, { ...opening, openStore: () => openMigrated(database, files) });
}

async function restore(backup: OpenedBackup, flags: Order, settings: Config, accepted: string[]): Promise<number> {
  const { dataDir, signingKeyFile, database } = settings;
  const { file: name } = flags;
  const place = database === undefined ? dataDir : "the database";
  const { manifest, present, lost, missing, erasedSince } = backup;
  const inquiries = counted(manifest.rows["inquiry"] ?? 0, "inquiry", "inquiries");
  const age = ageOf(Date.parse(manifest.madeAt), Date.now());
  console.log(
    `${basename(name)} is ${missing.count === 0 ? "whole" : "whole but for files"}. It was made at ${manifest.madeAt} (${age}) and holds ${inquiries}.`,
  );
  for (const line of await describeAge(manifest.madeAt, settings)) console.log(line);
  if (lost.count > 0) console.log(`Not in it, since they were lost when it was made: ${describeLost(lost)}.`);
  if (missing.count > 0) console.log(`Lost, since they are missing or damaged: ${describeLost(missing, Infinity)}.`);
  console.log(summaryOf(backup, place));
  const isWanted = flags.replace || (flags.yes && present === null);
  if (!isWanted) {
    const needed = present === null ? "--yes" : "--replace";
    const taken = [
      ...(flags.key === undefined ? [] : [`--accept-key=${flags.key}`]),
      ...(flags.unencrypted ? ["--unencrypted"] : []),
      ...(flags.unsigned ? ["--unsigned"] : []),
      ...(flags["without-missing-files"] ? ["--without-missing-files"] : []),
      ...(flags["take-files"] ? ["--take-files"] : []),
    ];
    const command = ["npm run restore --", name, ...taken, needed].join(" ");
    console.log(`Nothing has been changed. To restore it, stop the server, then: ${command}`);
    return flags.yes ? 1 : 0;
  }
  const { replaced, erased, bin } = await backup.putInPlace(async (store, folder) => {
    const about = {
      madeAt: manifest.madeAt,
      erasedAgain: erasedSince.length,
      ...(lost.count > 0 && { lost: lost.count }),
      ...(missing.count > 0 && { leftOut: missing.count }),
    };
    // Record what the operator accepted without proof of origin.
    const event = { kind: "restored" as const, about: accepted.length === 0 ? about : { ...about, accepted } };
    try {
      const signing = await openSigning({ dataDir: folder, keyFile: signingKeyFile });
      await audited({ store, signing }, event);
    } catch (error) {
      // The restore goes first: without its key the server refuses to start and says why.
      console.error(`The audit log could not be written: ${error instanceof Error ? error.message : "unknown"}`);
    }
  });
  console.log(`Restored, and checked: ${place}. Everybody has to sign in again.`);
  if (erasedSince.length > 0) console.log(`Erased again: ${erased} of them were in the backup.`);
  if (bin.inquiries > 0) console.log(describeBin(bin));
  if (replaced !== null) console.log(`What was there is in ${replaced}: delete it once you do not need it any more.`);
  return 0;
}

/** An older genuine backup may hold a member or a number that has been removed since. */
async function describeAge(madeAt: string, { backup }: Config): Promise<string[]> {
  const at = Date.parse(madeAt);
  const { days, folder } = backup.server;
  const [newest] = folder === undefined ? [] : await listBackups(folder).catch(() => []);
  return [
    ...(newest !== undefined && newest.madeAt > at ? [`There is a newer one in BACKUP_DIR: ${newest.name}.`] : []),
    ...(Date.now() - at > days * day ? [`It is older than backups get here (legal.backupDays: ${days} days).`] : []),
  ];
}

function describeBin({ inquiries, renewed }: Settled["bin"]): string {
  const contents = `The bin holds ${counted(inquiries, "inquiry", "inquiries")}, to be restored in the admin area.`;
  return renewed === 0 ? contents : `${contents} The time of ${renewed} of them there was over: it counts from now.`;
}

function summaryOf({ manifest, present, erasedSince }: OpenedBackup, place: string): string {
  if (present === null) return `There is no store in ${place}.`;
  if (present === "unreadable") {
    return (
      `The store in ${place} cannot be read: what was erased since the backup was made comes back, and has to be ` +
      "erased again by hand."
    );
  }
  const since = present.progress.inquiries - manifest.accepted;
  const last = present.lastInquiryAt === null ? "" : `, the last of them at ${instant(present.lastInquiryAt)}`;
  const lines = [`The store in ${place} holds ${counted(present.inquiries, "inquiry", "inquiries")}${last}.`];
  if (since > 0)
    lines.push(
      `It is NEWER: ${counted(since, "inquiry was", "inquiries were")} accepted after the backup, and would be ` +
        "gone from it.",
    );
  if (erasedSince.length > 0) {
    const byTeam = erasedSince.filter(({ reason }) => reason === "team").length;
    lines.push(
      `${counted(erasedSince.length, "erasure", "erasures")} that the backup does not know will be made ` +
        `again${byTeam === 0 ? "" : `, ${byTeam} of them the team's own`}.`,
    );
  }
  return lines.join("\n");
}
