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
  setup: "/ContactAdmin/setup",
  auditLog: "/ContactAdmin/audit-log",
  security: "/ContactAdmin/security",
  ownSettings: "/ContactAdmin/your-settings",
  password: "/ContactAdmin/password",
  receipt: "/receipt",
} as const;

/** Addresses that people guess from the name of a page's link; they redirect to the page. */
export const otherPaths = {
  "/ContactAdmin/inbox": paths.inbox,
  "/ContactAdmin/channels": paths.channels,
} as const;

/** The address of a page in a language. `path` is its path in the default language, and what follows it. */
export function pathIn(language: Language, path: string): string {
  return language === defaultLanguage ? path : `/${language}${path.replace(/^\/(?![^?#])/, "")}`;
}

export function pathInEach(path: string): string[] {
  return languageCodes.map((language) => pathIn(language, path));
}

/** The language of an address. */
export function languageOfAddress(address: string): Language {
  const code = /^\/([\w-]+)(?![^/?#])/.exec(address)?.[1] ?? "";
  return isLanguage(code) ? code : defaultLanguage;
}

/** The second tab of the contact page has its own URL, so that it works without scripts. */
export const communityTab = "?tab=community";

/** The vCard file with the channels. */
export const phoneBookPath = "/contact.vcf";

/** The picture of a member who replies; `name` is a hash of the content. */
export function portraitPath(name: string): string {
  return `/portrait/${name}.webp`;
}

/** A brand's logo; `name` is the brand and a hash of what its pictures show. */
export function logoPath(name: string): string {
  return `/logo/${name}.webp`;
}

/** Icons with a logo, by their side; `mask` has room around it; `link` is the preview picture of links. */
export const logoPictures = ["32", "180", "192", "512", "mask", "link"] as const;
export type LogoPicture = (typeof logoPictures)[number];

/** The address of a picture with the logo at `logo`. */
export function logoPicturePath(logo: string, picture: LogoPicture): string {
  return logo.replace(/\.webp$/, `-${picture}.png`);
}

/** The web manifest, in each language: what an installed site opens, and in which language. */
export const manifestPath = "/site.webmanifest";

/** An RSS feed of the notices. */
export const noticesFeedPath = "/notices.xml";

/**
 * Documents that are not among the pages: each has its own script, or none. `keepPath` has the button that keeps the
 * site in a browser; without a network, a kept site shows `offlinePath`, and `keptFormPath` for the message form.
 */
export const keepPath = "/keep";
export const offlinePath = `${keepPath}/offline`;
export const keptFormPath = `${keepPath}/message`;

/** The QR code of an active channel. */
export function codePath(id: string): string {
  return `/qr/${id}.svg`;
}

/** An inquiry's private page, opened by its key. */
export function receiptLink(key: string): string {
  return `${paths.receipt}?key=${key}`;
}

/** Outcome of the form for a new link to a private page; `ask`: it was not sent yet. */
export type LostStep = "ask" | "sent" | "wrong" | "many";

/** The page with that form, and that after it: the same for everybody. */
export function lostLink(step: LostStep): string {
  return `${paths.receipt}?lost=${step}`;
}

/**
 * A one-time link: `new` for the first owner, `reset` for a member. The token is in the fragment, which browsers do not
 * send to servers.
 */
export function passwordLink(kind: "new" | "reset", token: string): string {
  return `${paths.password}#${kind}=${token}`;
}

/** The paths of the JSON API, below `/api`, that visitors call: `calls.ts` would bring them all schemas. */
export const visitorPaths = {
  activeChannels: "/contacts/active",
  inquiries: "/contact-inquiries",
  formTime: "/contact-inquiries/form-time",
  impostorReports: "/impostor-reports",
  verify: "/verify",
  privacy: "/privacy",
} as const;
