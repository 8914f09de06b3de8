import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";

export interface PhoneNumber {
  /** E.164, such as `+919876543210`: the same for each way to write it. */
  key: string;
  /** As people write it internationally, such as `+91 98765 43210`. */
  international: string;
}

/** The number in what a visitor typed; `country` is that of a number without a country code. Null where it is none that could be called. */
export function readPhoneNumber(typed: string, country: string): PhoneNumber | null {
  const number = parsePhoneNumberFromString(typed, isSupportedCountry(country) ? country : undefined);
  if (number === undefined || !number.isPossible()) return null;
  return { key: number.number, international: number.formatInternational() };
}
