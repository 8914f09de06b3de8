import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { isDeepStrictEqual } from "node:util";
import { dayOf, zoneClock } from "#domain/day.ts";
import type { Keeping, Settings, SettingsInput } from "#contract/settings.ts";
import type { AuditActor } from "#domain/audit.ts";
import type { SettingStore } from "../store/settings.ts";
import { isPublicAddress } from "../notifications/public-address.ts";
import type { Audit } from "./audit.ts";

export type SettingsService = ReturnType<typeof createSettings>;

/** The settings with their secrets, which leave the server only towards whom they are for. */
export interface FullSettings {
  version: number;
  retentionDays: number;
  acknowledge: boolean;
  says: Settings["says"];
  requiresSecondFactor: boolean;
  mail: (Omit<NonNullable<Settings["mail"]>, "hasPassword"> & { password: string }) | null;
  webhook: { url: string; secret: string } | null;
  telegram: { chatId: string; token: string } | null;
  /** The day on which what the privacy page says of them has last changed. */
  changedOn: string | null;
}

export type SaveOutcome =
  | { outcome: "saved"; settings: Settings; webhookSecret: string | null }
  | { outcome: "stale"; current: Settings }
  | { outcome: "refused"; errors: Record<string, string> };

/** What owners set in the admin area. `privateHosts` are those that a webhook may reach inside, and without TLS. */
export function createSettings(deps: {
  store: SettingStore;
  audit: Pick<Audit, "draft" | "written">;
  /** Called after each change that is on disk. */
  changed: () => void;
  defaults: { retentionDays: number };
  privateHosts: ReadonlySet<string>;
  timeZone: string;
  now: () => number;
}) {
  const { store, privateHosts } = deps;
  const defaults: Omit<FullSettings, "version"> = {
    retentionDays: deps.defaults.retentionDays,
    acknowledge: false,
    says: "reference",
    requiresSecondFactor: false,
    mail: null,
    webhook: null,
    telegram: null,
    changedOn: null,
  };
  let known: Promise<FullSettings> | undefined;

  /** What the audit log says of a change: the names of what was given another value, never the values. */
  function entryOf(before: object, next: object, by: AuditActor) {
    const old = new Map<string, unknown>(Object.entries(before));
    const names = Object.entries(next).flatMap(([name, value]) =>
      name !== "changedOn" && !isDeepStrictEqual(old.get(name), value) ? [name] : [],
    );
    const actor = by === null ? null : { id: by.id, email: by.email };
    return deps.audit.draft({ kind: "settings-changed", by: actor, about: { names } });
  }

  async function read(): Promise<FullSettings> {
    const { version, value } = await store.read();
    // Written by `save` alone; what an older version did not know has its default.
    return { ...defaults, ...(value as Partial<FullSettings>), version };
  }

  /** Read once, and again after each change. */
  function current(): Promise<FullSettings> {
    if (known === undefined) {
      const reading = read();
      known = reading;
      reading.catch(() => {
        if (known === reading) known = undefined;
      });
    }
    return known;
  }

  return {
    current,

    /** The settings without their secrets, fresh from the store. */
    view: async () => toView(await read()),

    /** Looks whether another program has changed them. */
    async look(): Promise<void> {
      const before = known;
      if (before === undefined) return;
      const { version } = await store.read();
      if ((await before).version !== version && known === before) known = undefined;
    },

    /** Whether mail can be sent at all. */
    mailIsSetUp: async () => (await current()).mail !== null,

    async keeping(): Promise<{ version: number; keeping: Keeping }> {
      const settings = await current();
      return { version: settings.version, keeping: { ...keepingOf(settings), changedOn: settings.changedOn } };
    },

    /** Puts `input` in the place of the settings of `version`; a secret that it leaves out stays. `by` is whoever asks for it. */
    async save(
      input: SettingsInput,
      version: number,
      by?: NonNullable<AuditActor> & { hasSecondFactor: boolean },
    ): Promise<SaveOutcome> {
      const before = await read();
      if (before.version !== version) return { outcome: "stale", current: toView(before) };
      const errors = refusals(input, before, privateHosts);
      // Whoever would be held up by it at once could not even take it back.
      if (input.requiresSecondFactor === true && !before.requiresSecondFactor && by?.hasSecondFactor !== true)
        errors["requiresSecondFactor"] = "Set up a second factor of your own first.";
      if (Object.keys(errors).length > 0) return { outcome: "refused", errors };
      const { version: _version, ...next } = { ...before, ...withSecrets(input, before) };
      if (!isDeepStrictEqual(keepingOf(before), keepingOf(next)))
        next.changedOn = dayOf(zoneClock(deps.timeZone).wallAt(deps.now()));
      try {
        const entry = entryOf(before, next, by ?? null);
        if (!(await store.replace(version, next, [entry]))) return { outcome: "stale", current: toView(await read()) };
      } finally {
        known = undefined;
      }
      deps.audit.written();
      deps.changed();
      const secret = next.webhook?.secret;
      return {
        outcome: "saved",
        settings: toView({ ...next, version: version + 1 }),
        webhookSecret: secret === undefined || secret === before.webhook?.secret ? null : secret,
      };
    },
  };
}

