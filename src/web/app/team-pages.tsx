import { teamCopy } from "#copy/current.ts";
import { paths } from "#contract/paths.ts";
import type { ReactNode } from "react";
import { AdminArea } from "../admin/shell/admin-area.tsx";
import type { Area, SharedLink } from "../admin/shell/navigation.ts";

interface TeamPage {
  /** Loads the one export of `<name>-page.tsx`. */
  load: () => Promise<() => React.ReactNode>;
  /** Its link in the shell's navigation. */
  area?: Omit<Area, "path">;
}

/** Every page of the team, in the order of the shell's navigation. */
export const teamPages = {
  inbox: {
    load: async () => (await import("../admin/inbox/inbox-page.tsx")).InboxPage,
    area: { label: () => teamCopy.shell.areas.inbox, icon: "inbox", onPhones: true },
  },
  channels: {
    load: async () => (await import("../admin/channels/channels-page.tsx")).ChannelsPage,
    area: { label: () => teamCopy.shell.areas.channels, icon: "channels", onPhones: true, also: [paths.history] },
  },
  team: {
    load: async () => (await import("../admin/team/team-page.tsx")).TeamPage,
    area: { label: () => teamCopy.shell.areas.team, icon: "team" },
  },
  replies: {
    load: async () => (await import("../admin/saved-replies/replies-page.tsx")).RepliesPage,
    area: {
      label: () => teamCopy.shell.areas.replies,
      brief: () => teamCopy.shell.repliesOnPhones,
      icon: "replies",
      onPhones: true,
    },
  },
  reports: {
    load: async () => (await import("../admin/reports/reports-page.tsx")).ReportsPage,
    area: { label: () => teamCopy.shell.areas.reports, icon: "chart", onPhones: true },
  },
  settings: {
    load: async () => (await import("../admin/settings/settings-page.tsx")).SettingsPage,
    area: { label: () => teamCopy.shell.areas.settings, icon: "settings", only: "owner" },
  },
  auditLog: {
    load: async () => (await import("../admin/audit/audit-log-page.tsx")).AuditLogPage,
    area: { label: () => teamCopy.shell.areas.auditLog, icon: "log", only: "owner" },
  },
  setup: { load: async () => (await import("../admin/setup/setup-page.tsx")).SetupPage },
  history: { load: async () => (await import("../admin/channels/history/history-page.tsx")).HistoryPage },
  security: { load: async () => (await import("../admin/security/security-page.tsx")).SecurityPage },
  ownSettings: { load: async () => (await import("../admin/own-settings/own-settings-page.tsx")).OwnSettingsPage },
  password: { load: async () => (await import("../admin/sign-in/password-page.tsx")).PasswordPage },
} satisfies Record<string, TeamPage>;

export type TeamPageName = keyof typeof teamPages;

/** The title of each document. */
export const teamTitle = (name: TeamPageName): string => teamCopy.shell.titles[name];

const areas = Object.entries<TeamPage>(teamPages).flatMap(([name, { area }]): Area[] =>
  // `Object.entries` widens the keys.
  area === undefined ? [] : [{ path: paths[name as TeamPageName], ...area }],
);

type Link = Omit<SharedLink, "label"> & { label: () => string };

/** The frame around the team's pages; `links` are the links that every page shares. */
export const TeamFrame = ({ links, children }: { links: readonly Link[]; children: ReactNode }) => (
  <AdminArea areas={areas} links={links.map((link) => ({ ...link, label: link.label() }))}>
    {children}
  </AdminArea>
);
