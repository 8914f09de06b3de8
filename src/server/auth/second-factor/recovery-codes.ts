import { randomInt } from "node:crypto";
import type { SecondFactorStore } from "./second-factor-queries.ts";
import type { UsedToken, UseOutcome } from "../used-token-queries.ts";
import { hashToken } from "#server/lib/tokens.ts";

export type RecoveryCodes = ReturnType<typeof createRecoveryCodes>;

const count = 10;
/**
 * Crockford's base 32: no letter that looks like a digit, and few accidental words
 * (https://www.crockford.com/base32.html).
 */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 100 bits, which cannot be brute-forced from the hash. */
const [groups, groupLength] = [4, 5];

/** Recovery codes for a lost phone. Each works once; only hashes are stored. */
export function createRecoveryCodes(deps: { store: SecondFactorStore }) {
  const { store } = deps;
  // Bound to one member: useless in another member's row.
  const hashOf = (memberId: string, code: string) => hashToken(JSON.stringify([memberId, code]));

  return {
    /** Replaces all earlier codes. The new ones are shown only now. */
    async renew(memberId: string): Promise<string[]> {
      const codes = Array.from({ length: count }, newCode);
      await store.replaceRecoveryCodes(
        memberId,
        codes.map((code) => hashOf(memberId, plain(code))),
      );
      return codes;
    },

    /** Uses up one of the member's codes with the ticket; `none` if it is not one of them. */
    async take(memberId: string, code: string, ticket: UsedToken): Promise<UseOutcome> {
      const typed = plain(code);
      if (typed.length !== groups * groupLength) return "none";
      return store.useRecoveryCode(memberId, hashOf(memberId, typed), ticket);
    },
  };
}

function newCode(): string {
  const group = () => Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join("");
  return Array.from({ length: groups }, group).join("-");
}

/** The code as hashed: without group separators, lookalike letters replaced by their digits. */
function plain(code: string): string {
  return code
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
}
