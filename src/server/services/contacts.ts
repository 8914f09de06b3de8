import { randomUUID } from "node:crypto";
import type { ActiveContact, Contact, ContactInput } from "#contract/contact.ts";
import type { Member } from "#contract/session.ts";
import type {
  Actor,
  CarefulCommand,
  Change,
  Channel,
  ChannelBook,
  Command,
  Proposal,
  PublishingRule,
  RetiredValue,
  ScheduledFields,
} from "#domain/channel-book.ts";
import {
  applyCommand,
  type Doing,
  foreseen,
  isCareful,
  nextDue,
  publicChannels,
  type Refusal,
  settle,
} from "#domain/channel-changes.ts";
import { channelLink, whatsappChat } from "#domain/channel-link.ts";
import { availabilityOf } from "#domain/availability.ts";
import type { SealedBook } from "./sealed-book.ts";

export type Contacts = ReturnType<typeof createContacts>;

/** The active contacts at one point of their history; `version` grows with each change, and whenever one of them opens or closes. */
export interface ActiveContacts {
  version: number;
  contacts: ActiveContact[];
  /** When they were looked at, in milliseconds since 1970: what depends on the time of day is of this moment. */
  at: number;
  isHidden: boolean;
  /** Of all that the team has done with the channels: it goes on growing over restarts. */
  bookVersion: number;
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

/** Who asks for a change, and whether they have proved lately who they are; null where the program itself does. */
export type Doer = { member: Member; isProved: boolean } | null;

export type ChangeRefusal =
  | Exclude<Refusal, "nothing">
  | "full"
  | "alarm"
  | "needs proof"
  | "not allowed"
  | "one owner"
  /** What is scheduled opens nothing. */
  | "wrong value";

/** How a command ended. */
export type CommandOutcome =
  /** `change` is null where there was nothing to change. */
  | { outcome: "done"; change: Change | null }
  /** It waits for a second owner, or for its time. */
  | { outcome: "waits"; proposal: Proposal }
  | { outcome: "refused"; reason: ChangeRefusal };

const day = 86_400_000;

/** The channels: the team's list, and the active ones that visitors see. */
export function createContacts(deps: {
  book: SealedBook;
  countOwners: () => Promise<number>;
  limits: { most: number };
  now: () => number;
}) {
  const { book, limits, now } = deps;
  let shown: { of: ChannelBook; until: number; active: ActiveContacts } | undefined;

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
    const contacts = isHidden ? [] : openingChannels(list).map((channel) => toActiveContact(channel, at));
    const flips = contacts.flatMap(({ availability }) => availability?.flips.slice(0, 1) ?? []);
    const made = {
      version: (shown?.active.version ?? 0) + 1,
      contacts,
      at,
      isHidden,
      bookVersion: list.version,
      changedAt: list.changedAt,
    };
    // Once a day in any case: an answer knows no more than the flips of the next weeks.
    const until = Math.min(at + day, nextDue(list) ?? Infinity, ...flips.map((flip) => flip * 1000));
    shown = { of, until, active: made };
    return made;
  }

  async function run(command: Command, doer: Doer): Promise<CommandOutcome> {
    const doing: Doing = { at: now(), by: actorOf(doer) };
    const answer = await book.change<CommandOutcome>((list) => {
      const refused = refusalOf(list, command, doer);
      if (refused !== null) return { answer: refusal(refused) };
      const made = applyCommand(list, command, doing);
      if (made === "nothing") return { answer: done(null) };
      if (typeof made === "string") return { answer: refusal(made) };
      if (made.book.channels.length > limits.most && made.book.channels.length > list.channels.length) {
        return { answer: refusal("full") };
      }
      if (doer === null || !isCareful(list, command, doing)) return { ...made, answer: done(made.change) };
      if (!doer.isProved) return { answer: refusal("needs proof") };
      if (list.rule.kind === "none" || !mayWait(command)) return { ...made, answer: done(made.change) };
      const proposal = propose(list, command, doing);
      const proposed = applyCommand(list, { kind: "propose", proposal }, doing);
      if (typeof proposed === "string") throw new Error("a proposal can always be kept");
      return { ...proposed, answer: { outcome: "waits", proposal } };
    });
    return answer === "alarm" ? refusal("alarm") : answer;
  }

