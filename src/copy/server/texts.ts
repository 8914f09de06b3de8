import type { TeamLanguage } from "#domain/languages.ts";
import { accounts } from "./en/accounts.ts";
import { backups } from "./en/backups.ts";
import { channels } from "./en/channels.ts";
import { deliveries } from "./en/deliveries.ts";
import { inbox } from "./en/inbox.ts";
import { requests } from "./en/requests.ts";
import { settings } from "./en/settings.ts";
import { accounts as hindiAccounts } from "./hi/accounts.ts";
import { backups as hindiBackups } from "./hi/backups.ts";
import { channels as hindiChannels } from "./hi/channels.ts";
import { deliveries as hindiDeliveries } from "./hi/deliveries.ts";
import { inbox as hindiInbox } from "./hi/inbox.ts";
import { requests as hindiRequests } from "./hi/requests.ts";
import { settings as hindiSettings } from "./hi/settings.ts";
import type { PartTexts } from "./types.ts";

/** What the server says to the team and to programs, by code. English says which codes and placeholders there are. */
const en = { ...requests, ...accounts, ...channels, ...inbox, ...settings, ...deliveries, ...backups };

export type TeamTexts = typeof en;

export const teamTexts: Record<TeamLanguage, PartTexts<TeamTexts>> = {
  en,
  hi: {
    ...hindiRequests,
    ...hindiAccounts,
    ...hindiChannels,
    ...hindiInbox,
    ...hindiSettings,
    ...hindiDeliveries,
    ...hindiBackups,
  },
};
