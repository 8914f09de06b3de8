import type { TokenScope } from "#domain/api-token.ts";

export const apiTokensCopy = {
  title: "API tokens",
  lead:
    "A token lets a program read or answer inquiries over the API, without a sign-in. It acts under its own name. " +
    "It reaches nothing but what you choose, and never the channels, the team or the settings.",
  loading: "Loading the tokens...",
  make: "Make a token",
  making: "Making...",
  name: "Name",
  nameHint: "Of the program that uses it. The history of inquiries and the audit log show it.",
  scopes: "What it may do",
  expires: "It works for",
  onDate: "Until a date",
  days: (count: number) => `${count} days`,
  lastDay: "Last day",
  lastDayHint: "At most two years from now.",
  fresh: (name: string) => `The token “${name}”. Give it to the program; it opens what you chose to anyone who has it.`,
  none: "No tokens yet",
  noneHint: "Make one for each program, so that you can revoke one without stopping the others.",
  usedOn: (day: string) => `last used: ${day}`,
  neverUsed: "never used",
  expired: "Expired",
  revoke: "Revoke",
  revoking: "Revoking...",
  revokeTitle: (name: string) => `Revoke the token “${name}”?`,
  revokeMeaning:
    "The program that uses it can do nothing from now on. This cannot be undone: it would need a new token.",
  made: "API token made",
  revoked: "API token revoked",
  failedToMake: "Failed to make the API token",
  failedToRevoke: "Failed to revoke the API token",
};

export const scopeCopy: Record<TokenScope, { label: string; hint: string }> = {
  "inquiries:read": { label: "Read inquiries", hint: "With names, numbers, addresses, messages and files." },
  "inquiries:status": { label: "Set the status of inquiries", hint: "Such as closed. Needs “Read inquiries”." },
  "inquiries:reply": { label: "Reply to visitors", hint: "In the team's name. Needs “Read inquiries”." },
  "reports:read": { label: "Read reports", hint: "Figures, with the addresses of the members, and no visitor's data." },
};
