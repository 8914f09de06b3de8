import type { Kysely } from "kysely";
import { createAuditStore } from "./audit/audit-queries.ts";
import { createApiTokenStore } from "./auth/api-tokens/api-token-queries.ts";
import { createPasskeyStore, createSecondFactorStore } from "./auth/second-factor/second-factor-queries.ts";
import { createSessionStore } from "./auth/session-queries.ts";
import { createKnownDeviceStore, createSignInFailureStore, createUsedTokenStore } from "./auth/sign-in-queries.ts";
import { createLinkStore } from "./auth/team/link-queries.ts";
import { createMemberStore } from "./auth/team/member-queries.ts";
import { createSignedMembersStore, createMemberSigning } from "./auth/team/member-signing-queries.ts";
import { createChannelListStore } from "./channels/channel-queries.ts";
import { createBinStore } from "./inbox/bin/bin-queries.ts";
import { createInboxChangeStore } from "./inbox/feed/inbox-feed-queries.ts";
import { createOwnSettingStore } from "./own-settings/own-settings-queries.ts";
import { createBellStore } from "./bell/bell-queries.ts";
import { type ErasingPlace, openErasingThread } from "./erasing-thread/erasing-thread.ts";
import { createSavedReplyStore } from "./inbox/saved-replies/saved-reply-queries.ts";
import { createSavedViewStore } from "./inbox/saved-views/saved-view-queries.ts";
import { createTagStore } from "./inbox/tags/tag-queries.ts";
import { createAcceptedAnswerStore } from "./inquiries/address-confirmation/accepted-answer-queries.ts";
import { createAddressConfirmationStore } from "./inquiries/address-confirmation/address-confirmation-queries.ts";
import { createAssignmentStore } from "./inquiries/assignment-queries.ts";
import { createAttachmentStore } from "./inquiries/attachments/attachment-queries.ts";
import { createBlockedSenderStore } from "./inquiries/blocked-sender-queries.ts";
import { createConversationStore } from "./inquiries/conversation-queries.ts";
import { createIncomingMailStore } from "./incoming-mail/incoming-mail-queries.ts";
import { createMailTryStore } from "./incoming-mail/mail-try-queries.ts";
import { createTakeStore } from "./incoming-mail/untaken/take-queries.ts";
import { createUntakenMailStore } from "./incoming-mail/untaken/untaken-mail-queries.ts";
import { createExportStore } from "./exports/export-queries.ts";
import { createImportStore } from "./imports/import-queries.ts";
import { createErasureStore } from "./inquiries/erasure-queries.ts";
import { settleFailedReply } from "./inquiries/failed-reply-queries.ts";
import { createEntryProofStore } from "./inquiries/entry-proof-queries.ts";
import { createDraftStore } from "./inquiries/draft-queries.ts";
import { createInquiryStore } from "./inquiries/inquiry-queries.ts";
import { createMergeStore } from "./inquiries/merge-queries.ts";
import { createSubmissionStore } from "./inquiries/submission-queries.ts";
import { createProfileStore } from "./profiles/profile-queries.ts";
import { createReportStore } from "./reports/report-queries.ts";
import { createOutboxStore } from "./notifications/outbox-queries.ts";
import { createSpaceStore } from "./space/space-queries.ts";
import { createSettingStore } from "./settings/settings-queries.ts";
import { createSignedWrites } from "./signing/signed-write.ts";
import { openQueryThread, type OpenSlowQueries, readHere } from "./query-thread/slow-queries.ts";
import type { Database } from "./store/database.ts";
import type { Engine } from "./store/engine.ts";
import { type FileRequest, watchFileRequests } from "./store/files/file-requests.ts";
import type { FileStore } from "./store/files/file-store.ts";
import type { FilesPlace } from "./store/files/files-place.ts";
import { hasOutside, type SharedFiles } from "./store/files/shared-files.ts";
import { createStoredFiles } from "./store/files/stored-files.ts";
import { createWatchedCommit, type SetUpDeliveries } from "./store/group-commit/group-commit.ts";
import { readLastBackup } from "./store/last-backup.ts";
import { type DatabasePlace, openDatabase, type OpenDatabase, openOnServer } from "./store/open-database.ts";
import { transferredTo, setTransferred } from "./store/transferred.ts";
import { noPubSub, type PubSub } from "./store/pub-sub.ts";
import { readsOfPrimary, type Replica } from "./store/replica.ts";
import { settleRestored } from "./store/restored.ts";

