import { defaultLanguage, isLanguage, type Language, languageCodes } from "#domain/languages.ts";

/** Every URL of a page in the default language; all links and routes are made from here. */
export const paths = {
  home: "/",
  contact: "/contact",
  message: "/contact/message",
  verify: "/verify",
  report: "/report",
  terms: "/terms",
  privacy: "/privacy",
  channels: "/ContactAdmin",
  history: "/ContactAdmin/history",
  inbox: "/ContactAdmin/inquiries",
  replies: "/ContactAdmin/replies",
  reports: "/ContactAdmin/reports",
  team: "/ContactAdmin/team",
  settings: "/ContactAdmin/settings",
  auditLog: "/ContactAdmin/audit-log",
  security: "/ContactAdmin/security",
  password: "/ContactAdmin/password",
  receipt: "/receipt",
} as const;

/** The address of a page in a language. `path` is its path in the default language, and what follows it. */
export function pathIn(language: Language, path: string): string {
  return language === defaultLanguage ? path : `/${language}${path.replace(/^\/(?![^?#])/, "")}`;
}

export function pathInEach(path: string): string[] {
  return languageCodes.map((language) => pathIn(language, path));
}

/** The language of an address. */
export function languageOf(address: string): Language {
  const code = /^\/(\w+)(?![^/?#])/.exec(address)?.[1] ?? "";
  return isLanguage(code) ? code : defaultLanguage;
}

/** The second tab of the contact page has its own URL, so that it works without scripts. */
export const communityTab = "?tab=community";

/** The vCard file with the channels. */
export const phoneBookPath = "/contact.vcf";

/** The QR code of an active contact. */
export function codePath(id: string): string {
  return `/qr/${id}.svg`;
}

/** An inquiry's private page, opened by its key. */
export function receiptLink(key: string): string {
  return `${paths.receipt}?key=${key}`;
}

/**
 * A one-time link: `new` for the first owner, `reset` for a member. The token is in the fragment, which browsers do not
 * send to servers.
 */
export function passwordLink(kind: "new" | "reset", token: string): string {
  return `${paths.password}#${kind}=${token}`;
}

/** The paths of the JSON API, below `/api`, that visitors call; those of the team are in `team-api-paths.ts`. */
export const visitorPaths = {
  activeContacts: "/contacts/active",
  inquiries: "/contact-inquiries",
  formTime: "/contact-inquiries/form-time",
  impostorReports: "/impostor-reports",
  verify: "/verify",
  privacy: "/privacy",
} as const;
