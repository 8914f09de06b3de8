import { randomBytes } from "node:crypto";
import { createBackupScheduler } from "./backup/scheduler.ts";
import type { Config } from "./config.ts";
import type { Change } from "#domain/channels/channel-list.ts";
import { setsSensitive } from "#domain/channels/sensitive-changes.ts";
import { createNotifications, type Outside } from "./notifications/notifications.ts";
import type { Signing } from "./signing/signing.ts";
import type { TeamRow } from "./auth/team/member-queries.ts";
import type { Store } from "./open-store.ts";
import { createAccounts } from "./auth/team/accounts.ts";
import { createAudit } from "./audit/audit.ts";
import { createBin } from "./inbox/bin.ts";
import { createAttempts } from "./auth/attempts.ts";
import { createCommonPasswords } from "./auth/passwords/common-passwords.ts";
import { createChannelHistory } from "./channels/channel-history.ts";
import { createChannelImport } from "./channels/channel-import.ts";
import { createContacts } from "./channels/contacts.ts";
import { createDescriptions } from "./channels/descriptions.ts";
import { createDevices } from "./auth/devices.ts";
import { createFactors } from "./auth/second-factor/factors.ts";
import { createInbox } from "./inbox/inbox.ts";
import { createInboxFeed } from "./inbox/inbox-feed.ts";
import { createInquiries } from "./inquiries/inquiries.ts";
import { createSpamGuard } from "./inquiries/spam-guard/spam-guard.ts";
import { createMemberRoll } from "./auth/team/member-roll.ts";
import { createOfficialList } from "./channels/official-list.ts";
import { createOutbox, type TellOwners } from "./notifications/outbox.ts";
import { createOwnPassword } from "./auth/passwords/own-password.ts";
import { createPasswordReset } from "./auth/passwords/password-reset.ts";
import { createPasswords } from "./auth/passwords/passwords.ts";
import { createStepUp } from "./auth/step-up.ts";
import { createSavedReplies } from "./inbox/saved-replies.ts";
import { createSessions } from "./auth/sessions.ts";
import { createSealer } from "./signing/encryption.ts";
import { createSignedChannels } from "./channels/signed-channels.ts";
import { createSettings } from "./settings/settings.ts";
import { createSignIn } from "./auth/sign-in.ts";
import { createSubmissionKeys } from "./inquiries/submission-keys.ts";
import { createTeam } from "./auth/team/team.ts";
import { createCleanUp, type CleanUpStep } from "./clean-up.ts";
import { createVerify } from "./verify/verify.ts";

export type Services = Awaited<ReturnType<typeof createServices>>;

