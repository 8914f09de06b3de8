import type {
  CodesSetUp,
  PasskeyCreation,
  RegistrationResponse,
  SecondFactor as View,
  SecondFactorWay,
} from "#contract/second-factor.ts";
import type { Member } from "#contract/session.ts";
import type { AuditDraft } from "../store/audit-log.ts";
import type { SecondFactorStore, StoredFactors } from "../store/second-factors.ts";
import type { UsedTicket } from "../store/used-tickets.ts";
import type { OneTimeCodes } from "./one-time-codes.ts";
import type { Passkeys, Purpose } from "./passkeys.ts";
import type { RecoveryCodes } from "./recovery-codes.ts";
import type { Party } from "./relying-party.ts";
import type { Sessions, SignedIn } from "./sessions.ts";
import { hashToken } from "./tokens.ts";

export type SecondFactor = ReturnType<typeof createSecondFactor>;

/** `recoveryCodes` come with the first factor; null with a further one. */
export type Added = { outcome: "added"; recoveryCodes: string[] | null };

/** What a member has besides the password: passkeys, one-time codes, and recovery codes for the day on which those are lost. */
export function createSecondFactor(deps: {
  store: SecondFactorStore;
  codes: OneTimeCodes;
  recoveryCodes: RecoveryCodes;
  passkeys: Passkeys;
  sessions: Pick<Sessions, "endOthers">;
  party: (hostname?: string) => Party;
  /** Whether everybody in the team must have one. */
  isRequired: () => Promise<boolean>;
}) {
  const { store, codes, recoveryCodes, passkeys } = deps;

  /** A challenge for one session alone. */
  const adding = ({ member, token }: SignedIn): Purpose => ["add", member.id, hashToken(token)];

  /**
   * After a factor was added: `before` tells whether it is the first one. Then the member's other sessions end: they began with the
   * password alone, and one that a requirement has held up until now would go on as if it had been confirmed.
   */
  async function added({ member, token }: SignedIn, before: StoredFactors): Promise<Added> {
    if (isOn(before)) return { outcome: "added", recoveryCodes: null };
    await deps.sessions.endOthers(member.id, token);
    return { outcome: "added", recoveryCodes: await recoveryCodes.renew(member.id) };
  }

  return {
    isOn: async (memberId: string) => isOn(await store.of(memberId)),

    /** How a sign-in of this member's is confirmed; none where the password is enough. */
    async ways(memberId: string): Promise<SecondFactorWay[]> {
      const factors = await store.of(memberId);
      if (!isOn(factors)) return [];
      return [
        ...(factors.passkeys > 0 ? (["passkey"] as const) : []),
        ...(factors.hasCodes ? (["code"] as const) : []),
        ...(factors.recoveryCodes > 0 ? (["recovery"] as const) : []),
      ];
    },

    /** What a member has; `hostname` is how the browser has named the site. */
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

    /** Makes a secret for an authenticator app; codes that are on stay on until the new ones are confirmed. */
    beginCodes: (member: Member): Promise<CodesSetUp> => codes.begin(member),

    async confirmCodes(signedIn: SignedIn, code: string): Promise<Added | { outcome: "wrong" | "nothing" }> {
      const { id } = signedIn.member;
      const before = await store.of(id);
      const outcome = await codes.confirm(id, digitsOf(code) ?? code);
      return outcome === "on" ? added(signedIn, before) : { outcome };
    },

    /** `last`: one is required, and this is the only one. With the last factor the recovery codes go as well. */
    removeCodes: async (memberId: string) => store.removeCodes(memberId, { keepOne: await deps.isRequired() }),

    /** Null where this site cannot have passkeys. */
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

    /** New recovery codes in the place of all earlier ones; null where there is no factor to recover. */
    async renewRecoveryCodes(memberId: string): Promise<string[] | null> {
      return isOn(await store.of(memberId)) ? recoveryCodes.renew(memberId) : null;
    },

    /**
     * Uses up a one-time code or a recovery code and the ticket, both or neither: of two sign-ins with one ticket the second keeps its
     * code. `none` where it is none of the member's, or was used before; `over` where the ticket was.
     */
    async take(memberId: string, typed: string, ticket: UsedTicket): Promise<"code" | "recovery" | "none" | "over"> {
      const digits = digitsOf(typed);
      const outcome = await (digits === null
        ? recoveryCodes.take(memberId, typed, ticket)
        : codes.take(memberId, digits, ticket));
      if (outcome !== "used") return outcome;
      return digits === null ? "recovery" : "code";
    },

    /** Takes everything away, and ends the member's sessions but the one of `token`; `audit` is what the audit log says of it. */
    reset: (memberId: string, token: string | null, audit: readonly AuditDraft[]) =>
      store.removeAll(memberId, token === null ? null : hashToken(token), audit),
  };
}

function isOn({ hasCodes, passkeys }: StoredFactors): boolean {
  return hasCodes || passkeys > 0;
}

/** The six digits of a one-time code, however they are grouped; null for anything else. */
function digitsOf(typed: string): string | null {
  const digits = typed.replaceAll(/[\s-]/g, "");
  return /^\d{6}$/.test(digits) ? digits : null;
}
