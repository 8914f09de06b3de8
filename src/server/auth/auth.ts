import type { PublicAddress } from "../address/public-address.ts";
import { randomBytes } from "node:crypto";
import type { Site } from "#contract/site/site.ts";
import type { Audit } from "../audit/audit.ts";
import type { Store } from "../open-store.ts";
import type { Encryption } from "../signing/encryption.ts";
import type { Signing } from "../signing/signing.ts";
import type { Channels } from "../channels/channels.ts";
import type { Config } from "../config.ts";
import type { Inbox } from "../inbox/inbox.ts";
import type { Outbox } from "../notifications/outbox.ts";
import type { SettingsService } from "../settings/settings.ts";
import type { Trust } from "../trust/trust.ts";
import { createApiTokens } from "./api-tokens/api-tokens.ts";
import { createAttempts } from "./attempts.ts";
import { createDevices } from "./devices.ts";
import { createOwnPassword, createPasswordReset } from "./passwords/password-changes.ts";
import { createCommonPasswords, createPasswords } from "./passwords/passwords.ts";
import { createOneTimeCodes, createRecoveryCodes } from "./second-factor/codes.ts";
import { createPasskeys, createRelyingParty } from "./second-factor/passkeys.ts";
import { createSecondFactor } from "./second-factor/second-factor.ts";
import { createIdentityProvider } from "./identity-provider/identity-provider.ts";
import { createProviderSignIn } from "./identity-provider/provider-sign-in.ts";
import { createSecondStep, createSignIn } from "./sign-in.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import { createSingleUseTokens } from "./single-use-tokens.ts";
import { createStepUp } from "./step-up.ts";
import { createAccounts } from "./team/accounts.ts";
import { createTeam } from "./team/team.ts";

