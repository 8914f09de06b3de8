import { access, mkdir, open, realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { codeOf, ConfigError } from "../lib/errors.ts";
import { createFile, createTextFile, replaceFile, type TextFile } from "../lib/durable-file.ts";
import { singleFlight } from "../lib/single-flight.ts";
import { macWith, newKeyText, NoKeyError, readKeys, type SigningKeys, withNewKey } from "./signing-keys.ts";

/** Place of the key: a file named by the operator, or the data folder. */
export interface KeyPlace {
  dataDir: string;
  keyFile: string | undefined;
}

/** Max size of a key file in bytes. */
const longest = 1_000_000;

interface Read {
  keys: SigningKeys;
  text: string;
  stamp: string;
  like: { mode: number; uid: number; gid: number };
}

/**
 * Reads the keys of a file, and again when it changes: the operator may rotate keys while the server runs. If the file
 * then disappears or breaks, the known keys stay in use.
 * @throws ConfigError if there is no key at the start; the default file is created if missing, unless it `mustExist`
 */
export async function openKeyFile(place: KeyPlace, { mustExist = false } = {}) {
  let known = await firstRead(place, mustExist);

  async function readAgain(): Promise<SigningKeys> {
    try {
      known = await read(keyPath(place), known);
    } catch {
      // The next call retries.
    }
    return known.keys;
  }

  return {
    known: (): SigningKeys => known.keys,
    current: singleFlight(readAgain),
  };
}

/**
 * Prepends a new key to the file and reduces the old ones to their public halves. `carryOver` is called with the new
 * key's functions while the old key is still in place. @throws ConfigError
 */
export async function rotateKeyFile(
  place: KeyPlace,
  carryOver: (next: ReturnType<typeof macWith>) => Promise<void> = async () => undefined,
): Promise<SigningKeys> {
  const { text, like } = await firstRead(place, true);
  const next = await withNewKey(text);
  const keys = await readKeys(next);
  await carryOver(macWith({ current: () => Promise.resolve(keys) }));
  try {
    // Replace the target of a link, not the link.
    await replaceFile(await realpath(keyPath(place)), next, like);
  } catch (error) {
    throw new ConfigError(`${nameOf(place)} cannot be written (${codeOf(error) ?? "unknown"})`, { cause: error });
  }
  return keys;
}

async function firstRead(place: KeyPlace, mustExist: boolean): Promise<Read> {
  const path = keyPath(place);
  try {
    if (place.keyFile === undefined && !mustExist) await makeWhereMissing(path, lastListPath(place.dataDir));
    return await read(path);
  } catch (error) {
    const why = error instanceof NoKeyError ? error.message : `cannot be used (${codeOf(error) ?? "unknown"})`;
    throw new ConfigError(`${nameOf(place)} ${why}; ${await remedyFor(place, codeOf(error))}`, { cause: error });
  }
}

/** Returns the remedy for the operator. An existing key must never be replaced: it has signed the channels. */
async function remedyFor(place: KeyPlace, code: string | undefined): Promise<string> {
  const path = keyPath(place);
  if (code === "EACCES" || code === "EPERM") {
    const user = process.geteuid?.() ?? "of the server";
    const found = await stat(path).catch(() => undefined);
    const now =
      found === undefined
        ? "its folder is closed to it"
        : `it belongs to user ${found.uid} and group ${found.gid} with mode ${(found.mode & 0o7777).toString(8)}`;
    return `the user ${user} may not read it (${now}): keep the file, and give it to that user (chown) with mode 600`;
  }
  if (place.keyFile === undefined || code !== "ENOENT") return "restore it from a backup";
  return `restore it from a backup or, for a new site, make one with: openssl genpkey -algorithm ed25519 -out ${path}`;
}

/**
 * Creates a key at the first start, but never replaces a key that has signed a list: a new key would make that list
 * worthless.
 */
async function makeWhereMissing(path: string, lastList: string): Promise<void> {
  // Check this before the key: a parallel first start creates its key first, then its list.
  const hasSigned = await exists(lastList);
  try {
    await (await open(path, "r")).close();
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    if (hasSigned) throw new NoKeyError("is missing, though it has signed the channels");
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // If another process is first, we use its key.
    await createFile(path, newKeyText());
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Reads the keys; null if there is no file. Unlike `openKeyFile`, it creates none. @throws ConfigError */
export async function readKeyFile(place: KeyPlace): Promise<SigningKeys | null> {
  try {
    return (await read(keyPath(place))).keys;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    const why = error instanceof NoKeyError ? error.message : `cannot be used (${codeOf(error) ?? "unknown"})`;
    throw new ConfigError(`${nameOf(place)} ${why}`, { cause: error });
  }
}

/** Reads the file; returns `known` if it has not changed. */
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

export function keyPath({ dataDir, keyFile }: KeyPlace): string {
  return keyFile ?? join(dataDir, "signing-key.pem");
}

function nameOf(place: KeyPlace): string {
  return `${place.keyFile === undefined ? "DATA_DIR" : "SIGNING_KEY_FILE"}: the file ${keyPath(place)}`;
}

/** The last published list, in a file beside the store. */
export function createLastList({ dataDir }: { dataDir: string }): TextFile {
  return createTextFile(lastListPath(dataDir));
}

function lastListPath(dataDir: string): string {
  return join(dataDir, "official-channels.sealed.json");
}

/** The file of the members' revisions, which detects rows that were deleted or rolled back in the store. */
export function memberHeadPath(dataDir: string): string {
  return join(dataDir, "members.head.json");
}

/** The file of the newest audit log entry, which detects truncation in the store. */
export function auditHeadPath(dataDir: string): string {
  return join(dataDir, "audit-log.head.json");
}

/** The file of the last settings, which detects tampering in the store. */
export function settingsPath(dataDir: string): string {
  return join(dataDir, "settings.signed.json");
}