/** Creates all services on the store. `now` gives milliseconds since 1970; `outside` is for tests. */
export async function createServices(
  store: Store,
  config: Pick<
    Config,
    | "limits"
    | "site"
    | "port"
    | "publicUrl"
    | "webhookPrivateHosts"
    | "backup"
    | "dataDir"
    | "database"
    | "signingKeyFile"
  >,
  signing: Signing,
  now: () => number = Date.now,
  outside: Outside = {},
) {
  const { limits, site } = config;
  const signInLimits = { tries: limits.signInTries, waitSeconds: limits.signInWaitSeconds };
  const origin = config.publicUrl?.origin ?? `http://localhost:${config.port}`;
  const secret = await store.secret("sign-in counters", () => randomBytes(32).toString("base64url"));
  const submissionSecret = await store.secret("submission keys", () => randomBytes(32).toString("base64url"));
  const audit = createAudit({ store: store.audit, signing, now });
  const memberRoll = createMemberRoll({ store: store.memberRoll, signing, audit, now });
  // A shared database may already be signed by others: a new folder beside it proves nothing.
  const isOwnFolder = store.engine === "sqlite" || store.wasUpgraded || (await signing.lastList.read()) !== null;
  await memberRoll.begin(isOwnFolder);
  const passwords = createPasswords({ checksAtOnce: limits.passwordChecks, queue: limits.passwordQueue });
  const sessions = createSessions({
    store: store.sessions,
    audit,
    limits: {
      idleMinutes: limits.sessionIdleMinutes,
      hours: limits.sessionHours,
      proofMinutes: limits.proofMinutes,
    },
    mac: (text) => signing.mac(text),
    requiresSecondFactor: async () => (await settings.current()).requiresSecondFactor,
    now,
  });
  const inboxFeed = createInboxFeed({ store: store.inboxChanges, now });
  const tellInbox = () => {
    inboxFeed.wake();
    store.notices.tell("inbox");
  };
  const sealer = createSealer({
    keys: signing,
    secrets: { read: store.secret, forgetOthers: store.forgetOtherSecrets },
  });
  const settings = createSettings({
    store: store.settings,
    signing,
    sealer,
    audit,
    changed: () => store.notices.tell("settings"),
    defaults: { retentionDays: site.legal.retentionDays },
    privateHosts: config.webhookPrivateHosts,
    timeZone: site.timeZone,
    now,
  });
  const isSecondFactorRequired = async () => (await settings.current()).requiresSecondFactor;
  const ownerRows = async () => (await store.members.list()).filter(isOwner);
  const owners = async () => (await ownerRows()).map(({ email }) => email);
  /** Alarms about changes in the store from outside this program, other than to channels. */
  const storeAlarms = () => [memberRoll.alarm()].filter((alarm) => alarm !== null);
  const ownerSince = async (id: string) => {
    const row = await store.members.findById(id);
    return row !== null && isOwner(row) ? row.ownerSince : undefined;
  };
  const outbox = createOutbox({ store: store.outbox, settings, owners, now });
  const inquiries = createInquiries({
    store: store.inquiries,
    submissions: store.submissions,
    submissionKeys: createSubmissionKeys(submissionSecret),
    audit,
    outbox,
    country: site.country,
    bin: store.bin,
    retention: () => settings.retention(),
    told: tellInbox,
    now,
  });
  const factors = createFactors({
    store,
    signing,
    audit,
    sealer,
    site,
    publicUrl: config.publicUrl,
    origin,
    sessions,
    isRequired: isSecondFactorRequired,
    now,
  });
  const { passkeys, secondStep, secondFactor } = factors;
  const signIn = createSignIn({
    audit,
    members: store.members,
    failures: store.signInFailures,
    passwords,
    sessions,
    secondFactor,
    secondStep,
    passkeys,
    tellOfRecovery: (memberId, device) => outbox.notice(memberId, "recovery-code-used", device),
    secret,
    limits: signInLimits,
    now,
  });
  const devices = createDevices({
    store: store.knownDevices,
    audit,
    secret,
    notify: (memberId, device) => outbox.notice(memberId, "new-device", device),
    now,
  });
  const tellOwners: TellOwners = async (notice, about, by) => {
    for (const { id } of await ownerRows()) await outbox.notice(id, notice, null, { about, by });
  };
  const accounts = createAccounts({
    store: store.members,
    audit,
    passwords,
    sessions,
    secondStep,
    commonPasswords: createCommonPasswords(),
    site,
    limits: { linkHours: limits.linkHours },
    tellOwners,
    now,
  });
  const newsOfChange = async (change: Change) => (isNews(change) ? outbox.messagesForChannelChange(change.number) : []);
  const signedChannels = createSignedChannels({
    store: store.channelBook,
    signing,
    messagesFor: newsOfChange,
    audit,
    told: () => outbox.wake(),
    changed: () => store.notices.tell("channels"),
    now,
  });
  const descriptions = createDescriptions({ country: site.country, site: origin });
  const contacts = createContacts({
    book: signedChannels,
    descriptions,
    countOwners: async () => (await owners()).length,
    ownerSince,
    limits: { most: limits.contacts },
    now,
  });
  const channelHistory = createChannelHistory({ contacts, ownerSince, storeAlarms, now });
  const changeForNews = async (number: number) => {
    const change = await channelHistory.changeForNews(number);
    // A tampered history yields no changes; the notifications are sent once it is repaired.
    if (change === null && (await contacts.book()).alarm !== null) throw new Error("the history cannot be trusted");
    return change;
  };
  const notifications = createNotifications({
    store: store.outbox,
    outbox,
    settings,
    accounts,
    addressOf: async (memberId) => {
      const member = await store.members.findById(memberId);
      return member?.isActive === true && member.isVerified ? member.email : null;
    },
    nameOf: async (memberId) => (await store.members.findById(memberId))?.email ?? null,
    owners,
    changeForNews,
    attempts: createAttempts({ store: store.signInFailures, secret, limits: { waitSeconds: 0 }, now }),
    site,
    origin,
    linkHours: limits.linkHours,
    privateHosts: config.webhookPrivateHosts,
    now,
    outside,
  });
  const ofTheStore: CleanUpStep[] = [
    (signal) => inquiries.eraseOld(signal),
    () => inquiries.forgetSubmissions(),
    () => inboxFeed.forgetOld(),
    () => sessions.forgetOver(),
    () => signIn.forgetOld(),
    () => factors.forgetOld(),
    () => devices.forgetOld(),
    () => outbox.forgetOld(),
    (signal) => inquiries.readOldNumbers(signal),
  ];
  const tidying = createCleanUp([
    ...ofTheStore.map(
      (step): CleanUpStep =>
        (signal) =>
          store.onlyHere(() => step(signal)),
    ),
    // The checks of each instance.
    () => contacts.look(true),
    async () => {
      const found = await audit.check();
      if (found.outcome === "broken") throw new Error(brokenLog(found));
    },
  ]);
  const sendsMail = settings.mailIsSetUp;
  const send: typeof outbox.add = (message) => outbox.add(message);

  return {
    audit,
    contacts,
    memberRoll,
    /** For the operator's commands; all others use `contacts`. */
    signedChannels,
    descriptions,
    channelHistory,
    officialList: createOfficialList({ contacts, signing, issuer: origin, now }),
    verify: createVerify({
      official: () => contacts.official(),
      country: site.country,
      publicUrl: config.publicUrl,
    }),
    channelImport: createChannelImport({ contacts, descriptions, now }),
    inquiries,
    intake: createSpamGuard({
      secret: await store.secret("form times", () => randomBytes(32).toString("base64url")),
      limits: limits.inquiries,
      isKnown: (key) => inquiries.isKnown(key),
      now,
    }),
    inboxFeed,
    inbox: createInbox({
      store: store.inbox,
      inquiries: store.inquiries,
      audit,
      settings,
      outbox,
      told: tellInbox,
      country: site.country,
      timeZone: site.timeZone,
      now,
    }),
    bin: createBin({
      store: store.bin,
      inbox: store.inbox,
      inquiries,
      audit,
      outbox,
      settings,
      told: tellInbox,
      now,
    }),
    savedReplies: createSavedReplies({ store: store.savedReplies, now }),
    outbox,
    settings,
    sessions,
    signIn,
    secondFactor,
    devices,
    relyingParty: factors.relyingParty,
    /** For the operator's commands. */
    sealer,
    proof: createStepUp({
      audit,
      members: store.members,
      failures: store.signInFailures,
      passwords,
      sessions,
      passkeys,
      secondFactor,
      tellOfRecovery: (memberId) => outbox.notice(memberId, "recovery-code-used", null),
      secret,
      limits: signInLimits,
      now,
    }),
    accounts,
    ownPassword: createOwnPassword({
      members: store.members,
      passwords,
      commonPasswords: createCommonPasswords(),
      site,
      audit,
      outbox,
      now,
    }),
    notifications,
    passwordReset: createPasswordReset({
      members: store.members,
      failures: store.signInFailures,
      secret,
      limits: signInLimits,
      isOffered: sendsMail,
      send,
      now,
    }),
    team: createTeam({
      store: store.members,
      audit,
      accounts,
      // While a second owner has to approve, there must be one.
      leastOwners: async () => ((await contacts.book()).list.rule.kind === "approval" ? 2 : 1),
      withdrawOf: (memberId) => contacts.withdrawOf(memberId),
      sendsMail,
      send,
      sessions,
      secondFactor,
      isSecondFactorRequired,
      tellOfReset: (memberId) => outbox.notice(memberId, "second-factor-reset", null),
      needsApproval: async () => (await contacts.book()).list.rule.kind === "approval",
      tellOwners,
      now,
    }),
    keeper: createBackupScheduler({
      dataDir: config.dataDir,
      config: config.backup,
      keyFile: config.signingKeyFile,
      tell: ({ kind, ...about }) => audit.record({ kind, by: null, about }),
      now,
      ...(config.database !== undefined && {
        shared: {
          database: config.database,
          lastBackup: store.lastBackup,
          forgetReplaced: store.forgetReplaced,
        },
      }),
    }),
    ping: store.ping,
    /** Hourly clean-up of data past its retention. */
    tidy: () => tidying.tidy(),
    stopTidying: () => tidying.stop(),
  };
}

/** The operator's message about a broken audit log. */
function brokenLog({ number, why }: { number: number; why: string }): string {
  return `The audit log does not fit from entry ${number} on: ${why}. Run: npm run audit-log`;
}

/** Whether this is an owner who can sign in. */
function isOwner({ role, isActive, hasPassword, isVerified }: TeamRow): boolean {
  return role === "owner" && isActive && hasPassword && isVerified;
}

/**
 * Whether the owners are notified of a change: of destinations or descriptions, now or later, or of the publishing
 * rule.
 */
function isNews({ opens, describes = false, careful, kind, rule, schedule }: Change): boolean {
  // A change published after its delay has no `careful`.
  const isLater = schedule !== undefined && (careful === true || (kind === "scheduled" && setsSensitive(schedule)));
  return opens || describes || kind === "proposed" || rule !== undefined || isLater;
}