/** Creates sign-in, sessions, the second factor, and the accounts of the team. */
export async function createAuth(deps: {
  store: Store;
  signing: Signing;
  config: Pick<Config, "limits" | "site" | "address" | "oidc">;
  audit: Audit;
  encryption: Encryption;
  settings: SettingsService;
  outbox: Outbox;
  channels: Pick<Channels, "channelList" | "withdrawOf">;
  siteSettings: { withdrawOf: (memberId: string) => Promise<void> };
  trust: Trust;
  inbox: Pick<Inbox, "isAssignable" | "reassign">;
  now: () => number;
}) {
  const { store, signing, audit, settings, outbox, channels, trust, inbox, now } = deps;
  const { limits, site, address, oidc } = deps.config;
  const { members, signInFailures: failures } = store;
  const secret = await store.secret("sign-in counters", () => randomBytes(32).toString("base64url"));
  const tries = { tries: limits.signInTries, waitSeconds: limits.signInWaitSeconds };
  const isSecondFactorRequired = async () => (await settings.current()).requiresSecondFactor;
  const needsApproval = async () => (await channels.channelList()).list.rule.kind === "approval";
  const notifyOfRecovery = (memberId: string, device: string | null) =>
    outbox.notifyMember(memberId, "recovery-code-used", device);

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
  const apiTokens = createApiTokens({
    store: store.apiTokens,
    audit,
    outbox,
    trust,
    mac: (text) => signing.mac(text),
    limits: { callsPerMinute: limits.tokenCallsPerMinute },
    site,
    now,
  });
  const factors = createFactors({ ...deps, site, address, sessions, isRequired: isSecondFactorRequired });
  const { passkeys, secondFactor, secondStep } = factors;
  const checks = { audit, members, failures, passwords, sessions, secondFactor, passkeys, secret, limits: tries, now };
  const signIn = createSignIn({
    ...checks,
    secondStep,
    notifyOfRecovery,
    signedInWith: async (id, passkey) => trust.signedInWith(id, await secondFactor.digest(id, passkey)),
  });
  const stepUp = createStepUp({ ...checks, notifyOfRecovery: (memberId) => notifyOfRecovery(memberId, null) });
  const devices = createDevices({
    store: store.knownDevices,
    audit,
    secret,
    notify: (memberId, device) => outbox.notifyMember(memberId, "new-device", device),
    now,
  });
  const commonPasswords = createCommonPasswords();
  const setting = { audit, passwords, commonPasswords, site, outbox, now };
  const accounts = createAccounts({
    ...setting,
    store: members,
    sessions,
    secondStep,
    trust,
    factorDigests: (id) => secondFactor.digests(id),
    limits: { linkHours: limits.linkHours },
  });
  const ownPassword = createOwnPassword({ ...setting, members });
  const passwordReset = createPasswordReset({
    ...checks,
    isOffered: settings.mailIsSetUp,
    send: (message) => outbox.add(message),
  });
  const team = createTeam({
    store: members,
    audit,
    accounts,
    trust,
    // If a second owner has to approve changes, two owners must remain.
    leastOwners: async () => ((await needsApproval()) ? 2 : 1),
    withdrawOf: async (memberId) => {
      await channels.withdrawOf(memberId);
      await deps.siteSettings.withdrawOf(memberId);
      await trust.withdrawOf(memberId);
    },
    sendsMail: settings.mailIsSetUp,
    outbox,
    sessions,
    inbox,
    secondFactor,
    isSecondFactorRequired,
    now,
  });
  trust.useEffects({
    ...team.waited,
    "password-link": async ({ by, member, payload }) => {
      const { tokenHash: hash } = payload as { tokenHash: string };
      await outbox.notifyOwners("owner-link-made", member.id, by.id);
      return { ok: true, link: { hash, until: await accounts.addWaitedLink(member.id, hash) } };
    },
    "password-reset": async ({ member, payload }) => {
      const { passwordHash } = payload as { passwordHash: string };
      await members.setPassword(member.id, passwordHash, now());
      await outbox.notifyOwners("owner-password-set", member.id, null);
      return { ok: true };
    },
    "api-token": async ({ by, payload }) => ({ ok: await apiTokens.insert(payload, by) }),
  });
  const provider =
    oidc === undefined || address.url === undefined
      ? undefined
      : createIdentityProvider({ config: oidc, publicUrl: address.url, tokens: factors.tokens, now });
  const providerSignIn = createProviderSignIn({
    provider,
    members,
    team,
    sessions,
    audit,
    hasOwner: () => accounts.hasOwner(),
    now,
  });

  return {
    sessions,
    providerSignIn,
    apiTokens,
    signIn,
    stepUp,
    secondFactor,
    devices,
    accounts,
    ownPassword,
    passwordReset,
    team,
    /** Counters for other capabilities, without a back-off. */
    attempts: createAttempts({ store: failures, secret, limits: { waitSeconds: 0 }, now }),
    /** Steps of the clean-up. */
    purgeAuth: [
      () => sessions.purge(),
      () => signIn.purge(),
      () => factors.purge(),
      () => devices.purge(),
      () => apiTokens.purge(),
    ],
  };
}

/** Wires the services of the second factor. */
export function createFactors(deps: {
  store: Store;
  signing: Signing;
  audit: Pick<Audit, "record">;
  encryption: Encryption;
  site: Site;
  address: Pick<PublicAddress, "url" | "origin">;
  sessions: Pick<Sessions, "endOthers">;
  isRequired: () => Promise<boolean>;
  now: () => number;
}) {
  const { store, signing, encryption, now } = deps;
  // Owners may rename it at any time.
  const siteName = () => deps.site.brands.home.name;
  const tokens = createSingleUseTokens({ mac: (text) => signing.mac(text), store: store.usedTickets, now });
  const relyingParty = createRelyingParty(deps.address);
  const party = (hostname?: string) => relyingParty.party(hostname);
  const passkeys = createPasskeys({ store: store.passkeys, tokens, party, siteName, now });
  const secondFactor = createSecondFactor({
    store: store.secondFactors,
    audit: deps.audit,
    codes: createOneTimeCodes({ store: store.secondFactors, encryption, siteName, now }),
    recoveryCodes: createRecoveryCodes({ store: store.secondFactors }),
    passkeys,
    sessions: deps.sessions,
    party,
    isRequired: deps.isRequired,
  });
  const secondStep = createSecondStep({ members: store.members, tokens, secondFactor });
  return { tokens, passkeys, secondFactor, secondStep, purge: () => tokens.purge() };
}
