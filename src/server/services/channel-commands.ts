import { randomUUID } from "node:crypto";
import type { Member } from "#contract/session.ts";
import type { Actor, CarefulCommand, Change, ChannelBook, Command, Proposal } from "#domain/channel-book.ts";
import { foreseen, isCareful } from "#domain/channel-care.ts";
import { applyCommand } from "#domain/channel-changes.ts";
import type { Doing, Refusal } from "#domain/channel-revision.ts";
import { checkChannel } from "#domain/channel-check.ts";
import type { SealedBook } from "./sealed-book.ts";

/** Who asks for a change, and whether they have proved lately who they are; null where the program itself does. */
export type Doer = { member: Member; isProved: boolean } | null;

export type ChangeRefusal =
  | Exclude<Refusal, "nothing">
  /** The list is full, with what waits to be added. */
  | "full"
  /** Too much waits or is scheduled. */
  | "too many"
  /** The store cannot be trusted. */
  | "alarm"
  | "needs proof"
  | "not allowed"
  | "one owner"
  | "wrong field";

/** How a command ended. */
export type CommandOutcome =
  /** `change` is null where there was nothing to change. */
  | { outcome: "done"; change: Change | null }
  /** It waits for a second owner, or for its time. */
  | { outcome: "waits"; proposal: Proposal }
  /** `errors` by field, where one is wrong. */
  | { outcome: "refused"; reason: ChangeRefusal; errors?: Record<string, string> };

/** So many changes may wait, and so many be scheduled. */
const most = 100;

/**
 * Does what members ask for on the book of channels: whoever changes where a channel opens must have proved lately who they are,
 * and may have to wait for a second owner or a delay.
 */
export function createChannelCommands(deps: { book: SealedBook; limits: { most: number }; now: () => number }) {
  const { book, limits, now } = deps;

  function propose(list: ChannelBook, command: CarefulCommand, doing: Doing): Proposal {
    const { before = [], after = [] } = foreseen(list, command, doing) ?? {};
    const publishAt = list.rule.kind === "delay" ? doing.at + list.rule.minutes * 60_000 : null;
    return { id: randomUUID(), command, before, after, by: doing.by, at: doing.at, publishAt };
  }

  function tooMuch(before: ChannelBook, after: ChannelBook): ChangeRefusal | null {
    const size = ({ channels, proposals }: ChannelBook) =>
      channels.length + proposals.filter(({ command }) => command.kind === "add").length;
    if (size(after) > limits.most && size(after) > size(before)) return "full";
    const grows = after.proposals.length > before.proposals.length || after.schedules.length > before.schedules.length;
    return grows && Math.max(after.proposals.length, after.schedules.length) > most ? "too many" : null;
  }

  async function run(command: Command, doer: Doer): Promise<CommandOutcome> {
    const doing: Doing = { at: now(), by: actorOf(doer) };
    const answer = await book.change<CommandOutcome>((list) => {
      const refused = refusalOf(list, command, doer, doing.at);
      if (refused !== null) return { answer: refused };
      const made = applyCommand(list, command, doing);
      if (made === "nothing") return { answer: { outcome: "done", change: null } };
      if (typeof made === "string") return { answer: refusal(made) };
      const careful = isCareful(list, command, doing);
      if (careful && doer !== null && !doer.isProved) return { answer: refusal("needs proof") };
      const waits = careful && doer !== null && list.rule.kind !== "none" && mayWait(command);
      const proposal = waits ? propose(list, command, doing) : null;
      const next = proposal === null ? made : applyCommand(list, { kind: "propose", proposal }, doing);
      if (typeof next === "string") throw new Error("a proposal can always be kept");
      const much = tooMuch(list, next.book);
      if (much !== null) return { answer: refusal(much) };
      const change: Change = careful ? { ...next.change, careful } : next.change;
      return {
        book: next.book,
        change,
        answer: proposal === null ? { outcome: "done", change } : { outcome: "waits", proposal },
      };
    });
    return answer === "alarm" ? refusal("alarm") : answer;
  }

  return {
    run,

    /** Withdraws all that a member has proposed, as when they may not do so any more. */
    async withdrawOf(memberId: string): Promise<void> {
      const { book: list } = await book.current();
      for (const { id, by } of list.proposals) {
        if (by?.id === memberId) await run({ kind: "withdraw", id }, null);
      }
    },
  };
}

/** A command that was not done. */
export function refusal(reason: ChangeRefusal, errors?: Record<string, string>): CommandOutcome {
  return { outcome: "refused", reason, ...(errors === undefined ? {} : { errors }) };
}

/** What speaks against a command beside the book's own rules. */
function refusalOf(list: ChannelBook, command: Command, doer: Doer, at: number): CommandOutcome | null {
  if (command.kind === "schedule") {
    const errors = wrongFields(list, command.schedule, at);
    return Object.keys(errors).length === 0 ? null : refusal("wrong field", errors);
  }
  if (command.kind === "edit") return wrongEdit(list, command);
  if (command.kind !== "approve" || doer === null) return null;
  const proposal = list.proposals.find(({ id }) => id === command.id);
  if (proposal === undefined) return refusal("missing");
  return mayApprove(proposal, doer.member) ? null : refusal("not allowed");
}

/** Where another type or value opens nothing. */
function wrongEdit(list: ChannelBook, { id, fields }: Extract<Command, { kind: "edit" }>): CommandOutcome | null {
  const channel = list.channels.find((one) => one.id === id);
  if (channel === undefined || (fields.value === undefined && fields.type === undefined)) return null;
  const link = checkChannel(fields.type ?? channel.type, fields.value ?? channel.value);
  return link.ok ? null : refusal("wrong field", { value: link.problem });
}

/** What is wrong with a schedule, by the fields of the contract. */
function wrongFields(
  list: ChannelBook,
  { channelId, fields, from, until }: Extract<Command, { kind: "schedule" }>["schedule"],
  at: number,
): Record<string, string> {
  const errors: Record<string, string> = {};
  const channel = list.channels.find(({ id }) => id === channelId);
  if (channel !== undefined && fields.value !== undefined) {
    const link = checkChannel(channel.type, fields.value);
    if (!link.ok) errors["fields.value"] = link.problem;
  }
  if (from <= at) errors["from"] = "From must be a time to come.";
  if (until !== null && until <= from) errors["until"] = "Until must be later than from.";
  return errors;
}

/** What may have to wait; an approval is what others wait for. */
function mayWait(command: Command): command is CarefulCommand {
  return ["add", "edit", "schedule", "import", "undo", "rule"].includes(command.kind);
}

/** A second owner may, never who proposed it. */
export function mayApprove({ by }: Proposal, { id, role }: Member): boolean {
  return role === "owner" && by?.id !== id;
}

/** The member as the book remembers them. */
export function actorOf(doer: Doer): Actor {
  return doer === null ? null : { id: doer.member.id, email: doer.member.email };
}
