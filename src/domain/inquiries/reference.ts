/** No vowels, to avoid words; no letter or digit that is easily confused when read aloud. */
const letters = "23456789BCDFGHJKMNPQRSTVWXZ";

const pattern = new RegExp(`^#?([${letters}]{3})[-\\s\u2010-\u2015]?([${letters}]{3})$`);

/** Normalizes a typed reference: `k7p 4mx` is `K7P-4MX`. Null if it is not a reference. */
export function readReference(text: string): string | null {
  const [, start, end] = pattern.exec(text.trim().normalize("NFKC").toUpperCase()) ?? [];
  return start === undefined || end === undefined ? null : `${start}-${end}`;
}

/** Creates a reference such as `K7P-4MX`. `random` gives that many random bytes. */
export function newReference(random: (size: number) => Uint8Array): string {
  let picked = "";
  while (picked.length < 6) {
    for (const byte of random(12)) {
      // Bytes past the last full round would favour the first letters.
      if (byte < 256 - (256 % letters.length) && picked.length < 6) picked += letters[byte % letters.length];
    }
  }
  return `${picked.slice(0, 3)}-${picked.slice(3)}`;
}
