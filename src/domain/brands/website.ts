import type { Brand, BrandInput, BrandRules } from "./brand.ts";
import { openUrl } from "./open-page.ts";

export const brand: Brand = {
  label: "Website",
  action: "Visit",
  place: "on the web",
  icon: "M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M3 12h18M12 3c-5 5-5 13 0 18 5-5 5-13 0-18",
  opens: openUrl,
};

export const input: BrandInput = {
  field: "url",
  example: "https://example.com",
  expected: "the full URL without port or password, such as https://example.com",
  warnings: {},
};

export const rules: BrandRules = {
  value: "page",
  words: "website",
};
