import { channelPaths, pathWithId } from "#contract/team-api-paths.ts";
import type {
  RuleInput,
  ExportedFile,
  ChannelHistory,
  ChannelState,
  ImportInput,
  ImportPlan,
  Proposed,
  ScheduleEntry,
  ScheduleInput,
} from "#contract/channels/channel-list.ts";
import type { Contact, ContactChange, ContactInput, ContactList } from "#contract/channels/contact.ts";
import type { Done } from "#contract/done.ts";
import { call } from "./api-client.ts";

/**
 * The team's channel calls, separate from `api` so that visitors do not download them. Each throws an `ApiError`. A
 * change of a channel's destination or description may return a pending change instead (`isProposed`).
 */
export const channelApi = {
  contacts: async () => (await call<ContactList>("GET", channelPaths.contacts)).contacts,
  add: (contact: ContactInput) => call<Contact | Proposed>("POST", channelPaths.contacts, contact),
  /** Sends only the changed fields: a colleague may have changed the others. */
  change: (id: string, change: ContactChange) =>
    call<Contact | Proposed>("PATCH", pathWithId(channelPaths.contact, id), change),
  order: async (ids: string[]) => (await call<ContactList>("PUT", channelPaths.order, { ids })).contacts,
  remove: (id: string) => call<Done>("DELETE", pathWithId(channelPaths.contact, id)),

  state: () => call<ChannelState>("GET", channelPaths.state),
  history: (before: number | null, contact: string | null) => {
    const query = new URLSearchParams({
      ...(before !== null && { before: String(before) }),
      ...(contact !== null && { contact }),
    });
    return call<ChannelHistory>("GET", `${channelPaths.history}${query.size === 0 ? "" : `?${query}`}`);
  },
  undo: (number: number) => call<Done | Proposed>("POST", pathWithId(channelPaths.undo, number)),

  schedule: (id: string, input: ScheduleInput) =>
    call<ScheduleEntry | Proposed>("POST", pathWithId(channelPaths.schedules, id), input),
  unschedule: (id: string) => call<Done>("DELETE", pathWithId(channelPaths.schedule, id)),

  hide: (hidden: boolean) => call<Done>("PUT", channelPaths.hidden, { hidden }),
  restore: () => call<Done>("POST", channelPaths.restore),
  approve: (id: string) => call<Done>("POST", pathWithId(channelPaths.approval, id)),
  withdraw: (id: string) => call<Done>("DELETE", pathWithId(channelPaths.proposal, id)),
  setRule: (rule: RuleInput) => call<Done | Proposed>("PUT", channelPaths.rule, rule),

  export: () => call<ExportedFile>("GET", channelPaths.export),
  /** Responds 412 if the list is no longer at `version`. */
  import: (input: ImportInput) => call<ImportPlan | Proposed>("POST", channelPaths.import, input),
};

/** Returns whether the change is pending (approval by a second owner, or a delay) instead of made. */
export function isProposed(answer: object): answer is Proposed {
  return "proposal" in answer;
}
