import { randomUUID } from "node:crypto";
import type { ActiveContact, Contact, ContactInput } from "#contract/contact.ts";
import type { RetiredValue } from "#domain/channel-book.ts";
import { channelLink, whatsappChat } from "#domain/channel-link.ts";
import type { ContactStore } from "../store/contacts.ts";

export type Contacts = ReturnType<typeof createContacts>;

/** The active contacts at one point of their history; `version` grows with each change. */
export interface ActiveContacts {
  version: number;
  contacts: ActiveContact[];
  /** When they were looked at, in milliseconds since 1970: what depends on the time of day is of this moment. */
  at: number;
}

/** What a visitor's question is compared with. */
export interface OfficialValues {
  /** While all channels are hidden, none of `current` is shown anywhere. */
  isHidden: boolean;
  current: Array<Pick<Contact, "_id" | "type" | "value" | "proof">>;
  /** What was public once; `replacedBy` is the id of a channel in `current`, or of one that is not there any more. */
  retired: readonly RetiredValue[];
}

/** The channels: the team's list, and the active ones that visitors see. */
export function createContacts(deps: { store: ContactStore; limits: { most: number }; now: () => number }) {
  const { store, now } = deps;
  let version = 1;
  let active: Promise<ActiveContacts> | undefined;

  /** Runs a write, and forgets what was read before or during it. */
  async function change<T>(write: Promise<T>): Promise<T> {
    try {
      return await write;
    } finally {
      version += 1;
      active = undefined;
    }
  }

  async function readActive(): Promise<ActiveContacts> {
    const at = version;
    const contacts = await store.listActive();
    // Checked when it was saved, and once more here: a row that would open nothing safe is not shown.
    const opening = contacts.filter(({ type, value }) => channelLink(type, value).ok);
    return {
      version: at,
      contacts: opening.map(({ hours: _hours, ...contact }) => ({ ...contact, availability: null })),
      at: now(),
    };
  }

  function knownActive(): Promise<ActiveContacts> {
    if (active === undefined) {
      const reading = readActive();
      active = reading;
      // A failed read is not kept; the next visitor tries again.
      reading.catch(() => {
        if (active === reading) active = undefined;
      });
    }
    return active;
  }

  return {
    list: () => store.list(),

    /** Read once for each version. */
    active: knownActive,

    async official(): Promise<OfficialValues> {
      return { isHidden: false, current: (await knownActive()).contacts, retired: [] };
    },

    /** The WhatsApp number that an inquiry can go on with: the first active one that opens a chat, or null. */
    async chat(): Promise<string | null> {
      const { contacts } = await knownActive();
      const chats = contacts.filter(({ type, value }) => type === "whatsapp" && whatsappChat(value, "") !== undefined);
      return chats[0]?.value ?? null;
    },

    /** Null where the list is full. */
    add: (input: ContactInput) => change(store.insert(randomUUID(), input, now(), deps.limits.most)),

    /** Null where there is no such contact; so for `setActive`. */
    replace: (id: string, input: ContactInput) => change(store.update(id, input, now())),

    setActive: (id: string, isActive: boolean) => change(store.update(id, { isActive }, now())),

    remove: (id: string) => change(store.delete(id)),

    /** False where `ids` are not exactly the ids of the list, as after a colleague's change. */
    reorder: (ids: readonly string[]) => change(store.reorder(ids, now())),
  };
}
