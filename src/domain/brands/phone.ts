import type { Brand, BrandInput, BrandRules, ReadNumber } from "./brand.ts";
import { dialled } from "./open-page.ts";
import { usualNumber } from "./pasted.ts";
import { withoutTrunkZero } from "./trunk-zero.ts";

export const brand: Brand = {
  label: "Phone",
  action: "Call",
  place: "on the phone",
  icon: "M6 3h3l2 5-2 2c1 2 3 4 5 5l2-2 5 2v3c0 2-2 3-4 3C10 20 4 14 3 7c0-2 1-4 3-4z",
  opens: openPhone,
  inPhoneBook: true,
};

export const input: BrandInput = {
  field: "tel",
  example: "+91 98765 43210",
  expected: "one number of at most 15 digits, such as +91 90000 00000 or 1800 000 0000",
  warnings: {},
  usual: usualPhone,
  number: (text) => (/^\(?(?:\+|00)/.test(partsOf(text).number) ? partsOf(text).number : undefined),
};

export const rules: BrandRules = {
  value: "number",
  words: "phone|mobile|call|tel",
};

/** RFC 3966: digits after an optional `+`, then the extension; without `+` the number is local. */
function openPhone(value: string): { href: string } | undefined {
  const { number: text, extension } = /^tel:/i.test(value) ? noNumber : partsOf(value);
  const number = dialled(text).replace(/^\+(\d+)$/, (_all, digits: string) => `+${withoutTrunkZero(digits)}`);
  // E.164: up to 15 digits, no country code starts with 0. The shortest service numbers have 3 digits.
  if (!/^(?:\+[1-9]\d{6,14}|\d{3,15})$/.test(number)) return undefined;
  return { href: `tel:${number}${extension ? `;ext=${extension}` : ""}` };
}

const noNumber = { number: "", extension: undefined };

/** The number and the extension in a value or a `tel:` link; an empty number if it is neither. */
function partsOf(value: string): { number: string; extension: string | undefined } {
  const [, number = "", extension] = /^(?:tel:)?([^a-z;]+)(?:(?:;ext=|ext\.? ?|x ?)(\d{1,7}))?$/i.exec(value) ?? [];
  return { number, extension };
}

function usualPhone(text: string, read?: ReadNumber): string | undefined {
  const { number, extension } = partsOf(text);
  if (number === "") return undefined;
  const usual = usualNumber(number.trim(), read) ?? number.trim();
  const isSame = usual === number.trim() && !/^tel:/i.test(text);
  return isSame ? undefined : usual + (extension === undefined ? "" : ` ext. ${extension}`);
}
