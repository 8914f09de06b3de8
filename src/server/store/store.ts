import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { createAuditStore } from "./audit-log.ts";
import { createChannelBookStore } from "./channel-book.ts";
import type { Database } from "./database.ts";
import { createInboxStore } from "./inbox.ts";
import { createInboxChangeStore } from "./inbox-changes.ts";
import { createInquiryStore } from "./inquiries.ts";
import { createKnownDeviceStore } from "./known-devices.ts";
import { createMemberStore } from "./members.ts";
import { migrate } from "./migrate.ts";
import { createPasskeyStore } from "./passkeys.ts";
import { createSavedReplyStore } from "./saved-replies.ts";
import { createOutboxStore } from "./outbox.ts";
import { forgetOtherSecrets, readSecret } from "./secrets.ts";
import { createSecondFactorStore } from "./second-factors.ts";
import { createSessionStore } from "./sessions.ts";
import { createSettingStore } from "./settings.ts";
import { createSignInFailureStore } from "./sign-in-failures.ts";
import { openSqlite } from "./sqlite.ts";
import { createWatchedCommit } from "./store-health.ts";
import { createSubmissionStore } from "./submissions.ts";
import { createUsedTicketStore } from "./used-tickets.ts";

export type Store = ReturnType<typeof createStore>;

/**
 * Opens the store in `dataDir`, which is made where it is missing, and brings it to this version's schema.
 * @throws StoreTooNewError, or the system's own error where the folder cannot be written.
 */
export async function openStore({ dataDir }: { dataDir: string }): Promise<Store> {
  const db = openSqlite(sqliteFile(dataDir));
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return createStore(db);
}

/** What the services ask of a migrated database. */
export function createStore(db: Kysely<Database>) {
  const { write, check } = createWatchedCommit(db);
  return {
    audit: createAuditStore(db, write),
    channelBook: createChannelBookStore(db),
    inbox: createInboxStore(db),
    inboxChanges: createInboxChangeStore(db),
    inquiries: createInquiryStore(db, write),
    knownDevices: createKnownDeviceStore(db),
    members: createMemberStore(db),
    passkeys: createPasskeyStore(db),
    savedReplies: createSavedReplyStore(db),
    outbox: createOutboxStore(db, write),
    secondFactors: createSecondFactorStore(db),
    sessions: createSessionStore(db),
    settings: createSettingStore(db),
    signInFailures: createSignInFailureStore(db),
    submissions: createSubmissionStore(db),
    usedTickets: createUsedTicketStore(db),
    secret: (name: string, fresh: () => string) => readSecret(db, name, fresh),
    forgetOtherSecrets: (prefix: string, kept: string) => forgetOtherSecrets(db, prefix, kept),
    /** @throws where the store does not answer, or cannot be written since a fault. */
    ping: check,
    close: () => db.destroy(),
  };
}

function sqliteFile(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return join(dataDir, "front-desk.sqlite");
}
