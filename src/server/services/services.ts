import { randomBytes } from "node:crypto";
import { createKeeper } from "../backup/keeper.ts";
import type { Config } from "../config.ts";
import type { Change } from "#domain/channel-book.ts";
import { createNotifications, type Outside } from "../notifications/notifications.ts";
import type { Signing } from "../signing/signing.ts";
import type { TeamRow } from "../store/members.ts";
import type { Store } from "../store/store.ts";
import { createAccounts } from "./accounts.ts";
import { createAudit } from "./audit.ts";
import { createAudited } from "./audited.ts";
import { createAttempts } from "./attempts.ts";
import { createCommonPasswords } from "./common-passwords.ts";
import { createChannelHistory } from "./channel-history.ts";
import { createChannelImport } from "./channel-import.ts";
import { createContacts } from "./contacts.ts";
import { createDevices } from "./devices.ts";
import { createFactors } from "./factors.ts";
import { createInbox } from "./inbox.ts";
import { createInboxFeed } from "./inbox-feed.ts";
import { createInquiries } from "./inquiries.ts";
import { createIntake } from "./intake.ts";
import { createOfficialList } from "./official-list.ts";
import { createOutbox } from "./outbox.ts";
import { createPasswordReset } from "./password-reset.ts";
import { createPasswords } from "./passwords.ts";
import { createProof } from "./proof.ts";
import { createSavedReplies } from "./saved-replies.ts";
import { createSessions } from "./sessions.ts";
import { createSealedBook } from "./sealed-book.ts";
import { createSettings } from "./settings.ts";
import { createSignIn } from "./sign-in.ts";
import { createSubmissionKeys } from "./submission-keys.ts";
import { createTeam } from "./team.ts";
import { createTidying, type TidyStep } from "./tidying.ts";
import { createVerify } from "./verify.ts";

export type Services = Awaited<ReturnType<typeof createServices>>;

