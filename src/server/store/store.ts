import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { createAuditStore } from "./audit-log.ts";
import { createChannelBookStore } from "./channel-book.ts";
import { createCommitCount } from "./commit-count.ts";
import { keepSums, makeSums } from "./content-sums.ts";
import type { Database } from "./database.ts";
import type { Engine } from "./engine.ts";
import { type FolderLock, shareFolder } from "./folder-lock.ts";
import { createInboxChangeStore } from "./inbox-changes.ts";
import { createInquiryStore } from "./inquiries.ts";
import { createKnownDeviceStore } from "./known-devices.ts";
import { createMemberStore } from "./members.ts";
import { readLastBackup } from "./last-backup.ts";
import { lookAtStore } from "./look.ts";
import { migrate } from "./migrate.ts";
import { noNotices, type Notices } from "./notices.ts";
import { createPasskeyStore } from "./passkeys.ts";
import { openReader, type Reader, readHere } from "./reader.ts";
import { createSavedReplyStore } from "./saved-replies.ts";
import { createOutboxStore } from "./outbox.ts";
import { forgetOtherSecrets, readSecret } from "./secrets.ts";
import { settleRestored } from "./restored.ts";
import { createSecondFactorStore } from "./second-factors.ts";
import { createSessionStore } from "./sessions.ts";
import { createSettingStore } from "./settings.ts";
import { createSignInFailureStore } from "./sign-in-failures.ts";
import { emptyLog, openSqlite } from "./sqlite.ts";
import { sqliteEngine } from "./sqlite-engine.ts";
import { createWatchedCommit } from "./store-health.ts";
import { createSubmissionStore } from "./submissions.ts";
import { createUsedTicketStore } from "./used-tickets.ts";

export type Store = ReturnType<typeof createStore>;

/**
 * Opens the store in `database` or, without one, in `dataDir`, which is made where it is missing, and brings it to this version's
 * schema. `acceptDamage` takes an embedded one as it is.
 * @throws StoreDamagedError, FolderInUseError, StoreTooNewError, what `openPostgres` throws, or the system's own error where the
 * folder cannot be written.
 */
export async function openStore({
  dataDir,
  database,
  acceptDamage = false,
}: {
  dataDir: string;
  database?: { url: string; connections: number } | undefined;
  acceptDamage?: boolean;
}): Promise<Store> {
  if (database !== undefined) {
    // Its driver is loaded where it is needed, and nowhere else.
    const { openPostgres } = await import("./postgres/open.ts");
    const { db, engine, notices } = await openPostgres(database);
    return createStore(db, engine, readHere(db, engine), () => db.destroy(), notices);
  }
  const lock = shareFolder(dataDir);
  try {
    return await openShared(dataDir, acceptDamage, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Opens a store in a PostgreSQL that has this version's schema, and that no other instance is to be let in to yet. */
export async function openMigrated(database: { url: string; connections: number }): Promise<Store> {
  const { openPostgres } = await import("./postgres/open.ts");
  const { db, engine, notices } = await openPostgres({ ...database, isMigrated: true });
  return createStore(db, engine, readHere(db, engine), () => db.destroy(), notices);
}

async function openShared(dataDir: string, acceptDamage: boolean, lock: FolderLock): Promise<Store> {
  const file = sqliteFile(dataDir);
  if (!acceptDamage) lookAtStore(dataDir, file);
  const count = createCommitCount(dataDir, file);
  const db = openSqlite(file, (database) => count.write(database));
  try {
    const isOther = await migrate(db, sqliteEngine);
    // Made anew, the counts may be others.
    if (isOther || acceptDamage) count.forget();
    if (acceptDamage) {
      // Indexes are made of the rows, and can be made again.
      await sql`reindex`.execute(db);
      await db.transaction().execute(makeSums);
    }
    await keepSums(db);
    await emptyLog(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return createStore(db, sqliteEngine, openReader(file, db), async () => {
    await db.destroy();
    count.close();
    lock.release();
  });
}

/** What the services ask of a migrated database. What may take long is asked of `reader`. */
export function createStore(
  db: Kysely<Database>,
  engine: Engine,
  reader: Reader = readHere(db, engine),
  close: () => Promise<void> = () => db.destroy(),
  notices: Notices = noNotices,
) {
  const { write, check } = createWatchedCommit(db, engine);
  return {
    engine: engine.name,
    notices,
    /** Runs something that one program at a time does; false where another one is at it. */
    onlyHere: engine.onlyHere,
    audit: createAuditStore(db, write, reader.audit),
    channelBook: createChannelBookStore(db),
    inbox: reader.inbox,
    inboxChanges: createInboxChangeStore(db),
    inquiries: createInquiryStore(db, engine, write, reader.inquiries),
    knownDevices: createKnownDeviceStore(db),
    members: createMemberStore(db),
    passkeys: createPasskeyStore(db),
    savedReplies: createSavedReplyStore(db),
    outbox: createOutboxStore(db, engine, write),
    secondFactors: createSecondFactorStore(db),
    sessions: createSessionStore(db),
    settings: createSettingStore(db),
    signInFailures: createSignInFailureStore(db),
    submissions: createSubmissionStore(db),
    usedTickets: createUsedTicketStore(db),
    secret: (name: string, fresh: () => string) => readSecret(db, name, fresh),
    forgetOtherSecrets: (prefix: string, kept: string) => forgetOtherSecrets(db, prefix, kept),
    /** Of a store that several programs share. */
    lastBackup: () => readLastBackup(db),
    /** Deletes what a restore has put aside within the database before a time; gives the names. */
    forgetReplaced: (before: number) => engine.forgetReplaced(db, before),
    /** For a store that comes from a backup. */
    settleRestored: (now: number) => settleRestored(db, now),
    /** @throws where the store does not answer, or cannot be written since a fault. */
    ping: check,
    async close(): Promise<void> {
      // The last connection that is closed writes the log into the file.
      await reader.close();
      await close();
    },
  };
}

/** Where the store stands in its folder. */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, "front-desk.sqlite");
}
