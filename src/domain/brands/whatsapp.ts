import type { Brand, BrandInput, BrandRules, Page, ReadNumber } from "./brand.ts";
import { dialled, internationalDigits, isOneOf, openPage, parseBrandUrl } from "./open-page.ts";
import { appQuery, withoutWrittenZero } from "./pasted.ts";
import { decoded, hostOf } from "./profile-name.ts";

type Warning = "group";

export const brand: Brand<Warning> = {
  label: "WhatsApp",
  action: "Chat",
  place: "on WhatsApp",
  icon: "M2 22l2-5a9 9 0 1 1 3 3zM8 8c0 4 4 8 8 8l1-3-2-1-1 1c-1-.5-2.5-2-3-3l1-1-1-2z",
  isSolid: true,
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

export const input: BrandInput<Warning> = {
  field: "text",
  example: "+91 98765 43210",
  expected: "the full number with its country code, such as +91 90000 00000",
  warnings: { group: "A group shows its members' phone numbers to one another; try this one." },
  usual: usualWhatsapp,
  number: (text) => {
    const number = numberInApp(text) ?? numberIn(text);
    return internationalDigits(number) === undefined ? undefined : number;
  },
  pasted: [
    { at: /^chat\.whatsapp\.com\//, warning: "group" },
    { at: /^(?:wa\.me|(?:api|web)\.whatsapp\.com\/send)$/, refused: "a share link" },
    {
      at: /^(?:wa\.me\/(?:c|p|catalog|settings|calling)\b|(?:m\.)?whatsapp\.com(?!\/channel\/))/,
      refused: "a page of the service",
    },
  ],
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
  { hosts: ["chat.whatsapp.com"], path: /^\/(?:invite\/)?\w+$/ },
  { hosts: ["whatsapp.com"], path: /^\/channel\/\w+$/ },
];

/** WhatsApp's help: wa.me takes the full international number, digits only; invite links open as they are. */
function openWhatsapp(value: string): { href: string } | undefined {
  const digits = internationalDigits(numberIn(value));
  return digits ? { href: `https://wa.me/${digits}` } : openPage({ pages: invites }, value);
}

/** The number in a link, or the value itself. */
function numberIn(value: string): string {
  const { url, host, path } = parseBrandUrl(value) ?? {};
  const isSend = isOneOf(["api.whatsapp.com", "web.whatsapp.com"], host) && path === "/send";
  const sent = isSend ? url?.searchParams.get("phone") : undefined;
  return (isOneOf(["wa.me"], host) ? path?.slice(1) : sent) ?? value;
}

function numberInApp(text: string): string | undefined {
  return appQuery(text, /^whatsapp:(?:\/\/)?send\/?\?(.*)$/i)
    ?.get("phone")
    ?.trim();
}

function usualWhatsapp(text: string, read?: ReadNumber): string | undefined {
  const inApp = numberInApp(text);
  const number = inApp ?? numberIn(text);
  const digits = internationalDigits(number);
  if (digits === undefined) return undefined;
  const isTyped = number === text;
  // A link to the number opens as it is.
  if (!isTyped && inApp === undefined && dialled(number).replace(/^(?:\+|00)/, "") === digits) return undefined;
  const usual = read?.(`+${digits}`)?.international ?? (isTyped ? (withoutWrittenZero(text) ?? text) : `+${digits}`);
  return usual === text ? undefined : usual;
}

/** WhatsApp's help: `wa.me/<digits>` and `api.whatsapp.com/send?phone=<digits>` open the chat with a number. */
function whatsappKey(path: string, url: URL): string | undefined {
  const host = hostOf(url);
  if (host === "chat.whatsapp.com") {
    const invite = /^\/(?:invite\/)?(\w+)$/.exec(path)?.[1];
    return invite === undefined ? undefined : `${host}/${invite}`;
  }
  const channel = host === "whatsapp.com" ? /^\/channel\/(\w+)$/.exec(path)?.[1] : undefined;
  if (channel !== undefined) return `whatsapp.com/channel/${channel}`;
  if (host !== "wa.me" && path !== "/send") return undefined;
  const written = host === "wa.me" ? decoded(path.slice(1)) : url.searchParams.get("phone");
  const digits = written?.replaceAll(/[\s+().-]/g, "").replace(/^00/, "");
  // A country code is not guessed, since only the full number opens a chat.
  return digits !== undefined && /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : undefined;
}