/** Every use case, wired to the store. `now` gives milliseconds since 1970; `outside` is for tests. */
export async function createServices(
  store: Store,
  config: Pick<
    Config,
    "limits" | "site" | "port" | "publicUrl" | "webhookPrivateHosts" | "backup" | "dataDir" | "database"
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
  const audited = createAudited({ audit, members: store.members });
  const passwords = createPasswords({ checksAtOnce: limits.passwordChecks, queue: limits.passwordQueue });
  const bareSessions = createSessions({
    store: store.sessions,
    limits: {
      idleMinutes: limits.sessionIdleMinutes,
      hours: limits.sessionHours,
      proofMinutes: limits.proofMinutes,
    },
    mac: (text) => signing.mac(text),
    requiresSecondFactor: async () => (await settings.current()).requiresSecondFactor,
    now,
  });
  const sessions = audited.sessions(bareSessions);
  const inboxFeed = createInboxFeed({ store: store.inboxChanges, now });
  const tellInbox = () => {
    inboxFeed.wake();
    store.notices.tell("inbox");
  };
  const settings = createSettings({
    store: store.settings,
    audit,
    changed: () => store.notices.tell("settings"),
    defaults: { retentionDays: site.legal.retentionDays },
    privateHosts: config.webhookPrivateHosts,
    timeZone: site.timeZone,
    now,
  });
  const isSecondFactorRequired = async () => (await settings.current()).requiresSecondFactor;
  const owners = async () => (await store.members.list()).filter(isOwner).map(({ email }) => email);
  const outbox = createOutbox({ store: store.outbox, settings, owners, now });
  const inquiries = createInquiries({
    store: store.inquiries,
    submissions: store.submissions,
    submissionKeys: createSubmissionKeys(submissionSecret),
    audit,
    outbox,
    country: site.country,
    retentionDays: async () => (await settings.current()).retentionDays,
    told: tellInbox,
    now,
  });
  const factors = createFactors({
    store,
    signing,
    site,
    publicUrl: config.publicUrl,
    origin,
    sessions,
    isRequired: isSecondFactorRequired,
    now,
  });
  const { passkeys, secondStep } = factors;
  const secondFactor = audited.secondFactor(factors.secondFactor);
  const bareSignIn = createSignIn({
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
  const signIn = audited.signIn(bareSignIn);
  const devices = createDevices({
    store: store.knownDevices,
    secret,
    tell: async (memberId, device) => {
      await audited.newDevice(memberId, device);
      await outbox.notice(memberId, "new-device", device);
    },
    now,
  });
  const bareAccounts = createAccounts({
    store: store.members,
    passwords,
    sessions,
    secondStep,
    commonPasswords: createCommonPasswords(),
    site,
    limits: { linkHours: limits.linkHours },
    now,
  });
  const accounts = audited.accounts(bareAccounts);
  const newsOfChange = async (change: Change) => (isNews(change) ? outbox.messagesForChannelChange(change.number) : []);
  const sealedBook = createSealedBook({
    store: store.channelBook,
    signing,
    messagesFor: newsOfChange,
    audit,
    told: () => outbox.wake(),
    changed: () => store.notices.tell("channels"),
    now,
  });
  const contacts = createContacts({
    book: sealedBook,
    countOwners: async () => (await owners()).length,
    limits: { most: limits.contacts },
    now,
  });
  const channelHistory = createChannelHistory({ contacts, now });
  const changeForNews = async (number: number) => {
    const change = await channelHistory.changeForNews(number);
    // A history that somebody has changed tells nothing now; what waits to be told is told once it is put right.
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
      return member?.isActive === true ? member.email : null;
    },
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
  const ofTheStore: TidyStep[] = [
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
  const tidying = createTidying([
    ...ofTheStore.map(
      (step): TidyStep =>
        (signal) =>
          store.onlyHere(() => step(signal)),
    ),
    // What each program checks for itself.
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
    /** For the operator's commands; everybody else goes through `contacts`. */
    sealedBook,
    channelHistory,
    officialList: createOfficialList({ contacts, signing, issuer: origin, now }),
    verify: createVerify({ official: () => contacts.official(), country: site.country }),
    channelImport: createChannelImport({ contacts, now }),
    inquiries,
    intake: createIntake({
      secret: await store.secret("form times", () => randomBytes(32).toString("base64url")),
      limits: limits.inquiries,
      isKnown: (key) => inquiries.isKnown(key),
      now,
    }),
    inboxFeed,
    inbox: audited.inbox(
      createInbox({
        store: store.inbox,
        inquiries: store.inquiries,
        told: tellInbox,
        country: site.country,
        timeZone: site.timeZone,
        now,
      }),
    ),
    savedReplies: createSavedReplies({ store: store.savedReplies, now }),
    outbox,
    settings,
    sessions,
    signIn,
    secondFactor,
    devices,
    relyingParty: factors.relyingParty,
    /** For the operator's commands. */
    sealer: factors.sealer,
    proof: audited.proof(
      createProof({
        members: store.members,
        failures: store.signInFailures,
        passwords,
        sessions,
        passkeys,
        secret,
        limits: signInLimits,
        now,
      }),
    ),
    accounts,
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
    team: audited.team(
      createTeam({
        store: store.members,
        audit,
        accounts,
        // While a second owner has to approve, there must be one.
        leastOwners: async () => ((await contacts.book()).list.rule.kind === "approval" ? 2 : 1),
        withdrawOf: (memberId) => contacts.withdrawOf(memberId),
        sendsMail,
        send,
        sessions: bareSessions,
        secondFactor: factors.secondFactor,
        isSecondFactorRequired,
        tellOfReset: (memberId) => outbox.notice(memberId, "second-factor-reset", null),
        now,
      }),
    ),
    keeper: createKeeper({
      dataDir: config.dataDir,
      config: config.backup,
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
    /** What is done once in a while: everything that is kept for a time is erased after it. */
    tidy: () => tidying.tidy(),
    stopTidying: () => tidying.stop(),
  };
}

/** What an operator is told of a log that is not whole. */
function brokenLog({ number, why }: { number: number; why: string }): string {
  return `The audit log does not fit from entry ${number} on: ${why}. Run: npm run audit-log`;
}

/** Whether this is an owner who can sign in. */
function isOwner({ role, isActive, hasPassword }: TeamRow): boolean {
  return role === "owner" && isActive && hasPassword;
}

/** Whether the owners are told of a change: one of where visitors are sent, now or later, or of what such a change waits for. */
function isNews({ opens, careful, kind, rule, schedule }: Change): boolean {
  // What was published by its time carries no `careful`.
  const setsOpening = schedule?.fields.value !== undefined || schedule?.fields.isActive === true;
  const opensLater = schedule !== undefined && (careful === true || (kind === "scheduled" && setsOpening));
  return opens || kind === "proposed" || rule !== undefined || opensLater;
}
