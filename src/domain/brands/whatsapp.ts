import type { Brand, BrandInput, BrandRules, Page } from "./brand.ts";
import { internationalDigits, isOneOf, openPage, parseBrandUrl } from "./open-page.ts";
import { decoded, hostOf } from "./profile-name.ts";

export const brand: Brand = {
  label: "WhatsApp",
  action: "Chat",
  place: "on WhatsApp",
  icon: "M4 20l1-4a8 8 0 1 1 3 3zM9 8c0 4 3 7 7 7l1-2-2-1-1 1c-1-.5-2-1.5-2.5-2.5l1-1-1-2z",
  opens: openWhatsapp,
  app: {
    page: /^https:\/\/wa\.me\/(\d+)$/,
    // Third-party notes: on a desktop, wa.me first asks the visitor to install an app.
    start: "https://web.whatsapp.com/send?phone=",
    screens: "large",
    label: "Open WhatsApp Web",
  },
  inPhoneBook: true,
};

export const input: BrandInput = {
  field: "text",
  example: "+91 98765 43210",
  expected: "the full number with its country code, such as +91 90000 00000",
  warnings: {},
};

export const rules: BrandRules = {
  value: "chat number",
  words: "whats ?app|wa",
  site: { hosts: ["wa.me", "whatsapp.com"], own: /^(?:www|api|web|chat)\.$/, key: whatsappKey },
  scheme: {
    scheme: "whatsapp",
    inWeb: (_action, values) => `https://api.whatsapp.com/send?${values.toString()}`,
    exact: [[/^whatsapp:(?:\/\/)?send\/?\?(.*)$/i, "phone", /^[+ ]?[\d ().-]+$/]],
  },
  needed: [[/^\/send\/?$/, "phone", /^[+ ]?[\d ().-]+$/]],
};

// WhatsApp's help: invite links open as they are.
const invites: readonly Page<never>[] = [
  { hosts: ["wa.me"], path: /^\/message\/\w+$/ },
  { hosts: ["chat.whatsapp.com"], path: /^\/\w+$/ },
];

/** WhatsApp's help: wa.me takes the full international number, digits only; invite links open as they are. */
function openWhatsapp(value: string): { href: string } | undefined {
  const { url, host, path } = parseBrandUrl(value) ?? {};
  const sent = isOneOf(["api.whatsapp.com"], host) && path === "/send" ? url?.searchParams.get("phone") : undefined;
  const linked = isOneOf(["wa.me"], host) ? path?.slice(1) : sent;
  const digits = internationalDigits(linked ?? value);
  return digits ? { href: `https://wa.me/${digits}` } : openPage({ pages: invites }, value);
}

/** WhatsApp's help: `wa.me/<digits>` and `api.whatsapp.com/send?phone=<digits>` open the chat with a number. */
function whatsappKey(path: string, url: URL): string | undefined {
  const host = hostOf(url);
  if (host === "chat.whatsapp.com") {
    const invite = /^\/(?:invite\/)?(\w+)$/.exec(path)?.[1];
    return invite === undefined ? undefined : `${host}/${invite}`;
  }
  if (host !== "wa.me" && path !== "/send") return undefined;
  const written = host === "wa.me" ? decoded(path.slice(1)) : url.searchParams.get("phone");
  const digits = written?.replaceAll(/[\s+().-]/g, "");
  // Only the full number opens a chat, so do not guess a country code.
  return digits !== undefined && /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : undefined;
}
