import examples from "libphonenumber-js/examples.mobile.json" with { type: "json" };
import {
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/max";
import { expect, it } from "vitest";
import { withoutTrunkZero } from "./trunk-zero.ts";

it("a 0 behind the calling code is taken away exactly where libphonenumber takes it for no part of the number", () => {
  // Of several countries with one code, the rule must hold for each; Guernsey and others share the one of the first.
  const byCode = Map.groupBy(getCountries(), (country) => getCountryCallingCode(country));
  expect(byCode.size).toBeGreaterThan(200);
  for (const [code, countries] of byCode) {
    // Rwanda has numbers that begin with 06.
    if (code === "250") continue;
    const numbers = countries.flatMap((country) => getExampleNumber(country, examples)?.nationalNumber ?? []);
    if (numbers.some((number) => number.startsWith("0")) || numbers.length === 0) continue;
    const isStripped = numbers.every(
      (number) => parsePhoneNumberFromString(`+${code}0${number}`)?.number === `+${code}${number}`,
    );
    for (const number of numbers)
      expect(withoutTrunkZero(`${code}0${number}`), code).toBe(isStripped ? `${code}${number}` : `${code}0${number}`);
  }
});

it("leaves the 0 of Italy, two zeros, and numbers without one; Hungary dials 06", () => {
  for (const digits of ["390600000001", "910098765", "919876543210", "2250123456789"])
    expect(withoutTrunkZero(digits)).toBe(digits);
  expect(withoutTrunkZero("3606201234567")).toBe("36201234567");
});
