import { readConfig } from "../config.ts";
import { tellFailure } from "../failure.ts";
import { commitCountFault } from "../store/commit-count.ts";
import { openStore } from "../store/store.ts";
import { audited } from "./audited.ts";
import { orderable } from "./backup-config.ts";
import { describeBackup, showProgress } from "./backup-words.ts";
import { makeBackup } from "./make-backup.ts";

const usage = `npm run backup

  Makes a backup of the store, and of what belongs to it in DATA_DIR, in BACKUP_DIR; the server may go on serving. It is encrypted with
  BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, or for BACKUP_RECIPIENT.`;

let config;
try {
  config = readConfig(process.env);
  if (process.argv.length > 2) {
    console.log(usage);
    process.exitCode = process.argv[2] === "help" ? 0 : 1;
  } else {
    const order = orderable(config.backup);
    const { tell, end } = showProgress(process.stderr);
    const made = await makeBackup({ ...order, dataDir: config.dataDir, database: config.database }, tell).finally(end);
    console.log(describeBackup(made, order.folder));
    const unwatched = config.database === undefined ? commitCountFault(config.dataDir) : null;
    if (unwatched !== null) console.error(`DATA_DIR: ${unwatched}`);
    const store = await openStore(config);
    try {
      const place = { dataDir: config.dataDir, keyFile: config.signingKeyFile };
      await audited(store, place, { kind: "backup-made", about: { bytes: made.bytes } });
    } finally {
      await store.close();
    }
  }
} catch (error) {
  console.error(tellFailure(error, config));
  process.exitCode = 1;
}
