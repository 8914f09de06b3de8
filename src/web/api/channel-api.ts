import type { ImportInput, Proposed, RuleInput, ScheduleInput } from "#contract/channels/channel-list.ts";
import type { ChannelPatch, ChannelInput } from "#contract/channels/channel.ts";
import { api } from "./team-call.ts";

/**
 * The team's channel calls, separate from `api` so that visitors do not download them. Each throws an `ApiError`. A
 * change of a channel's destination or description may return a pending change instead (`isProposed`).
 */
export const channelApi = {
  list: async () => (await api("GET /contacts")).contacts,
  add: (channel: ChannelInput) => api("POST /contacts", { body: channel }),
  /** Sends only the changed fields: a colleague may have changed the others. */
  change: (id: string, change: ChannelPatch) => api("PATCH /contacts/:id", { id, body: change }),
  order: async (ids: string[]) => (await api("PUT /contacts/order", { body: { ids } })).contacts,
  remove: (id: string) => api("DELETE /contacts/:id", { id }),

  state: () => api("GET /contacts/state"),
  history: (before: number | null, channel: string | null) =>
    api("GET /contacts/history", { query: { before, contact: channel } }),
  undo: (number: number) => api("POST /contacts/history/:id/undo", { id: number }),

  schedule: (id: string, input: ScheduleInput) => api("POST /contacts/:id/schedules", { id, body: input }),
  unschedule: (id: string) => api("DELETE /contacts/schedules/:id", { id }),

  hide: (hidden: boolean) => api("PUT /contacts/hidden", { body: { hidden } }),
  restore: () => api("POST /contacts/restore"),
  approve: (id: string) => api("POST /contacts/proposals/:id/approve", { id }),
  withdraw: (id: string) => api("DELETE /contacts/proposals/:id", { id }),
  setRule: (rule: RuleInput) => api("PUT /contacts/rule", { body: rule }),

  export: () => api("GET /contacts/export.json"),
  /** Responds 412 if the list is no longer at `version`. */
  import: (input: ImportInput) => api("POST /contacts/import", { body: input }),
};

/** Returns whether the change is pending (approval by a second owner, or a delay) instead of made. */
export function isProposed(answer: object): answer is Proposed {
  return "proposal" in answer;
}
