import { randomInt } from "node:crypto";
import type { SecondFactorStore } from "../store/second-factors.ts";
import type { UsedTicket, UseOutcome } from "../store/used-tickets.ts";
import { hashToken } from "./tokens.ts";

export type RecoveryCodes = ReturnType<typeof createRecoveryCodes>;

const count = 10;
/** Crockford's base 32: no letter that is taken for a digit, and none that makes a word (https://www.crockford.com/base32.html). */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 100 bits: nobody finds one from its hash. */
const [groups, groupLength] = [4, 5];

/** Codes for the day on which the phone is lost. Each works once; only their hashes are kept. */
export function createRecoveryCodes(deps: { store: SecondFactorStore }) {
  const { store } = deps;
  // Of one member: a row that is moved to another opens nothing there.
  const hashOf = (memberId: string, code: string) => hashToken(JSON.stringify([memberId, code]));

  return {
    /** New codes in the place of all earlier ones. They are nowhere to be seen again. */
    async renew(memberId: string): Promise<string[]> {
      const codes = Array.from({ length: count }, newCode);
      await store.replaceRecoveryCodes(
        memberId,
        codes.map((code) => hashOf(memberId, plain(code))),
      );
      return codes;
    },

    /** Uses one of the member's codes up with the ticket; `none` where it is none of them. */
    async take(memberId: string, code: string, ticket: UsedTicket): Promise<UseOutcome> {
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

/** As it is hashed: without what parts the groups, and with what a reader may mistake for a digit as that digit. */
function plain(code: string): string {
  return code
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
}
