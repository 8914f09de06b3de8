/** A random UUID (RFC 9562). Works over plain http too, as in a local network. */
export function newUuid(): string {
  // The function is missing outside secure contexts, whatever its type says.
  if ("randomUUID" in crypto) return crypto.randomUUID();
  const bytes = webCrypto().getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, at) => {
    // The version and the variant (RFC 9562, section 5.4).
    const marked = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, "0");
  });
  return [hex.slice(0, 4), hex.slice(4, 6), hex.slice(6, 8), hex.slice(8, 10), hex.slice(10)]
    .map((part) => part.join(""))
    .join("-");
}

/** Returns `crypto`, which TypeScript would otherwise narrow to never when `randomUUID` is missing. */
function webCrypto(): Pick<Crypto, "getRandomValues"> {
  return crypto;
}
