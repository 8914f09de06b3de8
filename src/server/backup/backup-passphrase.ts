import { randomInt, timingSafeEqual } from "node:crypto";
import { asPassphrase, makePassphrase } from "#domain/backups.ts";
import type { NewPassphrase } from "#contract/backup.ts";
import { hour } from "#domain/time/durations.ts";

/** Time in which a passphrase may be typed back after it was made. */
const validFor = hour;

/**
 * Makes passphrases, and recognizes one that is typed back. Nothing is stored: the proof is a MAC of the passphrase,
 * the member and the time.
 */
export function createBackupPassphrases(deps: { mac: (text: string) => Promise<string>; now: () => number }) {
  const proofOf = async (memberId: string, until: number, passphrase: string) =>
    `${until}.${await deps.mac(JSON.stringify(["backup passphrase", memberId, until, passphrase]))}`;

  return {
    async make(memberId: string): Promise<NewPassphrase> {
      const passphrase = makePassphrase((max) => randomInt(max));
      return { passphrase, proof: await proofOf(memberId, deps.now() + validFor, passphrase) };
    },

    /** The passphrase that was typed, if it was made for this member within the last hour; null otherwise. */
    async confirmed(memberId: string, typed: string, proof: string): Promise<string | null> {
      const passphrase = asPassphrase(typed);
      const until = Number(proof.split(".")[0]);
      const expected = Buffer.from(await proofOf(memberId, until, passphrase));
      const found = Buffer.from(proof);
      const isSame = expected.length === found.length && timingSafeEqual(expected, found);
      return isSame && deps.now() < until ? passphrase : null;
    },
  };
}
