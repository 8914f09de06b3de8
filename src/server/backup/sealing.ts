import { ReadableStream as NodeStream } from "node:stream/web";
import { Decrypter, Encrypter } from "age-encryption";

/** What a backup is encrypted for: one who knows the passphrase, one who has the key to an address, or everybody. */
export type BackupKey =
  | { kind: "passphrase"; passphrase: string }
  | { kind: "recipient"; recipient: string }
  | { kind: "none" };

/** What opens a backup; `fileKey` is the one key of one file, known while it is made. */
export interface BackupSecrets {
  passphrase?: string | undefined;
  /** `AGE-SECRET-KEY-1...` */
  identities?: readonly string[] | undefined;
  fileKey?: Uint8Array | undefined;
}

export interface Sealed {
  stream: AsyncIterable<Uint8Array>;
  /** Opens this file, and proves that it was written well. */
  secrets: BackupSecrets;
}

/** The first line of a file of age's (https://age-encryption.org/v1). */
const magic = "age-encryption.org/v1\n";

/** Encrypts a stream in the format of age, chunk by chunk: nothing holds the whole. */
export async function seal(plain: AsyncIterable<Uint8Array>, key: BackupKey): Promise<Sealed> {
  if (key.kind === "none") return { stream: plain, secrets: {} };
  const encrypter = new Encrypter();
  const secrets: BackupSecrets = {};
  if (key.kind === "passphrase") {
    encrypter.setPassphrase(key.passphrase);
    secrets.passphrase = key.passphrase;
  } else {
    encrypter.addRecipient(key.recipient);
    // Whoever only has the address cannot open the file; a recipient that adds nothing to it learns its key for the check.
    encrypter.addRecipient({
      wrapFileKey(fileKey) {
        secrets.fileKey = fileKey.slice();
        return [];
      },
    });
  }
  return { stream: fromWeb(await encrypter.encrypt(toWeb(plain))), secrets };
}

/** Whether a file that begins like this is encrypted. */
export const isSealed = (start: Uint8Array): boolean => Buffer.from(start).toString("latin1").startsWith(magic);

/** Opens a stream; what has been changed in it throws, at the latest at its end. @throws Error where none of the secrets fits */
export async function unseal(
  sealed: AsyncIterable<Uint8Array>,
  secrets: BackupSecrets,
): Promise<AsyncIterable<Uint8Array>> {
  const decrypter = new Decrypter();
  const { fileKey, passphrase, identities = [] } = secrets;
  if (fileKey !== undefined) decrypter.addIdentity({ unwrapFileKey: () => fileKey });
  if (passphrase !== undefined) decrypter.addPassphrase(passphrase);
  for (const identity of identities) decrypter.addIdentity(identity);
  return fromWeb(await decrypter.decrypt(toWeb(sealed)));
}

// The browser's type of the same streams, which age names, knows neither iteration nor `from`.
const toWeb = (stream: AsyncIterable<Uint8Array>) => NodeStream.from(stream) as unknown as ReadableStream<Uint8Array>;
const fromWeb = (stream: ReadableStream<Uint8Array>) => stream as unknown as AsyncIterable<Uint8Array>;
