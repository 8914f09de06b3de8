import { createReadStream, createWriteStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { openStore } from "../open-store.ts";
import { readArchive, writeArchive } from "./archive.ts";
import { type Accepted, type Admission, createAdmission } from "./restore/admit-backup.ts";
import type { Opening } from "./restore/restore.ts";
import { type BackupKey, type BackupSecrets, encrypt, decrypt } from "./encryption.ts";

export type Entries = Array<[name: string, content: Buffer]>;

/** Test helper: returns all files of a backup, in order. Omit `secrets` if it is not encrypted. */
export async function unpacked(path: string, secrets?: BackupSecrets): Promise<Entries> {
  const file = createReadStream(path);
  const entries: Entries = [];
  for await (const { name, body } of readArchive(secrets === undefined ? file : await decrypt(file, secrets)))
    entries.push([name, await buffer(Readable.from(body))]);
  return entries;
}

/** Test helper: writes an archive of arbitrary entries, as a forger would. */
export async function pack(path: string, entries: Entries, key: BackupKey): Promise<void> {
  const files = entries.map(([name, content]) => ({ name, bytes: content.length, body: Readable.from([content]) }));
  await pipeline((await encrypt(writeArchive(files), key)).stream, createWriteStream(path, { mode: 0o600 }));
}

/** Test helper: returns how a backup is opened with these secrets and this admission. */
export function openingWith(secrets: BackupSecrets, admission: Admission): Opening {
  return { secrets, admission, openStore: (staged) => openStore({ dataDir: staged }) };
}

/** Test helper: returns an admission with these options and typed lines; its output goes to `said`. */
export function admissionTo(
  dataDir: string,
  {
    typed = [],
    said = [],
    keyFile,
    ...accepted
  }: Partial<Accepted> & { typed?: string[]; said?: string[]; keyFile?: string } = {},
): Admission {
  const responses = [...typed];
  return createAdmission({
    place: { dataDir, keyFile },
    accepted: { unencrypted: false, unsigned: false, key: undefined, ...accepted },
    say: (text) => void said.push(text),
    ask: (question) => {
      said.push(question);
      return Promise.resolve(responses.shift() ?? "");
    },
  });
}
