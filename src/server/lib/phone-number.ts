import { isSupportedCountry, type PhoneNumberType, parsePhoneNumberFromString } from "libphonenumber-js/max";

interface PhoneNumber {
  /** E.164, such as `+919876543210`: the same for all spellings. */
  key: string;
  /** International format, such as `+91 98765 43210`. */
  international: string;
  /** Freephone, shared-cost, premium or company: most are reached only within their country, without its code. */
  isService: boolean;
}

const serviceTypes: ReadonlySet<PhoneNumberType> = new Set(["TOLL_FREE", "SHARED_COST", "PREMIUM_RATE", "UAN"]);

/** Parses the number a visitor typed; `country` is for numbers without a country code. Null if it cannot be called. */
export function readPhoneNumber(typed: string, country: string): PhoneNumber | null {
  const number = parsePhoneNumberFromString(typed, isSupportedCountry(country) ? country : undefined);
  if (number === undefined || !number.isPossible()) return null;
  const type = number.getType();
  return {
    key: number.number,
    international: number.formatInternational(),
    isService: type !== undefined && serviceTypes.has(type),
  };
}
