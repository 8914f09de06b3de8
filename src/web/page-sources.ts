import type { PageName } from "./routes.tsx";

/** The source file of each page, as named in the build's manifest. */
export const pageSources: Record<PageName, string> = {
  home: "src/web/pages/home/home-page.tsx",
  contact: "src/web/pages/contact/contact-page.tsx",
  message: "src/web/pages/contact/message-page.tsx",
  verify: "src/web/pages/verify/verify-page.tsx",
  report: "src/web/pages/report/report-page.tsx",
  terms: "src/web/pages/terms/terms-page.tsx",
  privacy: "src/web/pages/privacy/privacy-page.tsx",
  receipt: "src/web/pages/receipt/receipt-page.tsx",
  admin: "src/web/pages/admin/contacts/contacts-page.tsx",
  history: "src/web/pages/admin/history/history-page.tsx",
  inbox: "src/web/pages/admin/inbox/inbox-page.tsx",
  replies: "src/web/pages/admin/replies/replies-page.tsx",
  team: "src/web/pages/admin/team/team-page.tsx",
  settings: "src/web/pages/admin/settings/settings-page.tsx",
  auditLog: "src/web/pages/admin/audit-log/audit-log-page.tsx",
  security: "src/web/pages/admin/security/security-page.tsx",
  password: "src/web/pages/admin/password-page.tsx",
  notFound: "src/web/pages/not-found-page.tsx",
};
