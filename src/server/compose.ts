import { createAddressProbe } from "./address/address-probe.ts";
import { draftDays } from "#domain/inquiries/inquiry.ts";
import { dayAt, startOfDay } from "#domain/time/day.ts";
import { day, hour, minute } from "#domain/time/durations.ts";
import { createAudit } from "./audit/audit.ts";
import { createAuditLog } from "./audit/audit-log.ts";
import { createAuth } from "./auth/auth.ts";
import { createMembers } from "./auth/team/signed-members.ts";
import { createBackupPassphrases } from "./backup/backup-passphrase.ts";
import { bucketProblem, folderProblem } from "./backup/check-place.ts";
import { createBackups } from "./backup/scheduler.ts";
import { createChannelServices } from "./channels/channel-services.ts";
import type { SiteTexts } from "./channels/descriptions.ts";
import { type CleanUpStep, createCleanUp } from "./clean-up.ts";
import type { Config } from "./config.ts";
import { createIncomingMail } from "./incoming-mail/incoming-mail.ts";
import { createConfirmBounce } from "./incoming-mail/untaken/confirm-bounce.ts";
import { createTakingUntaken } from "./incoming-mail/untaken/take-untaken.ts";
import { createUntakenMails } from "./incoming-mail/untaken/untaken-mail.ts";
import { createMailTries } from "./incoming-mail/mail-tries.ts";
import { createMailbox } from "./incoming-mail/mailbox.ts";
import { createReplySecret } from "./incoming-mail/reply-address.ts";
import { createExports } from "./exports/exports.ts";
import { createImports } from "./imports/imports.ts";
import { createInboxFeed } from "./inbox/feed/inbox-feed.ts";
import { composeInbox } from "./inbox/compose-inbox.ts";
import { createEntryProofs } from "./inquiries/entry-proofs.ts";
import { composeInquiries } from "./inquiries/compose-inquiries.ts";
import { createBell } from "./bell/bell.ts";
import { createNotifications, type Outside } from "./notifications/notifications.ts";
import { createOutbox } from "./notifications/outbox.ts";
import { createReplyProof } from "./notifications/reply-proof.ts";
import type { Store } from "./open-store.ts";
import { createSettings } from "./settings/settings.ts";
import { createSetup } from "./setup/setup.ts";
import { createFilesWatch } from "./space/files-watch.ts";
import { createSpace } from "./space/space.ts";
import { createSupportTest } from "./setup/support-test.ts";
import { namedServices, ownPlaces } from "./site/named-places.ts";
import { siteVersion } from "./site/live-site.ts";
import { particularsIn } from "./site/shown-site.ts";
import { shownPages } from "./site/shown-texts.ts";
import { createSiteService } from "./site/site.ts";
import { createSupportAddress, mailboxOfHost, type SupportAddress } from "./site/support-address.ts";
import { createEncryption } from "./signing/encryption.ts";
import type { Signing } from "./signing/signing.ts";
import { createProfiles } from "./profiles/profiles.ts";
import { createReports } from "./reports/reports.ts";
import { notifyOfLateAnswers } from "./reports/late-answers.ts";
import { createUsualAnswer } from "./reports/usual-answer.ts";
import { createTrust } from "./trust/trust.ts";
import { createUntrustedInput } from "./untrusted-input/untrusted-input.ts";
import { createVerify } from "./verify/verify.ts";
import { version } from "./version.ts";

export type Services = Awaited<ReturnType<typeof createServices>>;

/**
 * Creates all services on the store, each after those that it needs. `now` gives milliseconds since 1970; `outside` is
 * for tests.
 */
