import { getCountries, getCountryCallingCode } from "libphonenumber-js/min";
import { expect, it } from "vitest";
import { siteFieldsSchema } from "#contract/site/site.ts";
import { callingCodes } from "#domain/countries.ts";

it("lists the countries of the program that reads numbers, with their calling codes", () => {
  const known = getCountries().map((code) => [code, getCountryCallingCode(code)] as const);
  expect(new Map(callingCodes)).toEqual(new Map(known));
});

it("takes each of them for the site's country, and nothing else", () => {
  for (const country of callingCodes.keys()) expect(siteFieldsSchema.parse({ country }).country).toBe(country);
  for (const country of ["UK", "XX", "EU", "AA", "ZZ", "in", "IND", "", "__"])
    expect(siteFieldsSchema.safeParse({ country }).success, country).toBe(false);
});
