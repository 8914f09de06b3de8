import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError } from "#server/lib/errors.ts";
import { type KeyPlace, readKeyFile } from "#server/signing/key-file.ts";
import type { SigningKeys } from "#server/signing/signing-keys.ts";
import { RestoreError } from "../backup-error.ts";
import type { Found } from "./read-backup.ts";
import { unfinishedRestore } from "../../store/integrity/inspect-store.ts";

/** Kinds of backups that the operator accepts explicitly although nothing proves their origin. */
export interface Accepted {
  unencrypted: boolean;
  unsigned: boolean;
  /** Fingerprint of a key other than the present one. */
  key: string | undefined;
}

interface AdmissionDeps {
  place: KeyPlace;
  accepted: Accepted;
  say: (text: string) => void;
  /** Returns the typed line; "" without a terminal. */
  ask: (question: string) => Promise<string>;
}

/** Decides whether a backup is accepted. */
export interface Admission {
  /** Checks a backup before it is unpacked. @throws BackupError if it is rejected */
  admit: (found: Found) => Promise<void>;
  /**
   * Checks the key in the backup once its files are in `staged`, before any other file is opened. @throws BackupError
   */
  admitKeyIn: (staged: string) => Promise<void>;
  /** Returns what the operator had to accept, for the audit log. */
  accepted: () => string[];
}

/**
 * Accepts backups signed with this installation's key; others only if the operator allows it by option or at the
 * prompt.
 * @throws BackupError, from its functions, with the problem and the remedy
 */
export function createAdmission({ place, accepted, say, ask }: AdmissionDeps): Admission {
  const taken: string[] = [];
  let signer: string | null = null;

  async function confirm(
    what: "key" | "unsigned",
    question: string,
    response: string,
    otherwise: string,
  ): Promise<void> {
    if ((await ask(`${question} to take it all the same, or nothing to leave it: `)).trim() !== response)
      throw new RestoreError(`${otherwise}. Nothing has been changed`);
    taken.push(what);
  }

  async function admitKey(key: string): Promise<void> {
    const present = await presentKeys(place);
    if (accepted.key !== undefined && accepted.key !== key)
      throw new RestoreError(`it is of the key ${key}, and --accept-key names another (${accepted.key})`);
    if (key === present?.kid) return;
    say(describe(key, present));
    if (accepted.key === key) {
      taken.push("key");
      return;
    }
    const here = present === null ? "there is none here to compare it with" : `the key here is ${present.kid}`;
    const otherwise = `it is of the key ${key}, and ${here}: if it is yours, add --accept-key=${key}`;
    await confirm("key", "Type the fingerprint of its key", key, otherwise);
  }

  return {
    async admit(found) {
      if (!found.isEncrypted && !accepted.unencrypted) {
        throw new RestoreError(
          "it is not encrypted, so anybody who could reach it could read it, or put another in its place: if you " +
            "know where it comes from, add --unencrypted. Nothing has been changed",
        );
      }
      ({ signer } = found);
      if (signer !== null) return admitKey(signer);
      say(
        "The backup is not signed: it was made by a version that did not sign them, or somebody else has made or " +
          "changed it. Nothing proves that it is yours.",
      );
      if (accepted.unsigned) taken.push("unsigned");
      else {
        const otherwise =
          "it is not signed, so nothing proves that it was made here: if you know where it comes from, add --unsigned";
        await confirm("unsigned", "Type unsigned", "unsigned", otherwise);
      }
    },

    async admitKeyIn(staged) {
      // A key outside the data folder is not in the backup and stays in use.
      if (place.keyFile !== undefined) return;
      const key = (await readKeyFile({ dataDir: staged, keyFile: undefined }).catch(unreadable))?.kid;
      if (key === undefined || key === signer) return;
      if (signer === null) return admitKey(key);
      throw new RestoreError(
        `it was signed with the key ${signer} and brings another, ${key}: name the file of the first in ` +
          "SIGNING_KEY_FILE",
      );
    },

    accepted: () => taken,
  };
}

function describe(key: string, present: SigningKeys | null): string {
  const compare =
    "npm run backup -- fingerprint says it where the backup was made, and so does a saved copy of " +
    "/.well-known/jwks.json (kid).";
  if (present === null)
    return (
      `There is no key that could be read here, to compare the backup's with:\n  its key:      ${key}\nMake sure ` +
      `that it is yours: ${compare}`
    );
  const whose = present.verifying.has(key)
    ? "an older key of this installation, which would sign again"
    : "a key that this installation does not know, perhaps somebody else's";
  return (
    `The backup is of another key than the one here: ${whose}.\n  its key:      ${key}\n  the key here: ` +
    `${present.kid}\nOnce it is restored, its key signs the channels. Make sure that it is yours: ${compare}`
  );
}

/**
 * The installation's keys; after an unfinished restore, those it moved away. Null if there are none, or none readable.
 */
async function presentKeys(place: KeyPlace): Promise<SigningKeys | null> {
  const replaced = await readFile(join(place.dataDir, unfinishedRestore), "utf8").catch(() => null);
  const folders = replaced === null ? [place.dataDir] : [join(place.dataDir, replaced), place.dataDir];
  for (const dataDir of folders) {
    const keys = await readKeyFile({ ...place, dataDir }).catch(() => null);
    if (keys !== null) return keys;
  }
  return null;
}

function unreadable(error: unknown): never {
  if (error instanceof ConfigError) throw new RestoreError("the key in it cannot be read", { cause: error });
  throw error;
}
