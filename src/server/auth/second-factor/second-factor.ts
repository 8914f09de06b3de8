import type {
  CodesSetUp,
  PasskeyCreation,
  RegistrationResponse,
  SecondFactor as View,
  SecondFactorWay,
} from "#contract/second-factor.ts";
import type { Member } from "#contract/session.ts";
import type { AuditDraft } from "#server/audit/audit-queries.ts";
import type { SecondFactorStore, StoredFactors } from "./second-factor-queries.ts";
import type { UsedToken } from "../used-token-queries.ts";
import type { OneTimeCodes } from "./one-time-codes.ts";
import type { Passkeys, Purpose } from "./passkeys.ts";
import type { RecoveryCodes } from "./recovery-codes.ts";
import type { Party } from "./relying-party.ts";
import type { Sessions, SignedIn } from "../sessions.ts";
import { hashToken } from "#server/lib/tokens.ts";

export type SecondFactor = ReturnType<typeof createSecondFactor>;

/** `recoveryCodes` come with the first factor; null with further ones. */
export type Added = { outcome: "added"; recoveryCodes: string[] | null };

/** A member's second factors: passkeys, one-time codes, and recovery codes in case those are lost. */
export function createSecondFactor(deps: {
  store: SecondFactorStore;
  codes: OneTimeCodes;
  recoveryCodes: RecoveryCodes;
  passkeys: Passkeys;
  sessions: Pick<Sessions, "endOthers">;
  party: (hostname?: string) => Party;
  /** Whether every member needs one. */
  isRequired: () => Promise<boolean>;
}) {
  const { store, codes, recoveryCodes, passkeys } = deps;

  /** The challenge's purpose, bound to one session. */
  const adding = ({ member, token }: SignedIn): Purpose => ["add", member.id, hashToken(token)];

  /**
   * Call it after adding a factor; `before` are the factors until then. The first one ends the member's other sessions:
   * they started with the password alone, and those restricted by a requirement would continue as if confirmed.
   */
  async function added({ member, token }: SignedIn, before: StoredFactors): Promise<Added> {
    if (isOn(before)) return { outcome: "added", recoveryCodes: null };
    await deps.sessions.endOthers(member.id, token);
    return { outcome: "added", recoveryCodes: await recoveryCodes.renew(member.id) };
  }

  return {
    isOn: async (memberId: string) => isOn(await store.of(memberId)),

    /** How this member's sign-in is confirmed; empty if the password is enough. */
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
    async view(memberId: string, hostname: string): Promise<View> {
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

    async confirmCodes(signedIn: SignedIn, code: string): Promise<Added | { outcome: "wrong" | "nothing" }> {
      const { id } = signedIn.member;
      const before = await store.of(id);
      const outcome = await codes.confirm(id, digitsOf(code) ?? code);
      return outcome === "on" ? added(signedIn, before) : { outcome };
    },

    /** `last`: it is the only factor, and one is required. Removing the last factor removes the recovery codes. */
    removeCodes: async (memberId: string) => store.removeCodes(memberId, { keepOne: await deps.isRequired() }),

    /** Null if this site cannot have passkeys. */
    passkeyOptions: (signedIn: SignedIn, hostname: string): Promise<PasskeyCreation | null> =>
      passkeys.creationOptions(signedIn.member, adding(signedIn), hostname),

    async addPasskey(
      signedIn: SignedIn,
      input: { name: string; response: RegistrationResponse },
    ): Promise<Added | { outcome: "known" | "too many" | "refused" }> {
      const before = await store.of(signedIn.member.id);
      const outcome = await passkeys.add(signedIn.member.id, adding(signedIn), input);
      return outcome === "added" ? added(signedIn, before) : { outcome };
    },

    removePasskey: async (memberId: string, id: string) =>
      passkeys.remove(memberId, id, { keepOne: await deps.isRequired() }),

    /** Replaces all recovery codes; null if there is no factor to recover. */
    async renewRecoveryCodes(memberId: string): Promise<string[] | null> {
      return isOn(await store.of(memberId)) ? recoveryCodes.renew(memberId) : null;
    },

    /**
     * Uses up a one-time or recovery code together with the ticket, both or neither: of two sign-ins with one ticket
     * the second keeps its code. `none`: wrong or used code; `over`: used ticket.
     */
    async take(memberId: string, typed: string, ticket: UsedToken): Promise<"code" | "recovery" | "none" | "over"> {
      const digits = digitsOf(typed);
      const outcome = await (digits === null
        ? recoveryCodes.take(memberId, typed, ticket)
        : codes.take(memberId, digits, ticket));
      if (outcome !== "used") return outcome;
      return digits === null ? "recovery" : "code";
    },

    /**
     * Removes all factors and ends the member's sessions except that of `token`. `audit` are the audit entries; `at` is
     * set if somebody else asks for it.
     */
    reset: (memberId: string, token: string | null, audit: readonly AuditDraft[], at?: number) =>
      store.removeAll(memberId, token === null ? null : hashToken(token), audit, at),
  };
}

function isOn({ hasCodes, passkeys }: StoredFactors): boolean {
  return hasCodes || passkeys > 0;
}

/** The six digits of a one-time code, with any grouping; null for anything else. */
function digitsOf(typed: string): string | null {
  const digits = typed.replaceAll(/[\s-]/g, "");
  return /^\d{6}$/.test(digits) ? digits : null;
}
