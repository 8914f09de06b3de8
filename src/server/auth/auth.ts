import { randomBytes } from "node:crypto";
import type { Audit } from "../audit/audit.ts";
import type { Contacts } from "../channels/contacts.ts";
import type { Config } from "../config.ts";
import type { Outbox } from "../notifications/outbox.ts";
import type { Store } from "../open-store.ts";
import type { SettingsService } from "../settings/settings.ts";
import type { Encryption } from "../signing/encryption.ts";
import type { Signing } from "../signing/signing.ts";
import { createAttempts } from "./attempts.ts";
import { createDevices } from "./devices.ts";
import { createCommonPasswords } from "./passwords/common-passwords.ts";
import { createOwnPassword } from "./passwords/own-password.ts";
import { createPasswordReset } from "./passwords/password-reset.ts";
import { createPasswords } from "./passwords/passwords.ts";
import { createFactors } from "./second-factor/factors.ts";
import { createSessions } from "./sessions.ts";
import { createSignIn } from "./sign-in.ts";
import { createStepUp } from "./step-up.ts";
import { createAccounts } from "./team/accounts.ts";
import { createTeam } from "./team/team.ts";

/** Creates sign-in, sessions, the second factor, and the accounts of the team. */
export async function createAuth(deps: {
  store: Store;
  signing: Signing;
  config: Pick<Config, "limits" | "site" | "publicUrl">;
  origin: string;
  audit: Audit;
  encryption: Encryption;
  settings: SettingsService;
  outbox: Outbox;
  contacts: Pick<Contacts, "book" | "withdrawOf">;
  now: () => number;
}) {
  const { store, signing, audit, settings, outbox, contacts, now } = deps;
  const { limits, site, publicUrl } = deps.config;
  const { members, signInFailures: failures } = store;
  const secret = await store.secret("sign-in counters", () => randomBytes(32).toString("base64url"));
  const tries = { tries: limits.signInTries, waitSeconds: limits.signInWaitSeconds };
  const isSecondFactorRequired = async () => (await settings.current()).requiresSecondFactor;
  const needsApproval = async () => (await contacts.book()).list.rule.kind === "approval";
  const notifyOfRecovery = (memberId: string, device: string | null) =>
    outbox.notice(memberId, "recovery-code-used", device);

  const passwords = createPasswords({ maxConcurrentChecks: limits.passwordChecks, queue: limits.passwordQueue });
  const sessions = createSessions({
    store: store.sessions,
    audit,
    limits: {
      idleMinutes: limits.sessionIdleMinutes,
      hours: limits.sessionHours,
      stepUpMinutes: limits.stepUpMinutes,
    },
    mac: (text) => signing.mac(text),
    requiresSecondFactor: isSecondFactorRequired,
    now,
  });
  const factors = createFactors({ ...deps, site, publicUrl, sessions, isRequired: isSecondFactorRequired });
  const { passkeys, secondFactor, secondStep, relyingParty } = factors;
  const signIn = createSignIn({
    audit,
    members,
    failures,
    passwords,
    sessions,
    secondFactor,
    secondStep,
    passkeys,
    notifyOfRecovery,
    secret,
    limits: tries,
    now,
  });
  const stepUp = createStepUp({
    audit,
    members,
    failures,
    passwords,
    sessions,
    passkeys,
    secondFactor,
    notifyOfRecovery: (memberId) => notifyOfRecovery(memberId, null),
    secret,
    limits: tries,
    now,
  });
  const devices = createDevices({
    store: store.knownDevices,
    audit,
    secret,
    notify: (memberId, device) => outbox.notice(memberId, "new-device", device),
    now,
  });
  const commonPasswords = createCommonPasswords();
  const accounts = createAccounts({
    store: members,
    audit,
    passwords,
    sessions,
    secondStep,
    commonPasswords,
    site,
    limits: { linkHours: limits.linkHours },
    outbox,
    now,
  });
  const ownPassword = createOwnPassword({ members, passwords, commonPasswords, site, audit, outbox, now });
  const passwordReset = createPasswordReset({
    members,
    failures,
    secret,
    limits: tries,
    isOffered: settings.mailIsSetUp,
    send: (message) => outbox.add(message),
    now,
  });
  const team = createTeam({
    store: members,
    audit,
    accounts,
    // While a second owner has to approve, there must be one.
    leastOwners: async () => ((await needsApproval()) ? 2 : 1),
    withdrawOf: (memberId) => contacts.withdrawOf(memberId),
    sendsMail: settings.mailIsSetUp,
    outbox,
    sessions,
    secondFactor,
    isSecondFactorRequired,
    needsApproval,
    now,
  });

  return {
    sessions,
    signIn,
    stepUp,
    secondFactor,
    relyingParty,
    devices,
    accounts,
    ownPassword,
    passwordReset,
    team,
    /** Counters for other capabilities, without a back-off. */
    attempts: createAttempts({ store: failures, secret, limits: { waitSeconds: 0 }, now }),
    /** Steps of the clean-up. */
    purgeAuth: [() => sessions.purge(), () => signIn.purge(), () => factors.purge(), () => devices.purge()],
  };
}