function keepingOf(settings: Omit<FullSettings, "version">): Omit<Keeping, "changedOn"> {
  const { retentionDays, acknowledge, says, mail, webhook, telegram } = settings;
  const receivers: Keeping["receivers"] = [];
  if (mail !== null && mail.to.length > 0) receivers.push("email");
  if (webhook !== null) receivers.push("webhook");
  if (telegram !== null) receivers.push("telegram");
  return { retentionDays, acknowledges: acknowledge && mail !== null, receivers, says };
}

/** What can only be judged beside the other settings, by field. */
function refusals(
  { acknowledge, mail, webhook, telegram }: SettingsInput,
  before: FullSettings,
  privateHosts: ReadonlySet<string>,
): Record<string, string> {
  const errors: Record<string, string> = {};
  if (acknowledge && mail === null) errors["acknowledge"] = "Set up mail first: the acknowledgement is one.";
  if (mail !== null && mail.user !== "" && mail.password === undefined) {
    const { mail: old } = before;
    if (old === null || old.password === "") errors["mail.password"] = "Password is required where there is a user.";
    // Whoever is signed in must not learn the password by naming a server of their own.
    else if (
      old.host !== mail.host ||
      old.port !== mail.port ||
      old.security !== mail.security ||
      old.user !== mail.user
    )
      errors["mail.password"] = "Type the password again: it is meant for another server or user.";
  }
  if (webhook !== null) {
    const { protocol, hostname } = new URL(webhook.url);
    if (protocol === "http:" && !privateHosts.has(hostname))
      errors["webhook.url"] = "Address must start with https://.";
    else if (!privateHosts.has(hostname) && isInside(hostname))
      errors["webhook.url"] = "Address must lead to a public address, not into this machine or a private network.";
  }
  if (telegram !== null && telegram.token === undefined && before.telegram === null)
    errors["telegram.token"] = "Token is required.";
  return errors;
}

/** Whether a host is one inside as it is written; what a name resolves to is looked at when something is sent. */
function isInside(hostname: string): boolean {
  // IPv6 stands in brackets (RFC 3986, section 3.2.2).
  const address = hostname.replace(/^\[|\]$/g, "");
  if (isIP(address) !== 0) return !isPublicAddress(address);
  return /(^|\.)localhost\.?$/.test(hostname);
}

function withSecrets(input: SettingsInput, before: FullSettings): Omit<FullSettings, "version" | "changedOn"> {
  const { mail, webhook, telegram, requiresSecondFactor = before.requiresSecondFactor, ...general } = input;
  return {
    ...general,
    requiresSecondFactor,
    mail: mail && { ...mail, password: mail.user === "" ? "" : (mail.password ?? before.mail?.password ?? "") },
    webhook: webhook && {
      url: webhook.url,
      secret: webhook.newSecret === true ? newSecret() : (before.webhook?.secret ?? newSecret()),
    },
    telegram: telegram && { chatId: telegram.chatId, token: telegram.token ?? before.telegram?.token ?? "" },
  };
}

/** As Standard Webhooks writes a symmetric secret: 24 to 64 random bytes in base64 behind `whsec_`. */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

function toView({ mail, webhook, telegram, ...general }: FullSettings): Settings {
  return {
    version: general.version,
    retentionDays: general.retentionDays,
    acknowledge: general.acknowledge,
    says: general.says,
    requiresSecondFactor: general.requiresSecondFactor,
    mail: mail && {
      host: mail.host,
      port: mail.port,
      security: mail.security,
      user: mail.user,
      from: mail.from,
      to: mail.to,
      hasPassword: mail.password !== "",
    },
    webhook: webhook && { url: webhook.url, hasSecret: true },
    telegram: telegram && { chatId: telegram.chatId, hasToken: true },
  };
}
