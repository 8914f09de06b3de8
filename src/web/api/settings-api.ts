import type { SettingsInput } from "#contract/settings.ts";
import type { FigureName, SiteFields } from "#contract/site/site.ts";
import type { DeliveryChannel, DeliveryState } from "#domain/delivery.ts";
import { api } from "./team-call.ts";

/** The settings calls, separate from `api` so that visitors do not download them. Each throws an `ApiError`. */
export const settingsApi = {
  settings: () => api("GET /settings"),
  /** Responds 412, with the present settings in `current`, if they are no longer at `version`. */
  save: (version: number, settings: SettingsInput) => api("PUT /settings", { version, body: settings }),
  /** Ends an alarm: restores the last good settings. */
  restore: () => api("POST /settings/restore"),
  setup: () => api("GET /setup"),
  testSupport: () => api("POST /setup/support-test"),
  supportArrived: (code: string) => api("POST /setup/support-arrived", { body: { code } }),
  site: () => api("GET /site"),
  /** Publishes the whole site, or lets a sensitive change wait. Responds 412 if it is no longer at `version`. */
  saveSite: (version: number, values: SiteFields) => api("PUT /site", { version, body: { values } }),
  /** Saves the draft; null discards it. */
  saveSiteDraft: (version: number, values: SiteFields | null) => api("PUT /site/draft", { version, body: { values } }),
  /** Confirms a figure, changes it, or takes it off. Responds 412 if the site is no longer at `version`. */
  decideFigure: (version: number, name: FigureName, value: string) =>
    api("PUT /site/figures/:id", { id: name, version, body: { value } }),
  takeNoticeDown: (text: string) => api("POST /site/notices/removal", { body: { text } }),
  undoSite: (number: number) => api("POST /site/history/:id/undo", { id: number }),
  /** Each responds 412 if another change waits. */
  approveSite: (id: string) => api("POST /site/proposals/:id/approve", { id }),
  withdrawSite: (id: string) => api("DELETE /site/proposals/:id", { id }),

  test: (channel: DeliveryChannel) => api("POST /settings/test", { body: { channel } }),

  deliveries: (state: DeliveryState | undefined, after: string | null) =>
    api("GET /deliveries", { query: { state, after } }),
  sendAgain: (id: string) => api("POST /deliveries/:id/retry", { id }),
  sendAllAgain: () => api("POST /deliveries/retry"),
  health: () => api("GET /deliveries/health"),
  incomingMail: () => api("GET /incoming-mail"),
  trustChanges: () => api("GET /trust-changes"),
  approveTrustChange: (id: string) => api("POST /trust-changes/:id/approve", { id }),
  stopTrustChange: (id: string) => api("DELETE /trust-changes/:id", { id }),
  markTrustChangeSeen: (id: string) => api("PUT /trust-changes/:id/seen", { id }),
  backups: () => api("GET /backups"),
  makeBackupPassphrase: () => api("POST /backups/passphrase"),
};
