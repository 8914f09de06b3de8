/** Zero of the decimal digits of ASCII, India's scripts, Arabic and full-width. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xff10];

/** The zero of a digit's script; undefined if it is not a supported digit. */
export function zeroOf(digit: string): number | undefined {
  const code = digit.codePointAt(0) ?? 0;
  return zeros.find((zero) => code >= zero && code < zero + 10);
}

/** Converts the digits of other scripts to ASCII. */
export function withAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const zero = zeroOf(digit);
    return zero === undefined ? digit : String((digit.codePointAt(0) ?? 0) - zero);
  });
}
