import type {
  ExportedFile,
  ChannelHistory,
  ChannelState,
  ImportInput,
  ImportPlan,
  Proposed,
  ScheduleEntry,
  ScheduleInput,
} from "#contract/channel-list.ts";
import type { Contact, ContactChange, ContactInput, ContactList } from "#contract/contact.ts";
import type { Done } from "#contract/done.ts";
import type { PublishingRule } from "#domain/channels/channel-list.ts";
import { call } from "./api-client.ts";

const at = (id: string | number) => encodeURIComponent(id);

/**
 * The team's channel calls, separate from `api` so that visitors do not download them. Each throws an `ApiError`. A
 * change of a channel's destination or description may return a pending change instead (`isProposed`).
 */
export const channelApi = {
  contacts: async () => (await call<ContactList>("GET", "contacts")).contacts,
  add: (contact: ContactInput) => call<Contact | Proposed>("POST", "contacts", contact),
  /** Sends only the changed fields: a colleague may have changed the others. */
  change: (id: string, change: ContactChange) => call<Contact | Proposed>("PATCH", `contacts/${at(id)}`, change),
  order: async (ids: string[]) => (await call<ContactList>("PUT", "contacts/order", { ids })).contacts,
  remove: (id: string) => call<Done>("DELETE", `contacts/${at(id)}`),

  state: () => call<ChannelState>("GET", "contacts/state"),
  history: (before: number | null) =>
    call<ChannelHistory>("GET", `contacts/history${before === null ? "" : `?before=${before}`}`),
  undo: (number: number) => call<Done | Proposed>("POST", `contacts/history/${number}/undo`),

  schedule: (id: string, input: ScheduleInput) =>
    call<ScheduleEntry | Proposed>("POST", `contacts/${at(id)}/schedules`, input),
  unschedule: (id: string) => call<Done>("DELETE", `contacts/schedules/${at(id)}`),

  hide: (hidden: boolean) => call<Done>("PUT", "contacts/hidden", { hidden }),
  restore: () => call<Done>("POST", "contacts/restore"),
  approve: (id: string) => call<Done>("POST", `contacts/proposals/${at(id)}/approve`),
  withdraw: (id: string) => call<Done>("DELETE", `contacts/proposals/${at(id)}`),
  setRule: (rule: PublishingRule) => call<Done | Proposed>("PUT", "contacts/rule", rule),

  export: () => call<ExportedFile>("GET", "contacts/export.json"),
  /** Responds 412 if the list is no longer at `version`. */
  import: (input: ImportInput) => call<ImportPlan | Proposed>("POST", "contacts/import", input),
};

/** Whether the change is pending (approval by a second owner, or a delay) instead of made. */
export function isProposed(answer: object): answer is Proposed {
  return "proposal" in answer;
}
