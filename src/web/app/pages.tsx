import { copy } from "#copy/current.ts";
import type { ComponentType, ReactNode } from "react";
import type { PageInfo } from "#contract/page.ts";
import { language } from "#copy/locale/language.ts";
import { isTeamLanguage } from "#domain/languages.ts";
import { paths } from "#contract/paths.ts";
import type { BrandName, PageSite } from "#contract/site/site.ts";
import type { TeamPageName } from "./team-pages.tsx";
import type { IconName } from "../ui/icon.tsx";

export type PageName = keyof typeof paths | "notFound";

/**
 * Everything about a page but its path, which `contract/paths.ts` names. The component is the one export of
 * `<name>-page.tsx`, loaded on demand in browsers. The meta description is in `entry-server.tsx`, which browsers do not
 * load.
 */
export interface Page extends Pick<PageInfo, "audience"> {
  load: () => Promise<ComponentType>;
  brand: BrandName;
  title: (site: PageSite) => string;
  /** Its link in the navigation. */
  link?: { label: () => string; icon: IconName };
  /** Whether it stands in the team's shell, or in its place the sign-in form. */
  inShell?: boolean;
}

/** The title of a page of the team, once their table is loaded. */
let teamTitle = (_name: TeamPageName): string => "";

/** One import statement: the build adds code to each. */
async function importTeam() {
  const team = await import("./team-pages.tsx");
  teamTitle = team.teamTitle;
  return team;
}

/** The team's pages are in a table of their own, so that visitors do not download where each is. */
function teamPage(name: TeamPageName): Page {
  return {
    audience: "team",
    brand: "home",
    inShell: name !== "password",
    load: async () => (await importTeam()).teamPages[name].load(),
    title: () => teamTitle(name),
  };
}

/** Loads the frame around the team's pages, or the page in their place. */
export async function loadTeamFrame(): Promise<TeamFrame> {
  return (await importTeam()).TeamFrame;
}

/** `links` are the links that every page shares. */
export type TeamFrame = ComponentType<{ links: typeof navigation; children: ReactNode }>;

const open = { audience: "everyone" } as const;
const visitors = { audience: "visitor", brand: "contact" } as const;

/** Every page, in the order of the navigation. */
export const pages: Record<PageName, Page> = {
  home: {
    load: () => import("../public/home/home-page.tsx").then((page) => page.HomePage),
    ...open,
    brand: "home",
    link: { label: () => copy.layout.home, icon: "home" },
    title: ({ brands }) => copy.titles.home(brands.home.name),
  },
  contact: {
    load: () => import("../public/contact/contact-page.tsx").then((page) => page.ContactPage),
    ...open,
    brand: "contact",
    link: { label: () => copy.layout.contact, icon: "chat" },
    title: ({ brands }) => copy.titles.contact(brands.contact.name),
  },
  message: {
    load: () => import("../public/inquiry/message-page.tsx").then((page) => page.MessagePage),
    ...visitors,
    title: ({ brands }) => copy.titles.message(brands.contact.name),
  },
  verify: {
    load: () => import("../public/verify/verify-page.tsx").then((page) => page.VerifyPage),
    ...open,
    brand: "contact",
    title: ({ brands }) => copy.titles.verify(brands.contact.name),
  },
  report: {
    load: () => import("../public/report/report-page.tsx").then((page) => page.ReportPage),
    ...visitors,
    title: ({ brands }) => copy.titles.report(brands.contact.name),
  },
  terms: {
    load: () => import("../public/legal/terms-page.tsx").then((page) => page.TermsPage),
    ...open,
    brand: "contact",
    link: { label: () => copy.layout.terms, icon: "page" },
    title: ({ brands }) => copy.titles.terms(brands.contact.name),
  },
  privacy: {
    load: () => import("../public/legal/privacy-page.tsx").then((page) => page.PrivacyPage),
    ...open,
    brand: "contact",
    link: { label: () => copy.layout.privacy, icon: "shield" },
    title: ({ brands }) => copy.titles.privacy(brands.contact.name),
  },
  channels: teamPage("channels"),
  history: teamPage("history"),
  inbox: teamPage("inbox"),
  replies: teamPage("replies"),
  reports: teamPage("reports"),
  team: teamPage("team"),
  settings: teamPage("settings"),
  setup: teamPage("setup"),
  auditLog: teamPage("auditLog"),
  security: teamPage("security"),
  ownSettings: teamPage("ownSettings"),
  password: teamPage("password"),
  receipt: {
    load: () => import("../public/receipt/receipt-page.tsx").then((page) => page.ReceiptPage),
    ...visitors,
    title: ({ brands }) => copy.titles.receipt(brands.contact.name),
  },
  notFound: {
    load: () => import("../public/errors/not-found-page.tsx").then((page) => page.NotFoundPage),
    ...open,
    brand: "home",
    title: ({ brands }) => copy.titles.notFound(brands.home.name),
  },
};

// `Object.keys` widens the keys; they are those of `pages` and `paths`.
export const pageNames = Object.keys(pages) as PageName[];
const pathNames = Object.keys(paths) as Array<keyof typeof paths>;

export const navigation = pathNames.flatMap((name) => {
  const { link } = pages[name];
  return link === undefined ? [] : [{ path: paths[name], ...link }];
});

/** The page of a path, exactly as written in `paths`. The team's are not in every language. */
export function pageAt(pathname: string): PageName {
  const name = pathNames.find((each) => paths[each] === pathname) ?? "notFound";
  return pages[name].audience === "team" && !isTeamLanguage(language) ? "notFound" : name;
}

export type PageComponents = Record<PageName, ComponentType>;
