import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** A call, or a hand-over, of what signs with the key. */
const signing =
  /(?:\b(?:signing|deps|next|keys)\.(?:sign|signer|mac)|\bmac|\bsignPortably)\(|\bsign: mac\b|=> \w+\.mac\(/g;

/**
 * Every place that signs: how often, what, and where that comes from. A signature over what the store returned makes
 * the store's owner an owner here, so a new place needs its line, and goes through `SignedWrites`.
 */
const places: Record<string, [count: number, what: string]> = {
  "address/address-probe.ts": [1, "a sentence with a random token, which proves the site's address and nothing else"],
  "audit/audit-chain.ts": [1, "the drafted entry, chained to one whose signature is verified first"],
  "auth/api-tokens/api-tokens.ts": [1, "the row made in memory, of a step-up's member; verified fields at each use"],
  "auth/auth.ts": [3, "hands the key to sessions, API tokens and single-use tokens"],
  "auth/sessions.ts": [2, "the new token's hash, the verified member, the clock"],
  "auth/single-use-tokens.ts": [1, "random bytes, the clock and the caller's purpose"],
  "auth/team/member-signing-queries.ts": [
    5,
    "the verified row with the named change; links made in memory; two verify; once the rows of an unsigned store, " +
      "and those that the operator was shown",
  ],
  "auth/team/signed-members.ts": [2, "hands the key to the rows, and the next key to those that verify"],
  "backup/backup-passphrase.ts": [1, "a sentence with a passphrase made here, the verified member and the clock"],
  "backup/manifest.ts": [1, "the manifest of the files just written"],
  "backup/pool/pool-key.ts": [1, "a constant, for a key"],
  "channels/list-loader.ts": [1, "the verified list with the command applied, or the list that an operator reviewed"],
  "channels/official-list.ts": [1, "the published part of the verified list"],
  "compose.ts": [1, "hands the key to passphrases of backups"],
  "erasing-thread/erasing-queries.ts": [1, "hands the key to the audit log of the thread that erases"],
  "settings/signed-settings.ts": [1, "the verified settings with the owner's change, or the text an operator reviewed"],
  "signing/create-signing.ts": [2, "is the function for the manifest"],
  "signing/encryption.ts": [1, "a constant, for a key"],
};

it("lists what each signature covers, and where that comes from", () => {
  const root = `${import.meta.dirname}/../`;
  const found = globSync("**/*.ts", { cwd: root })
    .filter((file) => !/\.test\.ts$|testing|\/signing(-keys)?\.ts$|(^|\/)inquiries\//.test(file))
    .map((file) => [file, [...readFileSync(root + file, "utf8").matchAll(signing)].length] as const)
    .filter(([, count]) => count > 0);
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(places).map(([file, [count]]) => [file, count])),
  );
});
