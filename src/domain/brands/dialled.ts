/**
 * The digits of a number with its country code: written with `+` or `00`, or bare digits that can be a whole
 * international number (E.164: up to 15, not starting with 0). Rejects as lacking a country code: a single leading 0,
 * and ten bare digits starting with 6 to 9, an Indian mobile. So a ten-digit number of another country, such as
 * Singapore, needs a `+`.
 */
export function internationalDigits(text: string): string | undefined {
  const number = dialled(text);
  const digits = number.replace(/^(?:\+|00)/, "");
  const isIndianMobile = digits === number && /^[6-9]\d{9}$/.test(digits);
  return /^[1-9]\d{7,14}$/.test(digits) && !isIndianMobile ? digits : undefined;
}

/** A number without its separators and without the `(0)` that is not dialled after a country code (ITU E.123). */
export function dialled(text: string): string {
  const trunk = /^\(?(?:\+|00)/.test(text) ? "(0)" : "";
  return text.replace(trunk, "").replace(/[\s.()\u2010-\u2015-]/g, "");
}
