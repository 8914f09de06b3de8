import { basename, resolve } from "node:path";
import { type Config, readConfig } from "../config.ts";
import { tellFailure } from "../failure.ts";
import { audited } from "./audited.ts";
import { counted } from "./backup-words.ts";
import { openBackup, type OpenedBackup } from "./restore.ts";

const usage = `npm run restore -- <file> [--yes | --replace]

  Checks a backup, and says what restoring it would do. With --yes it is put into an empty DATA_DIR or database, with --replace into the
  place of the store that is there, which is kept aside. Stop the server before. It is opened with BACKUP_PASSPHRASE or
  BACKUP_PASSPHRASE_FILE, or with the key in BACKUP_IDENTITY_FILE.`;

const given = process.argv.slice(2);
const [file, ...more] = given.filter((each) => !each.startsWith("--"));
const flags = new Set(given.filter((each) => each.startsWith("--")));
const isKnown = [...flags].every((flag) => flag === "--yes" || flag === "--replace");

let config;
try {
  config = readConfig(process.env);
  if (file === undefined || more.length > 0 || !isKnown) {
    console.log(usage);
    process.exitCode = 1;
  } else {
    const backup = await opened(config, resolve(file));
    try {
      process.exitCode = await restore(backup, file, config);
    } finally {
      await backup.discard();
    }
  }
} catch (error) {
  console.error(tellFailure(error, config));
  process.exitCode = 1;
}

async function opened({ dataDir, database, backup: { secrets } }: Config, path: string): Promise<OpenedBackup> {
  if (database === undefined) return openBackup(dataDir, path, secrets);
  const { openPostgresBackup } = await import("./restore-postgres.ts");
  return openPostgresBackup(dataDir, database, path, secrets);
}

async function restore(backup: OpenedBackup, name: string, settings: Config): Promise<number> {
  const { dataDir, signingKeyFile, database } = settings;
  const place = database === undefined ? dataDir : "the database";
  const { manifest, present, erasedSince } = backup;
  const inquiries = counted(manifest.rows["inquiry"] ?? 0, "inquiry", "inquiries");
  console.log(`${basename(name)} is whole. It was made at ${manifest.madeAt} and holds ${inquiries}.`);
  console.log(tellOf(backup, place));
  const isWanted = flags.has("--replace") || (flags.has("--yes") && present === null);
  if (!isWanted) {
    const flag = present === null ? "--yes" : "--replace";
    console.log(`Nothing has been changed. To restore it, stop the server, then: npm run restore -- ${name} ${flag}`);
    return flags.has("--yes") ? 1 : 0;
  }
  const { replaced, erased } = await backup.putInPlace(async (store, folder) => {
    const event = { kind: "restored" as const, about: { madeAt: manifest.madeAt, erasedAgain: erasedSince.length } };
    try {
      await audited(store, { dataDir: folder, keyFile: signingKeyFile }, event);
    } catch (error) {
      // The data come first: without its key the server does not start, and says so.
      console.error(`The audit log could not be written: ${error instanceof Error ? error.message : "unknown"}`);
    }
  });
  console.log(`Restored, and checked: ${place}. Everybody has to sign in again.`);
  if (erasedSince.length > 0) console.log(`Erased again: ${erased} of them were in the backup.`);
  if (replaced !== null) console.log(`What was there is in ${replaced}: delete it once you do not need it any more.`);
  return 0;
}

function tellOf({ manifest, present, erasedSince }: OpenedBackup, place: string): string {
  if (present === null) return `There is no store in ${place}.`;
  if (present === "unreadable") {
    return `The store in ${place} cannot be read: what was erased since the backup was made comes back, and has to be erased again by hand.`;
  }
  const since = present.progress.inquiries - manifest.accepted;
  const last =
    present.lastInquiryAt === null ? "" : `, the last of them at ${new Date(present.lastInquiryAt).toISOString()}`;
  const lines = [`The store in ${place} holds ${counted(present.inquiries, "inquiry", "inquiries")}${last}.`];
  if (since > 0)
    lines.push(
      `It is NEWER: ${counted(since, "inquiry was", "inquiries were")} accepted after the backup, and would be gone from it.`,
    );
  if (erasedSince.length > 0) {
    lines.push(
      `${counted(erasedSince.length, "erasure", "erasures")} that the backup does not know will be made again.`,
    );
  }
  return lines.join("\n");
}
