import type { Brand, BrandInput, BrandRules } from "./brand.ts";
import { decoded } from "./profile-name.ts";

export const brand: Brand = {
  label: "Email",
  action: "Write",
  place: "by email",
  icon: "M3 6h18v12H3zM3 7l9 7 9-7",
  opens: openEmail,
  inPhoneBook: true,
};

export const input: BrandInput = {
  field: "email",
  example: "support@example.com",
  expected: "one email address and nothing else, such as support@example.com",
  warnings: {},
  usual: (text) => decoded(/^mailto:([^?]+)$/i.exec(text)?.[1] ?? "") || undefined,
};

export const rules: BrandRules = {
  value: "email",
  words: "e-?mail|mail",
};

/** RFC 5321: the dot-string before the @, and a hostname. Both are unambiguous, so matching takes linear time. */
const dotString = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const hostLabel = /^[a-z\d]+(?:-+[a-z\d]+)*$/i;

/** RFC 6068: URL-special characters are encoded as part of the address, so the value cannot add headers. */
function openEmail(value: string): { href: string } | undefined {
  const [local = "", domain = "", ...more] = value.split("@");
  const labels = domain.split(".");
  // RFC 5321: up to 64 characters before the @, 254 in all, labels of up to 63.
  const isAddress =
    value.length <= 254 &&
    more.length === 0 &&
    local.length <= 64 &&
    dotString.test(local) &&
    labels.length > 1 &&
    labels.every((label) => label.length <= 63 && hostLabel.test(label)) &&
    /^[a-z]./i.test(labels[labels.length - 1] ?? "");
  return isAddress ? { href: `mailto:${encodeURIComponent(local)}@${domain}` } : undefined;
}
