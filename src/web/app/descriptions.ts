import type { PageSite } from "#contract/site.ts";
import type { PageName } from "./pages.tsx";

const forTheTeam = () => "For the team.";

/** What search engines show of each page; browsers do not download it. */
export const descriptions: Record<PageName, (site: PageSite) => string> = {
  home: ({ words }) => words.homeLead,
  contact: ({ words }) => words.contactLead,
  message: ({ words }) => words.contactLead,
  verify: ({ brands }) => `Check whether a number, name or link belongs to ${brands.contact.name}.`,
  report: ({ words }) => words.contactLead,
  terms: ({ brands }) => `What you agree to when you use ${brands.contact.name}.`,
  privacy: ({ brands }) => `What ${brands.contact.name} keeps of you, and what it does not.`,
  channels: forTheTeam,
  history: forTheTeam,
  inbox: forTheTeam,
  replies: forTheTeam,
  team: forTheTeam,
  settings: forTheTeam,
  auditLog: forTheTeam,
  security: forTheTeam,
  password: forTheTeam,
  receipt: ({ words }) => words.contactLead,
  notFound: () => "There is no such page.",
};
