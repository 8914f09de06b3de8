import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";

interface PhoneNumber {
  /** E.164, such as `+919876543210`: the same for all spellings. */
  key: string;
  /** International format, such as `+91 98765 43210`. */
  international: string;
}

/** Parses the number a visitor typed; `country` is for numbers without a country code. Null if it cannot be called. */
export function readPhoneNumber(typed: string, country: string): PhoneNumber | null {
  const number = parsePhoneNumberFromString(typed, isSupportedCountry(country) ? country : undefined);
  if (number === undefined || !number.isPossible()) return null;
  return { key: number.number, international: number.formatInternational() };
}
