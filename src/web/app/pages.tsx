import { paths } from "#contract/paths.ts";
import type { ComponentType } from "react";
import type { PageInfo } from "#contract/page.ts";
import type { BrandName, PageSite } from "#contract/site.ts";
import type { Role } from "#domain/role.ts";

export type PageName = keyof typeof paths | "notFound";

/** The pages of the navigation, in order. */
export const navigation = [
  { path: paths.home, label: "Home", icon: "home" },
  { path: paths.contact, label: "Contact", icon: "chat" },
  { path: paths.terms, label: "Terms", icon: "page" },
  { path: paths.privacy, label: "Privacy", icon: "shield" },
] as const;

/** The pages of the admin area, in navigation order; `only` is the role that may use one. */
export const adminNavigation: ReadonlyArray<{ path: string; label: string; only?: Role }> = [
  { path: paths.admin, label: "Channels" },
  { path: paths.history, label: "History" },
  { path: paths.inbox, label: "Inquiries" },
  { path: paths.replies, label: "Saved replies" },
  { path: paths.team, label: "Team" },
  { path: paths.settings, label: "Settings", only: "owner" },
  { path: paths.auditLog, label: "Audit log", only: "owner" },
  { path: paths.security, label: "Your security" },
];

export interface Page extends PageInfo {
  brand: BrandName;
  title: (site: PageSite) => string;
  description: (site: PageSite) => string;
}

const open = { audience: "everyone", showsContacts: false, listed: true } as const;
const teams = { audience: "team", showsContacts: false, listed: false, brand: "home" } as const;

export const pages: Record<PageName, Page> = {
  home: {
    ...open,
    showsContacts: true,
    brand: "home",
    title: ({ brands }) => `${brands.home.name}: Premium Platform`,
    description: ({ words }) => words.homeLead,
  },
  contact: {
    ...open,
    showsContacts: true,
    brand: "contact",
    title: ({ brands }) => `Contact: ${brands.contact.name}`,
    description: ({ words }) => words.contactLead,
  },
  message: {
    audience: "visitor",
    showsContacts: false,
    listed: false,
    brand: "contact",
    title: ({ brands }) => `Send Message: ${brands.contact.name}`,
    description: ({ words }) => words.contactLead,
  },
  verify: {
    ...open,
    brand: "contact",
    title: ({ brands }) => `Is this really you? ${brands.contact.name}`,
    description: ({ brands }) => `Check whether a number, name or link belongs to ${brands.contact.name}.`,
  },
  report: {
    audience: "visitor",
    showsContacts: false,
    listed: false,
    brand: "contact",
    title: ({ brands }) => `Report an impostor: ${brands.contact.name}`,
    description: ({ words }) => words.contactLead,
  },
  terms: {
    ...open,
    brand: "contact",
    title: ({ brands }) => `Terms & Conditions: ${brands.contact.name}`,
    description: ({ brands }) => `What you agree to when you use ${brands.contact.name}.`,
  },
  privacy: {
    ...open,
    showsKeeping: true,
    brand: "contact",
    title: ({ brands }) => `Privacy Policy: ${brands.contact.name}`,
    description: ({ brands }) => `What ${brands.contact.name} keeps of you, and what it does not.`,
  },
  admin: { ...teams, title: () => "Contact Management", description: () => "For the team." },
  history: { ...teams, title: () => "History of the channels", description: () => "For the team." },
  inbox: { ...teams, title: () => "Inquiries", description: () => "For the team." },
  replies: { ...teams, title: () => "Saved replies", description: () => "For the team." },
  team: { ...teams, title: () => "Team", description: () => "For the team." },
  settings: { ...teams, title: () => "Settings", description: () => "For the team." },
  auditLog: { ...teams, title: () => "Audit log", description: () => "For the team." },
  security: { ...teams, title: () => "Your security", description: () => "For the team." },
  receipt: {
    audience: "visitor",
    showsContacts: false,
    listed: false,
    brand: "contact",
    title: ({ brands }) => `Your message: ${brands.contact.name}`,
    description: ({ words }) => words.contactLead,
  },
  password: { ...teams, title: () => "Set a password", description: () => "For the team." },
  notFound: {
    ...open,
    listed: false,
    brand: "home",
    title: ({ brands }) => `Page not found: ${brands.home.name}`,
    description: () => "There is no such page.",
  },
};

/** The page of a path, exactly as written in `paths`. */
export function pageAt(pathname: string): PageName {
  // `Object.entries` widens the keys; they are those of `paths`.
  const entries = Object.entries(paths) as Array<[keyof typeof paths, string]>;
  return entries.find(([, path]) => path === pathname)?.[0] ?? "notFound";
}

export type PageComponents = Record<PageName, ComponentType>;
