import { randomBytes } from "node:crypto";
import type { Audit } from "../audit/audit.ts";
import type { Config } from "../config.ts";
import type { Outbox } from "../notifications/outbox.ts";
import type { Store } from "../open-store.ts";
import type { SettingsService } from "../settings/settings.ts";
import type { Encryption } from "../signing/encryption.ts";
import type { Space } from "../space/space.ts";
import type { UntrustedInput } from "../untrusted-input/untrusted-input.ts";
import { createAddressConfirmation } from "./address-confirmation/address-confirmation.ts";
import { createAttachments } from "./attachments/attachments.ts";
import { createBlockedSenders } from "./blocked-senders.ts";
import { createConversations } from "./conversation.ts";
import type { EntryProofs } from "./entry-proofs.ts";
import { createInquiries, createSubmissionKeys } from "./inquiries.ts";
import { createTurns } from "./turns.ts";
import { createSpamGuard } from "./spam-guard/spam-guard.ts";

/** Creates what accepts and erases inquiries and answers, and the spam guard before it. */
export async function composeInquiries(deps: {
  store: Store;
  config: Pick<Config, "limits" | "site">;
  audit: Audit;
  outbox: Outbox;
  settings: SettingsService;
  encryption: Encryption;
  proofs: EntryProofs;
  untrustedInput: UntrustedInput;
  untakenMails: { eraseByEmail: (email: string) => Promise<number> };
  attempts: Parameters<typeof createAddressConfirmation>[0]["attempts"];
  space: Pick<Space, "admit">;
  publishInbox: () => void;
  now: () => number;
}) {
  const { space, store, config, audit, outbox, settings, encryption, untrustedInput, attempts, publishInbox, now } =
    deps;
  const secret = (name: string) => store.secret(name, () => randomBytes(32).toString("base64url"));
  const submissionKeys = createSubmissionKeys(await secret("submission keys"));
  const blockedSenders = createBlockedSenders({
    store: store.blockedSenders,
    encryption,
    audit,
    publishInbox,
    site: config.site,
    now,
  });
  const attachments = createAttachments({
    store: store.attachments,
    untrustedInput,
    limits: config.limits.attachments,
    now,
  });
  const conversations = createConversations({
    space,
    blockedSenders,
    attachments,
    proofs: deps.proofs,
    store: store.conversations,
    inquiries: store.inquiries,
    submissions: store.submissions,
    submissionKeys,
    outbox,
    settings,
    publishInbox,
    site: config.site,
    now,
  });
  const addressConfirmation = createAddressConfirmation({
    store: store.addressConfirmation,
    inquiries: store.inquiries,
    attempts,
    outbox,
    settings,
    secret: await secret("address codes"),
    publishInbox,
    now,
  });
  const inquiries = createInquiries({
    space,
    blockedSenders,
    attachments,
    assignments: store.assignments,
    settings,
    store: store.inquiries,
    thread: store.erasingThread,
    bin: store.bin,
    submissions: store.submissions,
    submissionKeys,
    audit,
    outbox,
    site: config.site,
    retention: () => settings.retention(),
    untakenMails: deps.untakenMails,
    publishInbox,
    now,
  });
  const turns = createTurns({ store: store.assignments, settings, audit });
  const spamGuard = createSpamGuard({
    secret: await secret("form times"),
    limits: config.limits.inquiries,
    isKnown: (key) => inquiries.isKnown(key),
    now,
  });
  return { inquiries, conversations, addressConfirmation, attachments, blockedSenders, turns, spamGuard };
}
