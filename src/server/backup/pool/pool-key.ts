import { createHmac, hkdfSync, scrypt } from "node:crypto";
import { promisify } from "node:util";
import type { Signing } from "../../signing/signing.ts";
import type { BackupKey } from "../encryption.ts";
import { bech32 } from "./bech32.ts";

/** Key that names and encrypts the files that backups share. */
export interface PoolKey {
  /** A file's name there, from its hash: nobody without the key can tell whether a known file is there. */
  nameOf(sha256: string): string;
  key: BackupKey;
  /** Opens the files; each backup has it inside. Undefined if the key of the backups opens them, or nothing has to. */
  identity: string | undefined;
}

const derive = promisify<string, string, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);
/**
 * The cost of age (https://age-encryption.org/v1, scrypt recipient stanza): a guess of the passphrase costs as much.
 */
const cost = { N: 2 ** 18, r: 8, p: 1, maxmem: 2 ** 29 };

/**
 * Derives the key from that of the backups and from the signing key, so that it needs no place of its own: see decision
 * 107. With another passphrase, recipient or signing key, all names are others, and all files are copied again.
 */
export async function openPoolKey(key: BackupKey, signing: Pick<Signing, "mac">): Promise<PoolKey> {
  const secret = Buffer.from(await signing.mac("files of backups"), "base64url");
  const salt =
    key.kind === "passphrase"
      ? await derive(key.passphrase.normalize("NFC"), "front-desk files of backups", 32, cost)
      : key.kind === "recipient"
        ? key.recipient
        : "";
  const part = (what: string) => Buffer.from(hkdfSync("sha256", secret, salt, `front-desk ${key.kind} ${what}`, 32));
  const names = part("names");
  const nameOf = (sha256: string) =>
    createHmac("sha256", names).update(sha256).digest("hex") + (key.kind === "none" ? "" : ".age");
  if (key.kind !== "passphrase") return { nameOf, key, identity: undefined };
  // Deriving a key from a passphrase, which age does for each file, takes a second.
  const { identityToRecipient } = await import("age-encryption");
  const identity = bech32("age-secret-key-", part("contents")).toUpperCase();
  return { nameOf, key: { kind: "recipient", recipient: await identityToRecipient(identity) }, identity };
}
