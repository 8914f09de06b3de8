import { largest } from "#domain/lists.ts";
import { isDeepStrictEqual } from "node:util";
import { dayAt } from "#domain/time/day.ts";
import { day } from "#domain/time/durations.ts";
import { instant } from "#domain/time/instant.ts";
import { type PrivacySettings, type Settings, type SettingsInput, settingsSchema } from "#contract/settings.ts";
import type { Member } from "#contract/auth/session.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import { type ErasingSetting, longestRetention, startSettings, strictSettings } from "#domain/settings.ts";
import type { TrustSection } from "#domain/trust-changes.ts";
import type { AuditActor } from "#domain/audit.ts";
import type { Signing } from "../signing/signing.ts";
import type { Config } from "../config.ts";
import type { Store } from "../open-store.ts";
import { isLocal } from "../lib/s3/s3-place.ts";
import { singleFlight } from "../lib/single-flight.ts";
import type { Audit } from "../audit/audit.ts";
import type { AuditDraft } from "../audit/audit-queries.ts";
import type { NewMessage } from "../notifications/message-queries.ts";
import type { Encryption } from "../signing/encryption.ts";
import type { BackupConfig } from "../backup/backup-config.ts";
import type { ChosenBackups } from "../backup/backup-plan.ts";
import { type BackupChecks, backupRefusals, refusals } from "./settings-checks.ts";
import { createSettingsSecrets } from "./settings-secrets.ts";
import { createSignedSettings, type LoadedSettings, type StoredSettings } from "./signed-settings.ts";
import type { FullSettings, KnownSettings } from "./full-settings.ts";
import {
  freshSecret,
  privacySettingsOf,
  settingsVersion,
  toView,
  withSecrets,
  withVersionKept,
} from "./settings-values.ts";
import { earlierMailsIn, hasOldMails, withEarlierMail } from "./earlier-mails.ts";
import { bucketName, leftAfter } from "./left-copies.ts";
import { changedSections, type HeldSections, type HoldSections, withHeld, withSection } from "./held-sections.ts";

export type SettingsService = ReturnType<typeof createSettings>;

type SaveOutcome =
  /** `waits` are the sections whose change waits. */
  | {
      ok: true;
      settings: Settings;
      webhookSecret: string | null;
      incomingSecret: string | null;
      waits: readonly TrustSection[];
    }
  | { ok: false; reason: "stale"; current: Settings }
  | { ok: false; reason: "alarm" | "waits already" }
  | { ok: false; reason: "refused"; errors: Record<string, ServerText> };

/**
 * The settings that owners edit. Webhooks may use the configured private hosts on the internal network and without
 * TLS.
 */
