import { createHash } from "node:crypto";
import type {
  CodesSetUp,
  PasskeyCreation,
  RegistrationResponse,
  SecondFactor as View,
  SecondFactorWay,
} from "#contract/auth/second-factor.ts";
import type { Member } from "#contract/auth/session.ts";
import type { Audit } from "#server/audit/audit.ts";
import type { AuditDraft } from "#server/audit/audit-queries.ts";
import type { SecondFactorStore, StoredFactors } from "./second-factor-queries.ts";
import type { UsedToken } from "../sign-in-queries.ts";
import type { OneTimeCodes, RecoveryCodes } from "./codes.ts";
import type { Party, Passkeys, Purpose } from "./passkeys.ts";
import type { Sessions, SignedIn } from "../sessions.ts";
import { hashToken } from "#server/lib/tokens.ts";

export type SecondFactor = ReturnType<typeof createSecondFactor>;

/** `recoveryCodes` come with the first factor; null with further ones. */
type Added = { ok: true; recoveryCodes: string[] | null };

/**
 * A member's second factors: passkeys, one-time codes, and recovery codes in case those are lost. Changes go to the
 * audit log.
 */
export function createSecondFactor(deps: {
  store: SecondFactorStore;
  audit: Pick<Audit, "record">;
  codes: OneTimeCodes;
  recoveryCodes: RecoveryCodes;
  passkeys: Passkeys;
  sessions: Pick<Sessions, "endOthers">;
  party: (hostname?: string) => Party;
  /** Returns whether every member needs one. */
  isRequired: () => Promise<boolean>;
}) {
  const { store, audit, codes, recoveryCodes, passkeys } = deps;

  /** The challenge's purpose, bound to one session. */
  const adding = ({ member, token }: SignedIn): Purpose => ["add", member.id, hashToken(token)];

  /**
   * Call it after adding a factor; `before` are the factors until then. The first one ends the member's other sessions:
   * they started with the password alone, and those restricted by a requirement would continue as if confirmed.
   */
  async function added({ member, token }: SignedIn, before: StoredFactors): Promise<Added> {
    if (isOn(before)) return { ok: true, recoveryCodes: null };
    await deps.sessions.endOthers(member, token);
    return { ok: true, recoveryCodes: await recoveryCodes.renew(member.id) };
  }

  return {
    /** Digests of a member's passkeys and one-time codes, by which they can be recognized later. */
    async digests(memberId: string): Promise<string[]> {
      const [held, totp] = await Promise.all([passkeys.list(memberId), store.totp(memberId)]);
      return [...held.map(({ id }) => digestOf(id)), ...(totp?.secret ? [digestOf(totp.secret)] : [])];
    },

    /** The digest of the factor of a sign-in: a passkey's id, or null for the one-time codes. */
    async digest(memberId: string, passkey: string | null): Promise<string> {
      return digestOf(passkey ?? (await store.totp(memberId))?.secret ?? "");
    },

    isOn: async (memberId: string) => isOn(await store.of(memberId)),

    /** Returns the ways to confirm this member's sign-in; empty if the password is enough. */
    async ways(memberId: string): Promise<SecondFactorWay[]> {
      const factors = await store.of(memberId);
      if (!isOn(factors)) return [];
      return [
        ...(factors.passkeys > 0 ? (["passkey"] as const) : []),
        ...(factors.hasCodes ? (["code"] as const) : []),
        ...(factors.recoveryCodes > 0 ? (["recovery"] as const) : []),
      ];
    },

    /** A member's factors; `hostname` is the site's name in the browser. */
    async view(memberId: string, hostname: string): Promise<Omit<View, "isExternal">> {
      const factors = await store.of(memberId);
      const party = deps.party(hostname);
      return {
        passkeys: await passkeys.list(memberId),
        hasCodes: factors.hasCodes,
        recoveryCodesLeft: factors.recoveryCodes,
        isRequired: await deps.isRequired(),
        noPasskeys: party.isPossible ? null : party.why,
      };
    },

    /** Makes a secret for an authenticator app; active codes stay until the new ones are confirmed. */
    beginCodes: (member: Member): Promise<CodesSetUp> => codes.begin(member),

    async confirmCodes(signedIn: SignedIn, code: string): Promise<Added | { ok: false; reason: "wrong" | "nothing" }> {
      const { id } = signedIn.member;
      const before = await store.of(id);
      const outcome = await codes.confirm(id, digitsOf(code) ?? code);
      if (outcome !== "on") return { ok: false, reason: outcome };
      const result = await added(signedIn, before);
      await audit.record({ kind: "codes-added", by: signedIn.member, about: {} });
      return result;
    },

    /** `last`: it is the only factor, and one is required. Removing the last factor removes the recovery codes. */
    async removeCodes(member: Member) {
      const outcome = await store.removeCodes(member.id, { keepOne: await deps.isRequired() });
      if (outcome === "removed") await audit.record({ kind: "codes-removed", by: member, about: {} });
      return outcome;
    },

    /** Returns the options to create a passkey; null if this site cannot have any. */
    passkeyOptions: (signedIn: SignedIn, hostname: string): Promise<PasskeyCreation | null> =>
      passkeys.creationOptions(signedIn.member, adding(signedIn), hostname),

    async addPasskey(
      signedIn: SignedIn,
      input: { name: string; response: RegistrationResponse },
    ): Promise<Added | { ok: false; reason: "known" | "too many" | "refused" }> {
      const before = await store.of(signedIn.member.id);
      const outcome = await passkeys.add(signedIn.member.id, adding(signedIn), input);
      if (outcome !== "added") return { ok: false, reason: outcome };
      const result = await added(signedIn, before);
      // The id of a passkey reveals nothing.
      await audit.record({ kind: "passkey-added", by: signedIn.member, about: { passkey: input.response.id } });
      return result;
    },

    async removePasskey(member: Member, id: string) {
      const outcome = await passkeys.remove(member.id, id, { keepOne: await deps.isRequired() });
      if (outcome === "removed") await audit.record({ kind: "passkey-removed", by: member, about: { passkey: id } });
      return outcome;
    },

    /** Replaces all recovery codes; null if there is no factor to recover. */
    async renewRecoveryCodes(member: Member): Promise<string[] | null> {
      if (!isOn(await store.of(member.id))) return null;
      const renewed = await recoveryCodes.renew(member.id);
      await audit.record({ kind: "recovery-codes-made", by: member, about: {} });
      return renewed;
    },

    /**
     * Uses up a one-time or recovery code together with the token, both or neither: of two sign-ins with one token
     * the second keeps its code. `none`: wrong or used code; `over`: used token.
     */
    async take(memberId: string, typed: string, token: UsedToken): Promise<"code" | "recovery" | "none" | "over"> {
      const digits = digitsOf(typed);
      const outcome = await (digits === null
        ? recoveryCodes.take(memberId, typed, token)
        : codes.take(memberId, digits, token));
      if (outcome !== "used") return outcome;
      return digits === null ? "recovery" : "code";
    },

    /**
     * Removes all factors and ends the member's sessions except that of `token`. `entries` go to the audit log in the
     * same transaction; `at` is set if somebody else asks for it.
     */
    reset: (memberId: string, token: string | null, entries: readonly AuditDraft[], at?: number) =>
      store.removeAll(memberId, token === null ? null : hashToken(token), entries, at),
  };
}

const digestOf = (text: string) => createHash("sha256").update(text).digest("base64url");

function isOn({ hasCodes, passkeys }: StoredFactors): boolean {
  return hasCodes || passkeys > 0;
}

/** The six digits of a one-time code, with any grouping; null for anything else. */
function digitsOf(typed: string): string | null {
  const digits = typed.replaceAll(/[\s-]/g, "");
  return /^\d{6}$/.test(digits) ? digits : null;
}
