/** No vowels, so that no word comes out; no letter or digit that is mistaken for another when it is read out. */
const letters = "23456789BCDFGHJKMNPQRSTVWXZ";

/** A short name for an inquiry, such as `K7P-4MX`. `random` gives that many random bytes. */
export function newReference(random: (size: number) => Uint8Array): string {
  let picked = "";
  while (picked.length < 6) {
    for (const byte of random(12)) {
      // Bytes past the last whole round would make the first letters likelier.
      if (byte < 256 - (256 % letters.length) && picked.length < 6) picked += letters[byte % letters.length];
    }
  }
  return `${picked.slice(0, 3)}-${picked.slice(3)}`;
}
