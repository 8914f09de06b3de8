import type { Brand, BrandInput, BrandRules } from "./brand.ts";
import { openUrl } from "./open-page.ts";

export const brand: Brand = {
  label: "Withdrawal proof",
  action: "View proofs",
  place: "as our withdrawal proof",
  icon: "M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6",
  opens: openUrl,
};

export const input: BrandInput = {
  field: "url",
  example: "https://example.com/proof",
  expected: "the full URL without port or password, such as https://example.com/1",
  warnings: {},
};

export const rules: BrandRules = {
  value: "page",
  words: "withdrawal proofs?",
};
