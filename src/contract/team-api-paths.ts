import { visitorPaths } from "./paths.ts";

/**
 * Paths of the JSON API, below `/api`, for modules of calls in `web/api` that are not yet made from the names of calls
 * (`calls.ts`).
 */
export const channelPaths = {
  contacts: "/contacts",
  contact: "/contacts/:id",
  order: "/contacts/order",
  state: "/contacts/state",
  history: "/contacts/history",
  undo: "/contacts/history/:id/undo",
  schedules: "/contacts/:id/schedules",
  schedule: "/contacts/schedules/:id",
  hidden: "/contacts/hidden",
  rule: "/contacts/rule",
  restore: "/contacts/restore",
  proposal: "/contacts/proposals/:id",
  approval: "/contacts/proposals/:id/approve",
  export: "/contacts/export.json",
  import: "/contacts/import",
} as const;

export const inboxPaths = {
  inquiries: visitorPaths.inquiries,
  inquiry: "/contact-inquiries/:id",
  notes: "/contact-inquiries/:id/notes",
  blocked: "/contact-inquiries/:id/blocked",
  merge: "/contact-inquiries/:id/merge",
  blockedSenders: "/blocked-senders",
  blockedSender: "/blocked-senders/:id",
  blockAgain: "/blocked-senders/restore",
  replies: "/contact-inquiries/:id/replies",
  reply: "/replies/:id",
  retryReply: "/replies/:id/retry",
  answerSender: "/answers/:id/sender",
  attachment: "/attachments/:id",
  changes: "/contact-inquiries/changes",
  erase: "/contact-inquiries/erase",
  restore: "/contact-inquiries/restore",
  bin: "/contact-inquiries/bin",
  eraseForGood: "/contact-inquiries/bin/erase",
  emptyBin: "/contact-inquiries/bin/empty",
  export: "/contact-inquiries/export",
  csv: "/contact-inquiries/export.csv",
  jsonl: "/contact-inquiries/export.jsonl",
  events: "/inbox/events",
  presence: "/inbox/presence",
  viewCounts: "/inbox/view-counts",
  bell: "/inbox/bell",
  readBell: "/inbox/bell/read",
  drafts: "/drafts",
  draft: "/drafts/:id",
  untakenMails: "/untaken-mails",
  takenMail: "/untaken-mails/:id/taken",
  undeliveredMail: "/untaken-mails/:id/undelivered",
  rawMail: "/untaken-mails/:id/email.eml",
} as const;

export const teamPaths = {
  members: "/members",
  member: "/members/:id",
  ownership: "/members/:id/ownership",
  memberSecondFactor: "/members/:id/second-factor",
  memberSessions: "/members/:id/sessions",
  memberLink: "/members/:id/link",
  memberTurns: "/members/:id/turns",
  profile: "/profile",
  profiles: "/members/profiles",
  memberProfile: "/members/:id/profile",
  profilePicture: "/members/:id/profile/picture",
  session: "/session",
  stepUp: "/session/proof",
  ownPassword: "/session/password",
  ownSettings: "/session/settings",
  sessions: "/sessions",
  oneSession: "/sessions/:id",
  password: "/password",
  passwordReset: "/password-reset",
} as const;

/** Pages on the way to the identity provider and back; they are not below `/api`. */
export const providerPaths = {
  signIn: "/ContactAdmin/sign-in",
  stepUp: "/ContactAdmin/sign-in/confirm",
  callback: "/ContactAdmin/sign-in/callback",
} as const;

export const securityPaths = {
  secondStep: "/session/second-factor",
  passkeySignIn: "/session/passkey",
  passkeySignInOptions: "/session/passkey-options",
  stepUpOptions: "/session/proof/passkey-options",
  secondFactor: "/second-factor",
  codes: "/second-factor/codes",
  passkeyOptions: "/second-factor/passkey-options",
  passkeys: "/second-factor/passkeys",
  passkey: "/second-factor/passkeys/:id",
  recoveryCodes: "/second-factor/recovery-codes",
} as const;

export const reportPaths = {
  report: "/reports",
  csv: "/reports/report.csv",
  receivedChart: "/reports/received.svg",
  answersChart: "/reports/answers.svg",
  hoursChart: "/reports/hours.svg",
} as const;

export const settingsPaths = {
  settings: "/settings",
  restore: "/settings/restore",
  test: "/settings/test",
  deliveries: "/deliveries",
  deliveryHealth: "/deliveries/health",
  retryAll: "/deliveries/retry",
  retry: "/deliveries/:id/retry",
  incomingMail: "/incoming-mail",
  setup: "/setup",
  supportTest: "/setup/support-test",
  supportArrived: "/setup/support-arrived",
  site: "/site",
  siteDraft: "/site/draft",
  siteProposal: "/site/proposals/:id",
  siteApproval: "/site/proposals/:id/approve",
  siteUndo: "/site/history/:id/undo",
  siteNoticeRemoval: "/site/notices/removal",
  siteExport: "/site/export.json",
  trustChanges: "/trust-changes",
  trustChange: "/trust-changes/:id",
  trustApproval: "/trust-changes/:id/approve",
  trustSeen: "/trust-changes/:id/seen",
  siteFigure: "/site/figures/:id",
  backups: "/backups",
  backupPassphrase: "/backups/passphrase",
  auditLog: "/audit-log",
  auditCheck: "/audit-log/check",
  auditCsv: "/audit-log/export.csv",
  auditJsonl: "/audit-log/export.jsonl",
} as const;

/** The path with `id` in the place of its `:id`. */
export function pathWithId(path: string, id: string | number): string {
  return path.replace(":id", encodeURIComponent(id));
}
