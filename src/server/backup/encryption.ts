import { open } from "node:fs/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";

/** Key of a backup: a passphrase, a recipient's public key, or nothing. */
export type BackupKey =
  | { kind: "passphrase"; passphrase: string }
  | { kind: "recipient"; recipient: string }
  | { kind: "none" };

/** Secrets that open a backup. `fileKey` opens one file and is known only while it is written. */
export interface BackupSecrets {
  passphrase?: string | undefined;
  /** The passphrase before the last change, which opens older backups. */
  previous?: string | undefined;
  /** Each `AGE-SECRET-KEY-1...`. */
  identities?: readonly string[] | undefined;
  fileKey?: Uint8Array | undefined;
}

interface Encrypted {
  stream: AsyncIterable<Uint8Array>;
  /** Open this file again, to check what was written. */
  secrets: BackupSecrets;
}

/** Loaded on first use: its cryptography takes long to load, and a start needs none of it. */
const library = () => import("age-encryption");

/** First line of an age file (https://age-encryption.org/v1). */
const magic = "age-encryption.org/v1\n";

/** Encrypts a stream in the age format, chunk by chunk, with constant memory. */
export async function encrypt(plain: AsyncIterable<Uint8Array>, key: BackupKey): Promise<Encrypted> {
  if (key.kind === "none") return { stream: plain, secrets: {} };
  const { Encrypter } = await library();
  const encrypter = new Encrypter();
  const secrets: BackupSecrets = {};
  if (key.kind === "passphrase") {
    encrypter.setPassphrase(key.passphrase);
    secrets.passphrase = key.passphrase;
  } else {
    encrypter.addRecipient(key.recipient);
    // The public key alone cannot open the file for the check; this recipient learns the file key and adds nothing.
    encrypter.addRecipient({
      wrapFileKey(fileKey) {
        secrets.fileKey = fileKey.slice();
        return [];
      },
    });
  }
  return { stream: fromWeb(await encrypter.encrypt(toWeb(plain))), secrets };
}

/** Returns whether the file is encrypted, by its first bytes. */
export async function isEncryptedFile(path: string): Promise<boolean> {
  const start = Buffer.alloc(magic.length);
  const file = await open(path, "r");
  try {
    await file.read(start, 0, start.length, 0);
  } finally {
    await file.close();
  }
  return start.toString("latin1") === magic;
}

/** Decrypts a stream; tampering throws, at the latest at its end. @throws Error if no secret fits */
export async function decrypt(
  encrypted: AsyncIterable<Uint8Array>,
  secrets: BackupSecrets,
): Promise<AsyncIterable<Uint8Array>> {
  const { Decrypter } = await library();
  const decrypter = new Decrypter();
  const { fileKey, passphrase, previous, identities = [] } = secrets;
  if (fileKey !== undefined) decrypter.addIdentity({ unwrapFileKey: () => fileKey });
  for (const each of [passphrase, previous]) if (each !== undefined) decrypter.addPassphrase(each);
  for (const identity of identities) decrypter.addIdentity(identity);
  return fromWeb(await decrypter.decrypt(toWeb(encrypted)));
}

// The types of age are those of browser streams, which lack iteration and `from`.
const toWeb = (stream: AsyncIterable<Uint8Array>) =>
  // Node loads the global one on first use.
  (ReadableStream as unknown as typeof NodeStream).from(stream) as unknown as ReadableStream<Uint8Array>;
const fromWeb = (stream: ReadableStream<Uint8Array>) => stream as unknown as AsyncIterable<Uint8Array>;
