import { randomUUID } from "node:crypto";
import type { ActiveContact, Contact, ContactInput } from "#contract/contact.ts";
import {
  type Channel,
  type ChannelBook,
  type Command,
  type EditedFields,
  publicChannels,
  type PublishingRule,
  type RetiredValue,
  type ScheduledFields,
} from "#domain/channel-book.ts";
import { nextDue, settle } from "#domain/channel-changes.ts";
import { whatsappChat } from "#domain/channel-link.ts";
import { openingChannels, withAvailability } from "#domain/visible-channels.ts";
import { actorOf, type CommandOutcome, createChannelCommands, type Doer, refusal } from "./channel-commands.ts";
import type { SealedBook } from "./sealed-book.ts";

export type Contacts = ReturnType<typeof createContacts>;

/** The active contacts at one point of their history; `version` grows with each change, and whenever one of them opens or closes. */
export interface ActiveContacts {
  version: number;
  contacts: ActiveContact[];
  /** When they were looked at, in milliseconds since 1970: what depends on the time of day is of this moment. */
  at: number;
  isHidden: boolean;
  /** Of what visitors see, but for the time of day: it goes on growing over restarts. */
  listVersion: number;
  changedAt: number;
}

/** What a visitor's question is compared with. */
export interface OfficialValues {
  /** While all channels are hidden, none of `current` is shown anywhere. */
  isHidden: boolean;
  current: Array<Pick<Contact, "_id" | "type" | "value" | "proof">>;
  /** What was public once; `replacedBy` is the id of a channel in `current`, or of one that is not there any more. */
  retired: readonly RetiredValue[];
}

const day = 86_400_000;

/** The channels: the team's list, and the active ones that visitors see. */
export function createContacts(deps: {
  book: SealedBook;
  countOwners: () => Promise<number>;
  limits: { most: number };
  now: () => number;
}) {
  const { book, now } = deps;
  const commands = createChannelCommands(deps);
  let shown: { of: ChannelBook; until: number; active: ActiveContacts } | undefined;

  async function run(command: Command, doer: Doer): Promise<CommandOutcome> {
    if (asksForApproval(command) && (await deps.countOwners()) < 2) {
      const kind = "There is only one owner. Invite a second one first, or nobody could approve.";
      return refusal("one owner", { kind });
    }
    return commands.run(command, doer);
  }

  /** The book with all that is due done, whether or not that is written yet. */
  async function settled(): Promise<ChannelBook> {
    return settle((await book.current()).book, now()).book;
  }

  async function active(): Promise<ActiveContacts> {
    const { book: of } = await book.current();
    const at = now();
    if (shown?.of === of && at < shown.until && at >= shown.active.at) return shown.active;
    const list = settle(of, at).book;
    const isHidden = list.hidden !== null;
    const contacts = isHidden ? [] : withAvailability(visible(list), at);
    const flips = contacts.flatMap(({ availability }) => availability?.flips.slice(0, 1) ?? []);
    const made = {
      version: (shown?.active.version ?? 0) + 1,
      contacts,
      at,
      isHidden,
      listVersion: list.listVersion,
      changedAt: list.changedAt,
    };
    // Once a day in any case: an answer knows no more than the flips of the next weeks.
    const until = Math.min(at + day, nextDue(list) ?? Infinity, ...flips.map((flip) => flip * 1000));
    shown = { of, until, active: made };
    return made;
  }

  return {
    /** The team's list, in its order. */
    list: async (): Promise<Contact[]> => (await settled()).channels.map(toContact),

    /** The whole book as it stands now, and the alarm where the store holds another. */
    async book(): Promise<{ list: ChannelBook; alarm: Awaited<ReturnType<SealedBook["current"]>>["alarm"] }> {
      return { list: await settled(), alarm: (await book.current()).alarm };
    },

    /** Made once for each version. */
    active,

    async official(): Promise<OfficialValues> {
      const list = await settled();
      return {
        isHidden: list.hidden !== null,
        current: visible(list),
        retired: list.retired,
      };
    },

    /** The WhatsApp number that an inquiry can go on with: the first active one that opens a chat, or null. */
    async chat(): Promise<string | null> {
      const { contacts } = await active();
      const chats = contacts.filter(({ type, value }) => type === "whatsapp" && whatsappChat(value, "") !== undefined);
      return chats[0]?.value ?? null;
    },

    /** Adds a contact at the end of the list. */
    add: ({ type, value, isActive, proof, hours = null }: ContactInput, doer: Doer = null) =>
      run({ kind: "add", channel: { id: randomUUID(), type, value, isActive, proof, hours } }, doer),

    /** Changes some fields; what is left out stays as it is. */
    change: ({ id, fields }: { id: string; fields: EditedFields }, doer: Doer = null) =>
      run({ kind: "edit", id, fields }, doer),

    remove: (id: string, doer: Doer = null) => run({ kind: "remove", id }, doer),

    /** `ids` are exactly the ids of the list, in their new order. */
    reorder: (ids: readonly string[], doer: Doer = null) => run({ kind: "order", ids: [...ids] }, doer),

    /** `from` and `until` are milliseconds since 1970. */
    schedule: (
      id: string,
      { fields, from, until }: { fields: ScheduledFields; from: number; until: number | null },
      doer: Doer,
    ) =>
      run(
        {
          kind: "schedule",
          schedule: { id: randomUUID(), channelId: id, fields, from, until, by: actorOf(doer), before: null },
        },
        doer,
      ),

    unschedule: (id: string, doer: Doer) => run({ kind: "unschedule", id }, doer),

    /** Hides all channels at once, or shows them again. An emergency waits for no alarm: the last good list is put back, hidden. */
    async setHidden(isHidden: boolean, doer: Doer): Promise<CommandOutcome> {
      const result = await run({ kind: isHidden ? "hide" : "show" }, doer);
      const isAlarm = result.outcome === "refused" && result.reason === "alarm";
      // A list that is empty, as without its key, has nothing to hide, and must not take the place of another.
      if (!isHidden || !isAlarm || (await active()).contacts.length === 0) return result;
      const isBack = await book.restore(actorOf(doer), { hidden: true });
      return isBack ? { outcome: "done", change: null } : run({ kind: "hide" }, doer);
    },

    approve: (id: string, doer: Doer) => run({ kind: "approve", id }, doer),

    withdraw: (id: string, doer: Doer) => run({ kind: "withdraw", id }, doer),

    setRule: (rule: PublishingRule, doer: Doer) => run({ kind: "rule", rule }, doer),

    /** Does a command that another service has made. */
    run,
    withdrawOf: (memberId: string) => commands.withdrawOf(memberId),

    look: book.look,
    history: () => book.history(),
    restore: book.restore,
    sealAgain: book.sealAgain,
  };
}

/** Whether a command makes the rule one of approval, be it by an undo. */
function asksForApproval(command: Command): boolean {
  if (command.kind === "rule") return command.rule.kind === "approval";
  return command.kind === "undo" && command.change.rule?.before.kind === "approval";
}

function visible(list: ChannelBook): Contact[] {
  return openingChannels(publicChannels(list)).map(toContact);
}

/** A channel as the contract writes it. */
export function toContact({ id, type, value, isActive, proof, hours }: Channel): Contact {
  return { _id: id, type, value, isActive, proof, hours };
}
