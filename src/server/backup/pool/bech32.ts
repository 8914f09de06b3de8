const letters = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/**
 * Bytes as text with a checksum, as age writes its keys
 * (https://github.com/bitcoin/bips/blob/master/bip-0173.mediawiki).
 */
export function bech32(prefix: string, bytes: Uint8Array): string {
  const values = fiveBitsEach(bytes);
  const codes = [...Buffer.from(prefix)];
  const expanded = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
  const sum = checksum([...expanded, ...values, 0, 0, 0, 0, 0, 0]) ^ 1;
  const end = [25, 20, 15, 10, 5, 0].map((shift) => (sum >> shift) & 31);
  return `${prefix}1${[...values, ...end].map((value) => letters[value]).join("")}`;
}

function fiveBitsEach(bytes: Uint8Array): number[] {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => Number.parseInt(five.padEnd(5, "0"), 2));
}

function checksum(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, each] of generator.entries()) if ((top >> bit) & 1) sum ^= each;
  }
  return sum;
}