  function propose(list: ChannelBook, command: Proposal["command"], doing: Doing): Proposal {
    const { before = [], after = [] } = foreseen(list, command, doing) ?? {};
    const publishAt = list.rule.kind === "delay" ? doing.at + list.rule.minutes * 60_000 : null;
    return { id: randomUUID(), command, before, after, by: doing.by, at: doing.at, publishAt };
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
        current: openingChannels(list).map(toContact),
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

    /** Hours that are left out stay as they are. */
    replace: ({ id, input }: { id: string; input: ContactInput }, doer: Doer = null) =>
      run({ kind: "edit", id, fields: withoutUndefined(input) }, doer),

    setActive: (id: string, isActive: boolean, doer: Doer = null) =>
      run({ kind: "edit", id, fields: { isActive } }, doer),

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

    /** Hides all channels at once, or shows them again. */
    setHidden: (isHidden: boolean, doer: Doer) => run({ kind: isHidden ? "hide" : "show" }, doer),

    approve: (id: string, doer: Doer) => run({ kind: "approve", id }, doer),

    withdraw: (id: string, doer: Doer) => run({ kind: "withdraw", id }, doer),

    async setRule(rule: PublishingRule, doer: Doer): Promise<CommandOutcome> {
      if (rule.kind === "approval" && (await deps.countOwners()) < 2) return refusal("one owner");
      return run({ kind: "rule", rule }, doer);
    },

    /** Does a command that another service has made. */
    run,

    /** The time as the channels know it, in milliseconds since 1970. */
    time: now,

    look: book.look,
    history: () => book.history(),
    restore: book.restore,
    sealAgain: book.sealAgain,
  };
}

const done = (change: Change | null): CommandOutcome => ({ outcome: "done", change });
const refusal = (reason: ChangeRefusal): CommandOutcome => ({ outcome: "refused", reason });

/** What speaks against a command beside the book's own rules. */
function refusalOf(list: ChannelBook, command: Command, doer: Doer): ChangeRefusal | null {
  if (command.kind === "schedule") {
    const { channelId, fields } = command.schedule;
    const channel = list.channels.find(({ id }) => id === channelId);
    if (channel !== undefined && fields.value !== undefined && !channelLink(channel.type, fields.value).ok) {
      return "wrong value";
    }
  }
  if (command.kind !== "approve" || doer === null) return null;
  const proposal = list.proposals.find(({ id }) => id === command.id);
  if (proposal === undefined) return "missing";
  return mayApprove(proposal, doer.member) ? null : "not allowed";
}

/** What may have to wait; an approval is what others wait for. */
function mayWait(command: Command): command is CarefulCommand {
  return ["add", "edit", "schedule", "import", "undo", "rule"].includes(command.kind);
}

/** A second owner may, never who proposed it. */
export function mayApprove({ by }: Proposal, { id, role }: Member): boolean {
  return role === "owner" && by?.id !== id;
}

function actorOf(doer: Doer): Actor {
  return doer === null ? null : { id: doer.member.id, email: doer.member.email };
}

/** Checked when it was saved, and once more here: what would open nothing safe is not shown. */
function openingChannels(list: ChannelBook): Channel[] {
  return publicChannels(list).filter(({ type, value }) => channelLink(type, value).ok);
}

/** A channel as the contract writes it. */
export function toContact({ id, type, value, isActive, proof, hours }: Channel): Contact {
  return { _id: id, type, value, isActive, proof, hours };
}

function toActiveContact({ id, type, value, isActive, proof, hours }: Channel, at: number): ActiveContact {
  return { _id: id, type, value, isActive, proof, availability: availabilityOf(hours, at) };
}

function withoutUndefined({ hours, ...fields }: ContactInput) {
  return hours === undefined ? fields : { ...fields, hours };
}
