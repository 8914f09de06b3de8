import { access, mkdir, open, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ConfigError } from "../config.ts";
import { codeOf, createFile, replaceFile } from "./durable-file.ts";
import { macWith } from "./mac.ts";
import { lastListPath } from "./last-list.ts";
import { newKeyText, NoKeyError, readKeys, type SigningKeys, withNewKey } from "./signing-keys.ts";

/** Where the key stands: in a file that the operator has named, or in one of our own. */
export interface KeyPlace {
  dataDir: string;
  keyFile: string | undefined;
}

/** No file of keys is as long as this. */
const longest = 1_000_000;

interface Read {
  keys: SigningKeys;
  text: string;
  stamp: string;
  like: { mode: number; uid: number; gid: number };
}

/**
 * The keys of a file, read anew when it has changed: the operator may rotate them while the server runs. A file that is then gone
 * or broken leaves the keys as they are.
 * @throws ConfigError where there is no key to begin with; a file of our own is made where it is missing.
 */
export async function openKeyFile(place: KeyPlace) {
  let known = await firstRead(place);
  let reading: Promise<SigningKeys> | undefined;

  async function readAgain(): Promise<SigningKeys> {
    try {
      known = await read(keyPath(place), known);
    } catch {
      // The next call tries again.
    }
    return known.keys;
  }

  return {
    known: (): SigningKeys => known.keys,
    current(): Promise<SigningKeys> {
      reading ??= readAgain().finally(() => {
        reading = undefined;
      });
      return reading;
    },
  };
}

export type KeyFile = Awaited<ReturnType<typeof openKeyFile>>;

/**
 * Puts a new key on top of the file; the public halves of the old ones stay below it. `carryOver` is called while the old key is still there,
 * with what the new one makes. @throws ConfigError
 */
export async function rotateKeyFile(
  place: KeyPlace,
  carryOver: (next: ReturnType<typeof macWith>) => Promise<void> = async () => undefined,
): Promise<SigningKeys> {
  const { text, like } = await firstRead(place);
  const next = await withNewKey(text);
  const keys = await readKeys(next);
  await carryOver(macWith({ current: () => Promise.resolve(keys) }));
  try {
    // The file itself, where its name is a link.
    await replaceFile(await realpath(keyPath(place)), next, like);
  } catch (error) {
    throw new ConfigError(`${nameOf(place)} cannot be written (${codeOf(error) ?? "unknown"})`, { cause: error });
  }
  return keys;
}

async function firstRead(place: KeyPlace): Promise<Read> {
  const path = keyPath(place);
  try {
    if (place.keyFile === undefined) await makeWhereMissing(path, lastListPath(place.dataDir));
    return await read(path);
  } catch (error) {
    const why = error instanceof NoKeyError ? error.message : `cannot be used (${codeOf(error) ?? "unknown"})`;
    const way =
      place.keyFile === undefined
        ? "restore it from a backup"
        : `make one with: openssl genpkey -algorithm ed25519 -out ${path}`;
    throw new ConfigError(`${nameOf(place)} ${why}; ${way}`, { cause: error });
  }
}

/** Makes a key at the first start, not in the place of one that has signed a list: with another, that list is worth nothing. */
async function makeWhereMissing(path: string, lastList: string): Promise<void> {
  // Before the look for the key: what another first start makes at the same time is first its key, then its list.
  const hasSigned = await exists(lastList);
  try {
    await (await open(path, "r")).close();
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    if (hasSigned) throw new NoKeyError("is missing, though it has signed the channels");
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // Another process may be the first: its key is ours, then.
    await createFile(path, newKeyText());
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The file as it is; `known` itself where it has not changed. */
async function read(path: string, known?: Read): Promise<Read> {
  const file = await open(path, "r");
  try {
    const { dev, ino, size, mtimeMs, ctimeMs, mode, uid, gid } = await file.stat();
    const stamp = [dev, ino, size, mtimeMs, ctimeMs].join(" ");
    if (known?.stamp === stamp) return known;
    if (size > longest) throw new NoKeyError("is too long for a file of keys");
    const text = await file.readFile("utf8");
    return { keys: await readKeys(text), text, stamp, like: { mode: mode & 0o777, uid, gid } };
  } finally {
    await file.close();
  }
}

/** Where the key stands. */
export function keyPath({ dataDir, keyFile }: KeyPlace): string {
  return keyFile ?? join(dataDir, "signing-key.pem");
}

function nameOf(place: KeyPlace): string {
  return `${place.keyFile === undefined ? "DATA_DIR" : "SIGNING_KEY_FILE"}: the file ${keyPath(place)}`;
}
