import { randomInt } from "node:crypto";
import { minute } from "#domain/time/durations.ts";
import { encodeQR } from "qr";
import type { CodesSetUp } from "#contract/auth/second-factor.ts";
import { hashToken } from "#server/lib/tokens.ts";
import type { Encryption } from "#server/signing/encryption.ts";
import type { UsedToken, UseOutcome } from "../sign-in-queries.ts";
import type { SecondFactorStore } from "./second-factor-queries.ts";

export type OneTimeCodes = ReturnType<typeof createOneTimeCodes>;

/** The defaults of RFC 6238, which every authenticator app supports; the secret has 160 bits (RFC 4226, section 4). */
const shape = { algorithm: "SHA1", digits: 6, period: 30 } as const;
const secretBytes = 20;
/** Accepts one step before and after, since clocks differ (RFC 6238, section 5.2). */
const window = 1;
const confirmWithin = 15 * minute;

/** Loaded on first use, for a faster start. */
const library = () => import("otpauth");

/** One-time codes of an authenticator app. Secrets are stored encrypted, and each code works once. */
export function createOneTimeCodes(deps: {
  store: SecondFactorStore;
  encryption: Encryption;
  /** The name under which the app shows them. */
  siteName: () => string;
  now: () => number;
}) {
  const { store, encryption, now } = deps;
  const context = (memberId: string) => `one-time codes of ${memberId}`;

  /** The time step of a code; null if it is wrong. The library compares in constant time. */
  async function stepOf(memberId: string, encrypted: string, code: string): Promise<number | null> {
    const secret = await encryption.decrypt(encrypted, context(memberId));
    if (secret === null || !/^\d{6}$/.test(code)) return null;
    const timestamp = now();
    const { Secret, TOTP } = await library();
    const delta = new TOTP({ ...shape, secret: Secret.fromBase32(secret) }).validate({
      token: code,
      timestamp,
      window,
    });
    return delta === null ? null : TOTP.counter({ ...shape, timestamp }) + delta;
  }

  return {
    /** Makes a secret for a member's app. It is off until a code confirms it. */
    async begin({ id, email }: { id: string; email: string }): Promise<CodesSetUp> {
      const { Secret, TOTP } = await library();
      const secret = new Secret({ size: secretBytes });
      await store.begin(id, await encryption.encrypt(secret.base32, context(id)), now() + confirmWithin);
      const uri = new TOTP({ ...shape, secret, issuer: deps.siteName(), label: email }).toString();
      return { secret: secret.base32, uri, qr: drawCode(uri) };
    },

    /**
     * Enables the pending secret with a right code, which is used up. `nothing`: no secret is pending, or it expired.
     */
    async confirm(memberId: string, code: string): Promise<"on" | "wrong" | "nothing"> {
      const pending = (await store.totp(memberId))?.pending;
      if (!pending || now() >= pending.until) return "nothing";
      const step = await stepOf(memberId, pending.secret, code);
      if (step === null) return "wrong";
      return (await store.confirm(memberId, pending.secret, step)) ? "on" : "nothing";
    },

    /** Uses up a right code with the token; `none` for a wrong or used code. */
    async take(memberId: string, code: string, token: UsedToken): Promise<UseOutcome> {
      const encrypted = (await store.totp(memberId))?.secret;
      const step = encrypted ? await stepOf(memberId, encrypted, code) : null;
      return encrypted && step !== null ? store.useStep(memberId, encrypted, step, token) : "none";
    },
  };
}

/** The QR code's dark modules as one path, with the quiet zone of four modules that the standard requires. */
function drawCode(text: string): { size: number; path: string } {
  const rows = encodeQR(text, "raw", { border: 4 });
  const path = rows.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1] === true) return [];
      const end = row.indexOf(false, x);
      const width = (end === -1 ? row.length : end) - x;
      return [`M${x} ${y}h${width}v1h-${width}z`];
    }),
  );
  return { size: rows.length, path: path.join("") };
}

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

    /** Uses up one of the member's codes with the token; `none` if it is not one of them. */
    async take(memberId: string, code: string, token: UsedToken): Promise<UseOutcome> {
      const typed = plain(code);
      if (typed.length !== groups * groupLength) return "none";
      return store.useRecoveryCode(memberId, hashOf(memberId, typed), token);
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
