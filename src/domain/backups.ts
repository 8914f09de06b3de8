/** The shapes of what a bucket is named by, for the environment and the form. */
export const bucketShapes = {
  bucket: /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/,
  region: /^[\w-]+$/,
  prefix: /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/,
};

/** Whole numbers that a schedule may have. `usual` is what the form begins with. */
export const backupLimits = {
  everyHours: { min: 1, max: 8760, usual: 24 },
  keep: { min: 1, max: 10_000, usual: 14 },
};

/** The region of servers that ask for none. */
export const usualRegion = "us-east-1";

/** Letters and digits that are not misread: no `0`, `1`, `i`, `l`, `o` and `u`. */
const passphraseLetters = "23456789abcdefghjkmnpqrstvwxyz";

const groups = { count: 6, length: 4 };

/** A passphrase of letters and digits that `pick` chooses (below `max`): about 118 bits. */
export function makePassphrase(pick: (max: number) => number): string {
  const letters = Array.from(
    { length: groups.count * groups.length },
    () => passphraseLetters[pick(passphraseLetters.length)],
  );
  return asPassphrase(letters.join(""));
}

/** Returns typed text in the form of a passphrase: small letters in groups. */
export function asPassphrase(typed: string): string {
  const letters = typed.toLowerCase().replaceAll(/[^a-z\d]/g, "");
  return (letters.match(new RegExp(`.{1,${groups.length}}`, "g")) ?? []).join("-");
}