export function createSettings(deps: {
  store: Pick<Store, "settings" | "pubSub">;
  signing: Pick<Signing, "sign" | "verify" | "settings">;
  encryption: Pick<Encryption, "encrypt" | "decrypt">;
  audit: Pick<Audit, "draft" | "written" | "newest">;
  config: Pick<Config, "site" | "address" | "webhookPrivateHosts" | "mailPlainHosts" | "backup" | "files">;
  /** Returns why the site does not work at this address; null if it does. */
  addressProblem: (address: URL) => Promise<ServerText | null>;
  backupChecks: BackupChecks;
  /** Decides which sections have to wait, for a change by an owner. */
  hold: HoldSections;
  now: () => number;
}) {
  const { site, address, webhookPrivateHosts: privateHosts, mailPlainHosts: plainHosts, backup } = deps.config;
  const { files } = deps.config;
  const filesElsewhere = files?.kind === "bucket" && !isLocal(files.bucket.endpoint);
  const defaults: Omit<FullSettings, "version"> = {
    ...startSettings,
    retentionDays: site.legal.retentionDays,
    mail: null,
    webhook: null,
    telegram: null,
    incoming: null,
    publicAddress: null,
    backups: null,
    leftCopies: [],
    changedOn: null,
  };
  const secrets = createSettingsSecrets(deps.encryption);
  const signed = createSignedSettings({
    store: deps.store.settings,
    signing: deps.signing,
    provenVersion,
    encrypted: (value) => secrets.encrypted(value),
    entry: (about) => deps.audit.draft({ kind: "settings-signed", by: null, about }),
    now: deps.now,
  });
  let known: { from: LoadedSettings; settings: Promise<KnownSettings> } | undefined;
  /** Settings as last read; null before the first time. */
  let latest: KnownSettings | null = null;

  /** The audit entry of a change: the names of the changed settings, never their values. */
  function entryOf(before: object, next: object, version: number, member: AuditActor) {
    const old = new Map<string, unknown>(Object.entries(before));
    const names = Object.entries(next).flatMap(([name, value]) =>
      !["changedOn", "leftCopies"].includes(name) && !isDeepStrictEqual(old.get(name), value) ? [name] : [],
    );
    const actor = member === null ? null : { id: member.id, email: member.email };
    return { names, draft: deps.audit.draft({ kind: "settings-changed", by: actor, about: { names, version } }) };
  }

  /** Entries of versions without signatures name no version. */
  async function provenVersion(): Promise<number | null> {
    const versions = await Promise.all(
      (["settings-changed", "settings-signed", "site-changed", "trust-change"] as const).map(async (kind) => {
        const entry = await deps.audit.newest(kind, ({ about }) => typeof about["version"] === "number");
        return Number(entry?.about["version"] ?? -1);
      }),
    );
    const newest = largest(versions);
    return newest === -1 ? null : newest;
  }

  async function settingsOf({ good, alarm }: LoadedSettings): Promise<KnownSettings> {
    const { value, unreadable } = await secrets.opened(good?.value ?? (alarm === null ? {} : strictSettings));
    const version = good === null ? 0 : settingsVersion(good);
    const about = { version, unreadable, alarm: alarm && { ...alarm, isStrict: good === null } };
    // All settings were signed by `save`. Values that an older version did not know get their defaults.
    return { ...defaults, ...(value as Partial<FullSettings>), ...about };
  }

  /** Reads from the store, past the cache. */
  async function read(): Promise<KnownSettings> {
    const from = await signed.load();
    if (known?.from !== from) {
      const settings = settingsOf(from);
      const next = { from, settings };
      known = next;
      settings
        .then((settled) => {
          latest = settled;
          // If there are no good settings, the earlier address and backups are better than none.
          if (settled.alarm?.isStrict !== true) {
            address.use(settled.publicAddress?.url ?? null);
            backup.use(settled.backups);
          }
          return settled;
        })
        .catch(() => {
          if (known === next) known = undefined;
        });
    }
    return known.settings;
  }

  /** Returns the settings for owners. */
  const shown = (settings: KnownSettings): Settings => ({
    ...toView(settings),
    ...(address.isFixed && { serverAddress: address.origin }),
    backupPlaces: [...backup.places],
    backupDays: Math.max(1, backup.server.days),
    ...(leftNow(settings).length > 0 && {
      leftCopies: leftNow(settings).map(({ bucket, until }) => ({ bucket, until: instant(until) })),
    }),
    ...(backup.isFixed && { serverBackups: serverBackupsOf(backup.server) }),
  });

  /** Buckets that are no longer used and may still hold backups. */
  const leftNow = ({ leftCopies }: Pick<FullSettings, "leftCopies">) =>
    leftCopies.filter(({ until }) => until > deps.now());

  /** When backups that are left in a bucket now have to be gone. */
  const leftUntil = () => deps.now() + Math.max(1, backup.server.days) * day;

  /** Returns what the privacy page says, except for the day. */
  const privacyOf = (settings: FullSettings | Omit<FullSettings, "version">) => ({
    ...privacySettingsOf(settings),
    backupsElsewhere: copiesBackups(backup.server, settings.backups) || leftNow(settings).length > 0,
    filesElsewhere,
  });

  /** Returns the error of a new public address, at its field. */
  async function addressErrors(asked: SettingsInput["publicAddress"], before: FullSettings) {
    const next = asked && new URL(asked.url);
    if (next === undefined || (next?.origin ?? null) === (before.publicAddress?.url ?? null)) return {};
    const problem = address.isFixed
      ? say("settings.address-of-server")
      : next === null
        ? null
        : await deps.addressProblem(next);
    return problem === null ? {} : { "publicAddress.url": problem };
  }

  /** The new passphrase that was typed back; null if none was, or another one. */
  async function confirmedPassphrase(asked: SettingsInput["backups"], memberId: string | undefined) {
    const { passphrase, passphraseProof } = asked ?? {};
    if (passphrase === undefined || passphraseProof === undefined || memberId === undefined) return null;
    return deps.backupChecks.confirmed(memberId, passphrase, passphraseProof);
  }

  /** The stored values with another section, as when its change has waited. */
  async function replaced(value: StoredSettings["value"], name: TrustSection, section: unknown) {
    const full = (settings: typeof value) =>
      settingsOf({ text: null, good: { version: 0, value: settings }, alarm: null });
    const before = await full(value);
    const changed = withSection(value, name, section);
    const leftCopies = leftAfter(before, (await full(changed)).backups, leftUntil());
    const next = { ...changed, leftCopies };
    const isNews = !isDeepStrictEqual(privacyOf(before), privacyOf(await full(next)));
    const dated = isNews ? { ...next, changedOn: dayAt(deps.now(), site.timeZone) } : next;
    return withEarlierMail(dated, value, deps.now());
  }

  const readOnce = singleFlight(read);

  /** The cached settings; read again after each change. */
  const current = async (): Promise<KnownSettings> => known?.settings ?? readOnce();

  const none: HeldSections = { ok: true, waits: [], entries: () => [], part: {}, messages: async () => [] };

  async function hold(
    before: FullSettings,
    next: Omit<FullSettings, "version">,
    actor: NonNullable<AuditActor>,
    stored: StoredSettings["value"],
  ): Promise<HeldSections> {
    const sections = changedSections({ ...before }, { ...next });
    if (sections.length === 0) return none;
    return deps.hold({ sections, next: { ...next }, by: { id: actor.id, email: actor.email }, part: stored["trust"] });
  }

  /** Invalidates the cache after this program's own write. */
  function written(): void {
    known = undefined;
    deps.audit.written();
    deps.store.pubSub.publish("settings");
  }

  /** Replaces the settings of `version` with `input`. Secrets left out of `input` stay. */
  async function save(
    input: SettingsInput,
    version: number,
    actor?: NonNullable<AuditActor> & { hasSecondFactor: boolean },
  ): Promise<SaveOutcome> {
    const loaded = await signed.load();
    const { unreadable, alarm, ...before } = await settingsOf(loaded);
    if (alarm !== null || loaded.good === null) return { ok: false, reason: "alarm" };
    const { value: stored, version: storedVersion } = loaded.good;
    if (before.version !== version)
      return { ok: false, reason: "stale", current: shown({ ...before, unreadable, alarm }) };
    const errors = refusals(input, { ...before, unreadable }, { privateHosts, plainHosts });
    // Otherwise the owner would be locked out immediately and could not revert it.
    if (input.requiresSecondFactor === true && !before.requiresSecondFactor && actor?.hasSecondFactor !== true)
      errors["requiresSecondFactor"] = say("settings.own-factor-first");
    Object.assign(errors, await addressErrors(input.publicAddress, before));
    const passphrase = await confirmedPassphrase(input.backups, actor?.id);
    const { version: _version, ...asked } = { ...before, ...withSecrets(input, before) };
    if (asked.backups !== null && passphrase !== null) asked.backups = { ...asked.backups, passphrase };
    const backupChange = { input: input.backups, next: asked.backups, before: before.backups };
    Object.assign(errors, await backupRefusals(backupChange, passphrase !== null, backup, deps.backupChecks));
    if (Object.keys(errors).length > 0) return { ok: false, reason: "refused", errors };
    const held = actor === undefined ? none : await hold(before, asked, actor, stored);
    if (!held.ok) return held;
    const next = withHeld(before, asked, held.waits);
    next.leftCopies = leftAfter(before, next.backups, leftUntil());
    if (!isDeepStrictEqual(privacyOf(before), privacyOf(next))) next.changedOn = dayAt(deps.now(), site.timeZone);
    const entry = entryOf(before, next, storedVersion + 1, actor ?? null);
    const isOnlyHeld = held.waits.length > 0 && entry.names.length === 0;
    const entries = [...(isOnlyHeld ? [] : [entry.draft]), ...held.entries(storedVersion + 1)];
    const kept = withEarlierMail(secrets.kept({ ...next }, { ...before }, stored), stored, deps.now());
    const messages = await held.messages(earlierMailsIn(kept, deps.now()).map(({ id }) => id));
    // Something else may have been written meanwhile; the next try finds out whether it was the settings.
    if (!(await signed.replace(storedVersion, { ...kept, ...held.part }, entries, messages)))
      return save(input, version, actor);
    written();
    return {
      ok: true,
      settings: shown(await read()),
      // Includes the secret of a change that waits: it is shown only now.
      webhookSecret: freshSecret(asked.webhook, before.webhook),
      incomingSecret: freshSecret(asked.incoming, before.incoming),
      waits: held.waits,
    };
  }

  return {
    current,

    /** The settings as last read, for callers that cannot wait; null before the first time. */
    latest: () => latest,

    /** The settings without their secrets, read from the store. */
    view: async () => shown(await read()),

    /** Reads the store again and returns the alarm, if any. */
    async poll(): Promise<KnownSettings["alarm"]> {
      return (await read()).alarm;
    },

    /**
     * Returns what another capability stores with the settings, under their signature; undefined if there is nothing.
     */
    part: async (name: string): Promise<unknown> => (await signed.load()).good?.value[name],

    /**
     * Replaces that part with what `make` returns for it and for the version to be written; null changes nothing. False
     * during an alarm. `make` runs again if another instance has written in between.
     */
    async replacePart(
      name: string,
      make: (
        part: unknown,
        version: number,
      ) => Promise<{
        part: unknown;
        entry: AuditDraft | readonly AuditDraft[] | null;
        messages: readonly NewMessage[];
        /** A section that changes with it. */
        section?: readonly [name: TrustSection, value: unknown];
      } | null>,
    ): Promise<boolean> {
      for (;;) {
        const { good, alarm } = await signed.load();
        if (alarm !== null || good === null) return false;
        const made = await make(good.value[name], good.version + 1);
        if (made === null) return true;
        const { section } = made;
        const around = section === undefined ? withVersionKept(good) : await replaced(good.value, ...section);
        const value = { ...around, [name]: made.part };
        const entries = made.entry === null ? [] : [made.entry].flat();
        if (await signed.replace(good.version, value, entries, made.messages)) break;
      }
      written();
      return true;
    },

    /** Returns whether a member may bulk-delete and export inquiries: owners, and agents if an owner allowed it. */
    mayBulk: async ({ role }: Pick<Member, "role">) => role === "owner" || (await current()).agentsMayBulk,

    /** Returns which deliveries are set up, as last read, for use within a transaction. None before the first read. */
    deliveries: () => ({
      hasWebhook: latest !== null && latest.webhook !== null,
      hasMail: latest !== null && latest.mail !== null,
    }),

    mailIsSetUp: async () => (await current()).mail !== null,

    /** The ids of the replaced mail configurations that still send warnings. */
    earlierMails: async (): Promise<string[]> =>
      earlierMailsIn((await signed.load()).good?.value ?? {}, deps.now()).map(({ id }) => id),

    /** The settings in effect, with an earlier mail configuration in place of theirs; null once that is erased. */
    async withMailOf(id: string): Promise<KnownSettings | null> {
      const found = earlierMailsIn((await signed.load()).good?.value ?? {}, deps.now()).find((one) => one.id === id);
      if (found === undefined) return null;
      const sealed = found.sealed === undefined ? {} : { "mail.password": found.sealed };
      const { value, unreadable } = await secrets.opened({ mail: { ...found.mail, to: [], password: "" }, sealed });
      return { ...(await current()), mail: value["mail"] as KnownSettings["mail"], unreadable };
    },

    /** Erases replaced mail configurations past their time, also from the engine's own files. */
    async eraseEarlierMails(): Promise<void> {
      const { good, alarm } = await signed.load();
      if (alarm !== null || good === null || !hasOldMails(good.value, deps.now())) return;
      const entry = deps.audit.draft({
        kind: "settings-signed",
        by: null,
        about: { version: good.version + 1, why: "erased" },
      });
      const value = withEarlierMail(withVersionKept(good), good.value, deps.now());
      if (!(await signed.replace(good.version, value, [entry]))) return;
      await deps.store.settings.purgeErased();
      written();
    },

    /**
     * Returns the days after which data is erased. Without known good settings, nothing is erased that should be kept.
     */
    async retention(): Promise<Pick<FullSettings, ErasingSetting>> {
      const { alarm, ...set } = await current();
      return alarm?.isStrict === true ? longestRetention : set;
    },

    /** Returns what the privacy page says about inquiries. */
    async forPrivacyPage(): Promise<{ version: string; privacySettings: PrivacySettings }> {
      const settings = await current();
      const said = privacyOf(settings);
      // Once no bucket holds copies any more, the page changes by itself.
      const ended = said.backupsElsewhere ? [] : settings.leftCopies.map(({ until }) => dayAt(until, site.timeZone));
      const changedOn = [settings.changedOn, ...ended].reduce((one, other) =>
        (other ?? "") > (one ?? "") ? other : one,
      );
      return { version: `${settings.version} ${said.backupsElsewhere}`, privacySettings: { ...said, changedOn } };
    },

    save,

    /** Ends an alarm: restores the last good settings, or the strictest ones if none are known. */
    async restore(): Promise<boolean> {
      const isDone = await signed.restore(strictSettings);
      if (isDone) written();
      return isDone;
    },

    /** Returns the settings in the store for the operator, verified or not, without secrets; null if unreadable. */
    async unverified(): Promise<{ text: string; settings: Settings } | null> {
      const found = await signed.unverified();
      if (found === null) return null;
      const { version, value } = found.stored;
      const { value: opened, unreadable } = await secrets.opened(value);
      const full = { ...defaults, ...(opened as Partial<FullSettings>), version, unreadable, alarm: null };
      try {
        const settings = settingsSchema.safeParse(toView(full));
        return settings.success ? { text: found.text, settings: settings.data } : null;
      } catch {
        // The text is unverified and may hold anything.
        return null;
      }
    },

    /** Signs the settings in the store after the operator's review; false if the text has changed since. */
    async trust(text: string): Promise<boolean> {
      const isDone = await signed.trust(text);
      if (isDone) written();
      return isDone;
    },

    /** Signs the same settings again, as after a key rotation; false during an alarm. */
    async signAgain(): Promise<boolean> {
      const isDone = await signed.signAgain();
      if (isDone) written();
      return isDone;
    },
  };
}

function copiesBackups({ folder, offsite, hook }: BackupConfig, chosen: ChosenBackups | null): boolean {
  // Backups in a chosen bucket stay there while the environment names a folder.
  const isInBucket = (chosen !== null && chosen.endpoint !== "") || (folder !== undefined && offsite !== undefined);
  return isInBucket || (hook !== undefined && (folder !== undefined || chosen !== null));
}

/** Returns the backups set in the environment, for owners. */
function serverBackupsOf({ folder = "", everyHours, keep, key, offsite }: BackupConfig): Settings["serverBackups"] {
  const bucket = offsite === undefined ? null : bucketName(offsite);
  return { folder, everyHours, keep, encryption: key?.kind ?? null, bucket };
}
