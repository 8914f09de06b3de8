import type { PageName } from "./pages.tsx";

/** The source file of each page, as named in the build's manifest. */
export const pageSources: Record<PageName, string> = {
  home: "src/web/public/home/home-page.tsx",
  contact: "src/web/public/contact/contact-page.tsx",
  message: "src/web/public/inquiry/message-page.tsx",
  verify: "src/web/public/verify/verify-page.tsx",
  report: "src/web/public/report/report-page.tsx",
  terms: "src/web/public/legal/terms-page.tsx",
  privacy: "src/web/public/legal/privacy-page.tsx",
  receipt: "src/web/public/receipt/receipt-page.tsx",
  admin: "src/web/admin/channels/contacts-page.tsx",
  history: "src/web/admin/channels/history/history-page.tsx",
  inbox: "src/web/admin/inbox/inbox-page.tsx",
  replies: "src/web/admin/saved-replies/replies-page.tsx",
  team: "src/web/admin/team/team-page.tsx",
  settings: "src/web/admin/settings/settings-page.tsx",
  auditLog: "src/web/admin/audit/audit-log-page.tsx",
  security: "src/web/admin/security/security-page.tsx",
  password: "src/web/admin/sign-in/password-page.tsx",
  notFound: "src/web/public/faults/not-found-page.tsx",
};