export type Store = ReturnType<typeof createStore>;

/**
 * Opens the store: `openDatabase` with the queries of every capability. `signingKeyFile` as for `openSigning`.
 * @throws what `openDatabase` throws
 */
export async function openStore(
  place: Parameters<typeof openDatabase>[0] & { signingKeyFile?: string | undefined },
): Promise<Store> {
  const { dataDir, signingKeyFile: keyFile } = place;
  return storeIn(await openDatabase(place), { dataDir, keyFile });
}

/** Opens a migrated store in PostgreSQL to which no other instance may connect yet. */
export async function openMigrated(database: DatabasePlace, files?: FilesPlace): Promise<Store> {
  return storeIn(await openOnServer({ ...database, files, isMigrated: true }), { dataDir: "", keyFile: undefined });
}

function storeIn(
  { db, engine, embedded, files, pubSub, wasUpgraded, replica, close }: OpenDatabase,
  key: { dataDir: string; keyFile: string | undefined },
): Store {
  const slowQueries = embedded === null ? readHere(db, engine, replica) : openQueryThread(embedded.file, db);
  const erasing = embedded && { ...key, turns: embedded.turns };
  return createStore(db, engine, slowQueries, close, pubSub, wasUpgraded, files, replica, erasing);
}

/** The queries of every capability on a migrated database. Slow ones go to `slowQueries`, some to the `replica`. */
export function createStore(
  db: Kysely<Database>,
  engine: Engine,
  slowQueries: OpenSlowQueries = readHere(db, engine),
  close: () => Promise<void> = () => db.destroy(),
  pubSub: PubSub = noPubSub,
  wasUpgraded = false,
  fileStore: FileStore | SharedFiles | null = null,
  replica: Replica | null = null,
  erasing: ErasingPlace | null = null,
) {
  const reads = replica ?? readsOfPrimary(db);
  const signedWrites = createSignedWrites();
  const signing = createMemberSigning(signedWrites);
  const members = createMemberStore(db, signing);
  let deliveries = (): SetUpDeliveries => ({ hasWebhook: false, hasMail: false });
  const erasingThread = erasing && openErasingThread(db, erasing, signedWrites, () => deliveries());
  const { write, check } = createWatchedCommit(db, engine, () => deliveries());
  const requests = fileStore && watchFileRequests(fileStore);
  const placeOfFiles = requests?.files ?? null;
  const files = createStoredFiles(db, engine, write, placeOfFiles);
  return {
    engine: engine.name,
    /** The last migration that this version knows. */
    schema: Object.keys(engine.migrations).toSorted().at(-1) ?? "",
    pubSub,
    replica,
    /** Writes what is signed, and knows what the store did not keep. */
    signedWrites,
    /** Sets the function that tells writes which deliveries are set up. */
    setDeliveries(ask: () => SetUpDeliveries): void {
      deliveries = ask;
    },
    /** Whether this program has migrated a shared database. */
    wasUpgraded,
    /** Runs something that only one program may do at a time; false if another one is doing it. */
    onlyHere: engine.onlyHere,
    apiTokens: createApiTokenStore(db, signing),
    audit: createAuditStore(db, write, slowQueries.audit),
    attachments: createAttachmentStore(db, engine, files),
    bin: createBinStore(db, write),
    assignments: createAssignmentStore(db, write),
    blockedSenders: createBlockedSenderStore(db, write),
    channelList: createChannelListStore(db, engine, signedWrites),
    inbox: slowQueries.inbox,
    inboxChanges: createInboxChangeStore(db),
    entryProofs: createEntryProofStore(db, engine, write, files),
    conversations: createConversationStore(db, engine, write, files),
    addressConfirmation: createAddressConfirmationStore(db, write),
    acceptedAnswers: createAcceptedAnswerStore(write),
    incomingMail: createIncomingMailStore(db),
    untakenMails: createUntakenMailStore(db, write),
    mailTries: createMailTryStore(db, write),
    takenMails: createTakeStore(db, engine, write, files),
    inquiries: {
      ...createInquiryStore(db, engine, write, slowQueries.inquiries, files),
      ...createErasureStore(db, engine, write, slowQueries.inquiries, files),
    },
    /** Null where only `inquiries` erases. */
    erasingThread,
    knownDevices: createKnownDeviceStore(db),
    exports: createExportStore(db, reads, placeOfFiles),
    imports: createImportStore(db, engine, write),
    merges: createMergeStore(write),
    members: { ...members, ...createLinkStore(db, signing, members) },
    signedMembers: createSignedMembersStore(db, signing),
    profiles: createProfileStore(db, write),
    passkeys: createPasskeyStore(db, signing),
    ownSettings: createOwnSettingStore(db, write),
    bell: createBellStore(db, write),
    drafts: createDraftStore(db, write),
    files,
    /** The place that programs share for files; null if there is none. */
    sharedFiles: fileStore !== null && "check" in fileStore ? fileStore : null,
    /** Calls a listener after each request to the place of the files. */
    onFileRequest: (listener: (request: FileRequest) => void): void => requests?.onEnd(listener),
    hasFilesOutside: () => hasOutside(db),
    savedReplies: createSavedReplyStore(db),
    savedViews: createSavedViewStore(db, write),
    tags: createTagStore(db, engine, write, slowQueries.tags),
    reports: createReportStore(db, engine, write, slowQueries.reports, reads),
    outbox: createOutboxStore(db, engine, write, settleFailedReply),
    secondFactors: createSecondFactorStore(db, signing),
    sessions: createSessionStore(db, signing),
    space: createSpaceStore(db, engine),
    settings: createSettingStore(db, engine, signedWrites),
    signInFailures: createSignInFailureStore(db),
    submissions: createSubmissionStore(db),
    /** Single-use tokens; the name is in a released metric label. */
    usedTickets: createUsedTokenStore(db),
    secret: (name: string, fresh: () => string) => readSecret(db, name, fresh),
    deleteOtherSecrets: (prefix: string, kept: string) => deleteOtherSecrets(db, prefix, kept),
    /** Returns the last backup of a store that several programs share. */
    lastBackup: () => readLastBackup(db),
    /** Drops the schemas that restores before this time left in the database. Returns their names. */
    purgeReplaced: (before: number) => engine.purgeReplaced(db, before),
    /** Returns where the store was moved to; null if it was not, and is the one to serve. */
    transferredTo: () => transferredTo(db),
    setTransferred: (place: string | null) => setTransferred(db, place),
    rewriteAtNight: () => engine.rewrite(db, "atNight"),
    /** Prepares a store that was restored from a backup. */
    settleRestored: (now: number) => settleRestored(db, now),
    /** @throws if the store does not respond, or cannot be written since a fault. */
    ping: check,
    async close(): Promise<void> {
      // The last connection to close checkpoints the log into the file, so the threads close first.
      await Promise.all([slowQueries.close(), erasingThread?.close()]);
      await close();
    },
  };
}

/**
 * The secret of this name. If there is none, stores `fresh`; of two concurrent calls, both get the first one stored.
 */
async function readSecret(db: Kysely<Database>, name: string, fresh: () => string): Promise<string> {
  await db
    .insertInto("secret")
    .values({ name, value: fresh() })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const row = await db.selectFrom("secret").select("value").where("name", "=", name).executeTakeFirstOrThrow();
  return row.value;
}

/** Deletes the secrets whose names begin with `prefix`, except the one named `kept`. */
async function deleteOtherSecrets(db: Kysely<Database>, prefix: string, kept: string): Promise<void> {
  const names = (await db.selectFrom("secret").select("name").execute()).map(({ name }) => name);
  const others = names.filter((name) => name.startsWith(prefix) && name !== kept);
  if (others.length > 0) await db.deleteFrom("secret").where("name", "in", others).execute();
}
