import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { createBinStore } from "./bin.ts";
import { createAuditStore } from "./audit-log.ts";
import { createChannelBookStore } from "./channel-book.ts";
import { createCommitCounter } from "./commit-counter.ts";
import { keepSums, makeSums } from "./content-sums.ts";
import type { Database } from "./database.ts";
import type { Engine } from "./engine.ts";
import { type FolderLock, shareFolder } from "./folder-lock.ts";
import { createInboxChangeStore } from "./inbox-changes.ts";
import { createInquiryStore } from "./inquiries.ts";
import { createKnownDeviceStore } from "./known-devices.ts";
import { createMemberSigning } from "./member-signing.ts";
import { createMemberRoll } from "./member-roll.ts";
import { createMemberStore } from "./members.ts";
import { readLastBackup } from "./last-backup.ts";
import { inspectStore } from "./inspect-store.ts";
import { migrate } from "./migrate.ts";
import { noPubSub, type PubSub } from "./pub-sub.ts";
import { createPasskeyStore } from "./passkeys.ts";
import { openQueryThread, type Reader, readHere } from "./query-thread.ts";
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
import { createUsedTokenStore } from "./used-tokens.ts";

export type Store = ReturnType<typeof createStore>;

/**
 * Opens the store in the PostgreSQL `database` or, without one, in the folder `dataDir`, which is created if missing,
 * and migrates it. With `acceptDamage` a damaged embedded store is accepted as it is.
 * @throws StoreDamagedError, FolderInUseError, StoreTooNewError, what `openPostgres` throws, or the system's error if
 * the folder cannot be written.
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
    // Loads the PostgreSQL driver only if needed.
    const { openPostgres } = await import("./postgres/open.ts");
    const { db, engine, notices, wasUpgraded } = await openPostgres(database);
    return createStore(db, engine, readHere(db, engine), () => db.destroy(), notices, wasUpgraded);
  }
  const lock = shareFolder(dataDir);
  try {
    return await openShared(dataDir, acceptDamage, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Opens a migrated store in PostgreSQL to which no other instance may connect yet. */
export async function openMigrated(database: { url: string; connections: number }): Promise<Store> {
  const { openPostgres } = await import("./postgres/open.ts");
  const { db, engine, notices } = await openPostgres({ ...database, isMigrated: true });
  return createStore(db, engine, readHere(db, engine), () => db.destroy(), notices);
}

async function openShared(dataDir: string, acceptDamage: boolean, lock: FolderLock): Promise<Store> {
  const file = sqliteFile(dataDir);
  if (!acceptDamage) inspectStore(dataDir, file);
  const count = createCommitCounter(dataDir, file);
  const db = openSqlite(file, (database) => count.write(database));
  try {
    const isOther = await migrate(db, sqliteEngine);
    // The new sums may have other counts.
    if (isOther || acceptDamage) count.forget();
    if (acceptDamage) {
      // Indexes can be rebuilt from the rows.
      await sql`reindex`.execute(db);
      await db.transaction().execute((transaction) => makeSums(transaction));
    }
    await keepSums(db);
    await emptyLog(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return createStore(db, sqliteEngine, openQueryThread(file, db), async () => {
    await db.destroy();
    count.close();
    lock.release();
  });
}

/** The stores of a migrated database. Slow queries go to `reader`. */
export function createStore(
  db: Kysely<Database>,
  engine: Engine,
  reader: Reader = readHere(db, engine),
  close: () => Promise<void> = () => db.destroy(),
  notices: PubSub = noPubSub,
  wasUpgraded = false,
) {
  const signing = createMemberSigning();
  const { write, check } = createWatchedCommit(db, engine);
  return {
    engine: engine.name,
    notices,
    /** Whether this program has migrated a shared database. */
    wasUpgraded,
    /** Runs something that only one program may do at a time; false if another one is doing it. */
    onlyHere: engine.onlyHere,
    audit: createAuditStore(db, write, reader.audit),
    bin: createBinStore(db, write),
    channelBook: createChannelBookStore(db, engine),
    inbox: reader.inbox,
    inboxChanges: createInboxChangeStore(db),
    inquiries: createInquiryStore(db, engine, write, reader.inquiries),
    knownDevices: createKnownDeviceStore(db),
    members: createMemberStore(db, signing),
    memberRoll: createMemberRoll(db, signing),
    passkeys: createPasskeyStore(db, signing),
    savedReplies: createSavedReplyStore(db),
    outbox: createOutboxStore(db, engine, write),
    secondFactors: createSecondFactorStore(db, signing),
    sessions: createSessionStore(db, signing),
    settings: createSettingStore(db, engine),
    signInFailures: createSignInFailureStore(db),
    submissions: createSubmissionStore(db),
    usedTickets: createUsedTokenStore(db),
    secret: (name: string, fresh: () => string) => readSecret(db, name, fresh),
    forgetOtherSecrets: (prefix: string, kept: string) => forgetOtherSecrets(db, prefix, kept),
    /** Of a store that several programs share. */
    lastBackup: () => readLastBackup(db),
    /** Deletes what restores before this time have replaced within the database. Returns the names. */
    forgetReplaced: (before: number) => engine.forgetReplaced(db, before),
    /** For a store restored from a backup. */
    settleRestored: (now: number) => settleRestored(db, now),
    /** @throws if the store does not respond, or cannot be written since a fault. */
    ping: check,
    async close(): Promise<void> {
      // The last connection to close checkpoints the log into the file, so the reader closes first.
      await reader.close();
      await close();
    },
  };
}

/** The path of the store in its folder. */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, "front-desk.sqlite");
}
