/** Loads the component of each page of the team: the one export of `<name>-page.tsx`. */
export const teamPages = {
  channels: async () => (await import("../admin/channels/channels-page.tsx")).ChannelsPage,
  history: async () => (await import("../admin/channels/history/history-page.tsx")).HistoryPage,
  inbox: async () => (await import("../admin/inbox/inbox-page.tsx")).InboxPage,
  replies: async () => (await import("../admin/saved-replies/replies-page.tsx")).RepliesPage,
  team: async () => (await import("../admin/team/team-page.tsx")).TeamPage,
  settings: async () => (await import("../admin/settings/settings-page.tsx")).SettingsPage,
  auditLog: async () => (await import("../admin/audit/audit-log-page.tsx")).AuditLogPage,
  security: async () => (await import("../admin/security/security-page.tsx")).SecurityPage,
  password: async () => (await import("../admin/sign-in/password-page.tsx")).PasswordPage,
};

export type TeamPageName = keyof typeof teamPages;