export async function createServices(
  store: Store,
  config: Config,
  signing: Signing,
  now: () => number = Date.now,
  outside: Outside = {},
) {
  const { site, address } = config;
  const base = { store, signing, config, address, now };
  const audit = createAudit({ store: store.audit, signedWrites: store.signedWrites, signing, now });
  const { signedMembers, isOwnFolder, owners } = await createMembers({
    ...base,
    audit,
    areOne: (one, other) => trust.areOne(one, other),
  });
  const encryption = createEncryption({ store, keys: signing });
  const probe = createAddressProbe({ signing, privateHosts: config.webhookPrivateHosts, ...outside });
  const passphrases = createBackupPassphrases({ mac: (text) => signing.mac(text), now });
  const settings = createSettings({
    ...base,
    audit,
    encryption,
    addressProblem: (url) => probe.problemOf(url),
    backupChecks: { folderProblem, bucketProblem, confirmed: (...typed) => passphrases.confirmed(...typed) },
    hold: (asked) => trust.holdSections(asked),
  });
  store.setDeliveries(settings.deliveries);
  const inboxFeed = createInboxFeed({ store: store.inboxChanges, now });
  const publishInbox = () => {
    inboxFeed.wake();
    store.pubSub.publish("inbox");
    // The change may have added messages.
    outbox.wake();
  };
  const replyProof = createReplyProof({ encryption });
  const entryProofs = createEntryProofs({
    store: store.entryProofs,
    encryption,
    mark: store.signedMembers.repliesProved,
    changed: store.signedWrites.changedReplies,
  });
  await entryProofs.begin(isOwnFolder);
  const outbox = createOutbox({ store: store.outbox, settings, owners, replyProof, publishInbox, now });
  const places = () => {
    // An address of the channel list needs no mention here.
    const { email } = site.support;
    const support: SupportAddress = email === undefined ? mailboxOfHost(address.url) : { email, source: "owner" };
    return [...ownPlaces(site, support, settings.latest()), ...namedServices(site)];
  };
  const siteTexts: SiteTexts = {
    version: () => siteVersion(site),
    pages: (language, descriptions) => shownPages(language, site, descriptions, now()),
  };
  const channelServices = createChannelServices({ ...base, audit, outbox, owners, signedMembers, places, siteTexts });
  const { channels, channelHistory } = channelServices;
  const supportAddress = createSupportAddress({ ...config, channels });
  const trust = createTrust({
    settings,
    encryption,
    audit,
    outbox,
    owners,
    rule: async () => (await channels.channelList()).list.rule,
    now,
  });
  const ours = async () => channelServices.descriptions.placesOf((await channels.channelList()).list);
  const siteSettings = createSiteService({
    settings,
    config,
    audit,
    outbox,
    owners,
    rule: async () => (await channels.channelList()).list.rule,
    places: ours,
    descriptions: async () => {
      const { list } = await channels.channelList();
      return (language) => channelServices.descriptions.shownIn(language, list);
    },
    now,
  });
  const { attempts, purgeAuth, ...auth } = await createAuth({
    ...base,
    audit,
    encryption,
    settings,
    outbox,
    channels,
    siteSettings,
    trust,
    inbox: {
      isAssignable: (id) => inbox.isAssignable(id),
      reassign: (from, to, actor) => inbox.reassign(from, to, actor),
    },
  });
  const untrustedInput = createUntrustedInput({ now });
  const space = createSpace({
    store: store.space,
    dataDir: config.dataDir,
    backupDir: () => config.backup.present().folder,
    fileLimit: config.limits.attachments.all,
    isEmbedded: store.engine === "sqlite",
    now,
  });
  const filesWatch = createFilesWatch({ store, now });
  const untakenMails = createUntakenMails({
    store: store.untakenMails,
    purgeErased: () => store.inquiries.purgeErased(),
    now,
  });
  const shared = {
    ...base,
    audit,
    outbox,
    settings,
    encryption,
    proofs: entryProofs,
    untrustedInput,
    untakenMails,
    space,
    publishInbox,
  };
  const { inquiries, conversations, addressConfirmation, attachments, blockedSenders, turns, spamGuard } =
    await composeInquiries({ ...shared, attempts });
  const mailTries = createMailTries({ store: store.mailTries, now });
  const incomingMail = createIncomingMail({
    ...shared,
    mailTries,
    store: store.incomingMail,
    inquiries,
    conversations,
    attachments,
    attempts,
    secret: createReplySecret({ store, encryption }),
    teamAddresses: async () => (await store.members.list()).map(({ email }) => email),
  });
  const profiles = createProfiles({
    ...shared,
    store: store.profiles,
    changed: store.signedWrites.changedProfiles,
    places: ours,
  });
  const inboxServices = composeInbox({ ...shared, profiles, inquiries, attachments, blockedSenders, places: ours });
  const { inbox } = inboxServices;
  const bell = createBell({ store: store.bell, ownSettings: store.ownSettings, publishInbox, now });
  const notifications = createNotifications({
    ...shared,
    bell,
    supportAddress,
    replyTo: (inquiry) => incomingMail.replyTo(inquiry),
    replyProof,
    unprovedIn: entryProofs.unprovedIn,
    filesOf: (replyId) => attachments.filesOf(replyId),
    owners,
    accounts: auth.accounts,
    newLinkKey: (inquiryId) => conversations.newLinkKey(inquiryId),
    newAddressCode: (inquiryId) => addressConfirmation.newCode(inquiryId),
    channelHistory,
    attempts,
    outside,
  });
  const reports = createReports({
    store: store.reports,
    members: store.members,
    tags: store.tags,
    site,
    now,
  });
  const supportTest = createSupportTest({
    settings,
    supportAddress,
    audit,
    send: (email, code) => notifications.testSupport(email, code),
  });
  const usualAnswer = createUsualAnswer({ reports, settings, now });
  const backups = createBackups({ ...base, audit });
  /** When the night began in which the store was rewritten. */
  let rewrittenIn = 0;
  /**
   * Rewrites the store, which stops requests for up to two seconds: once a night, between two and five o'clock, when
   * visitors are fewest.
   */
  async function rewriteAtNight(): Promise<void> {
    const midnight = startOfDay(dayAt(now(), site.timeZone), site.timeZone);
    const isNight = now() >= midnight + 2 * hour && now() < midnight + 5 * hour;
    if (isNight && midnight !== rewrittenIn && (await store.rewriteAtNight())) rewrittenIn = midnight;
  }

  /** Steps of which only one instance runs one at a time. */
  const onlyHere = (lock: "cleanUp" | "retention", steps: readonly CleanUpStep[]) =>
    createCleanUp(
      steps.map(
        (step): CleanUpStep =>
          (signal) =>
            store.onlyHere(lock, () => step(signal)),
      ),
    );
  // Each calls the service of the capability that owns the table. What may take hours is a run of its own, as
  // `retention` below; what every instance has to do is a step of `checks`.
  const hourlySteps: CleanUpStep[] = [
    (signal) => reports.sumUp(signal),
    () => notifyOfLateAnswers({ reports, usualAnswer, outbox, site, now }),
    () => inquiries.purgeSubmissions(),
    () => untakenMails.purge(),
    () => store.drafts.purge(now() - draftDays * day),
    () => mailTries.purge(),
    () => addressConfirmation.purge(),
    () => blockedSenders.purge(),
    () => inboxFeed.purge(),
    () => bell.purge(),
    ...purgeAuth,
    () => outbox.purge(),
    (signal) => inquiries.readOldNumbers(signal),
    (signal) => store.files.sweep(hour, signal),
    (signal) => store.files.moveOut({ until: performance.now() + 20 * minute, signal }),
    () => rewriteAtNight(),
  ];
  return {
    now,
    audit,
    auditLog: createAuditLog({
      audit,
      changes: channels.history,
      references: (ids) => store.inquiries.referencesOf(ids),
      site,
      now,
    }),
    signedMembers,
    /** Used by the operator's commands. */
    encryption,
    entryProofs,
    settings,
    probe,
    siteSettings,
    supportAddress,
    trust,
    outbox,
    ...channelServices,
    ...auth,
    inboxFeed,
    inquiries,
    conversations,
    addressConfirmation,
    attachments,
    blockedSenders,
    turns,
    spamGuard,
    ownSettings: store.ownSettings,
    bell,
    drafts: store.drafts,
    /** Used by the operator's commands. */
    exports: createExports({
      ...shared,
      store: store.exports,
      program: version,
      schema: store.schema,
      channels,
      siteSettings,
      site,
    }),
    imports: createImports({
      ...shared,
      store: store.imports,
      savedReplies: store.savedReplies,
      places: ours,
      reports,
      members: store.members,
      siteSettings,
      site,
      retention: () => settings.retention(),
    }),
    profiles,
    ...inboxServices,
    notifications,
    reports,
    usualAnswer,
    incomingMail,
    untakenMails,
    confirmBounce: createConfirmBounce({
      ...shared,
      store: store.incomingMail,
      taken: store.takenMails,
      mails: untakenMails,
    }),
    takingUntaken: createTakingUntaken({ ...shared, store: store.takenMails, mails: untakenMails, incomingMail }),
    untrustedInput,
    mailbox: createMailbox({
      store: store.incomingMail,
      settings,
      take: (raw) => incomingMail.take(raw, "imap"),
      plainHosts: config.mailPlainHosts,
      now,
    }),
    verify: createVerify({
      official: () => channels.official(),
      country: () => site.country,
      ownPlaces: async () => ownPlaces(site, await supportAddress(), await settings.current()),
      namedServices: (language) => namedServices(particularsIn(site, language)),
      readReplyAddress: (text) => incomingMail.readReplyAddress(text),
      address,
    }),
    space,
    filesWatch,
    backups,
    backupPassphrases: passphrases,
    supportTest,
    setup: createSetup({
      supportTest,
      site,
      address,
      channels,
      settings,
      siteSettings,
      audit,
      owners,
      secondFactor: auth.secondFactor,
      backups,
      hasInquiries: async () => Object.values(await store.inbox.counts()).some((count) => count > 0),
      now,
    }),
    ping: store.ping,
    hasChannelList: () => channelServices.signedChannels.isKnown(),
    /** Hourly clean-up. */
    cleanUp: onlyHere("cleanUp", hourlySteps),
    /** Hourly, beside the clean-up: erases what is past its retention, for hours if much is. First all is counted. */
    retention: onlyHere("retention", [(signal) => reports.sumUp(signal), (signal) => inquiries.eraseOld(signal)]),
    /** Hourly checks of each instance, on time whatever the others do. */
    checks: createCleanUp([
      // Soon after the start: a crash may have prevented it.
      () => store.files.removeErased(),
      () => channels.poll(true),
      () => audit.verify(),
      () => space.sample(),
      () => filesWatch.check(),
    ]),
    /** Removes erased files that could not be removed before. */
    removeErasedFiles: () => store.files.tryRemoving(),
  };
}
