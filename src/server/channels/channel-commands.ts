import { randomUUID } from "node:crypto";
import { checkChannel } from "#contract/channels/value-check.ts";
import type { Member } from "#contract/auth/session.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import type {
  Actor,
  SensitiveCommand,
  Change,
  Channel,
  ChannelList,
  Command,
  Proposal,
} from "#domain/channels/channel-list.ts";
import { foreseen, isSensitive } from "#domain/channels/sensitive-changes.ts";
import { applyCommand } from "#domain/channels/channel-changes.ts";
import type { Attribution, Refusal } from "#domain/channels/channel-revision.ts";
import { isKnownCommand, unknownChannels } from "#domain/channels/known-channels.ts";
import { channelLink } from "#domain/channels/channel-link.ts";
import { trimmedEnd } from "#domain/text.ts";
import type { DescriptionFault, Descriptions } from "./descriptions.ts";
import type { SignedChannels } from "./signed-channels.ts";
import { minute } from "#domain/time/durations.ts";

/** The actor and whether their step-up is recent; null for the program itself. */
export type CommandActor = { member: Member; hasSteppedUp: boolean } | null;

export type ChangeRefusal =
  | Exclude<Refusal, "nothing">
  /** The list is full, counting proposed additions. */
  | "full"
  /** The maximum of proposals or schedules is reached. */
  | "too many"
  /** The store cannot be trusted. */
  | "alarm"
  | "needs step-up"
  | "not allowed"
  /** The channel or proposal is of a type that only a newer version knows. */
  | "newer"
  /** The actor became an owner too recently, or after the proposal was made. */
  | "new owner"
  | "older proposal"
  /** No other owner could approve before `from`. */
  | "nobody yet"
  | "one owner"
  | "wrong field";

type Refused = Extract<CommandOutcome, { outcome: "refused" }>;

/** The result of a command. */
export type CommandOutcome =
  /** `change` is null if nothing had to change. */
  | { outcome: "done"; change: Change | null }
  /** The change waits for a second owner or a delay. */
  | { outcome: "waits"; proposal: Proposal }
  /** `errors` by field; `message` if the request has no such field; `from` is when a new owner may do it. */
  | {
      outcome: "refused";
      reason: ChangeRefusal;
      errors?: Record<string, ServerText>;
      message?: ServerText;
      from?: number;
    };

/** The limit for proposals, and for schedules. */
const max = 100;

/**
 * Runs members' commands on the channel list. Sensitive changes (a channel's destination or description) need a recent
 * step-up, and may have to wait for a second owner or a delay.
 */
export function createChannelCommands(deps: {
  channelList: SignedChannels;
  descriptions: Descriptions;
  limits: { max: number };
  now: () => number;
}) {
  const { channelList, descriptions, limits, now } = deps;

  /**
   * Returns the fault of a description that a command adds and that names others; undefined if there is none. The end
   * of a schedule only restores the earlier description.
   */
  function wrongDescription(
    before: ChannelList,
    command: Command,
    after: ChannelList,
    attribution: Attribution,
  ): DescriptionFault | undefined {
    if (command.kind === "unschedule") return undefined;
    const [later] = command.kind === "schedule" ? (foreseen(before, command, attribution)?.after ?? []) : [];
    const channels =
      later === undefined
        ? after.channels
        : after.channels.map((channel) => (channel.id === later.id ? later : channel));
    const [fault] = descriptions.newFaults(before.channels, { channels }).values();
    return fault;
  }

  function propose(list: ChannelList, command: SensitiveCommand, attribution: Attribution): Proposal {
    const { before = [], after = [] } = foreseen(list, command, attribution) ?? {};
    const publishAt = list.rule.kind === "delay" ? attribution.at + list.rule.minutes * minute : null;
    return { id: randomUUID(), command, before, after, by: attribution.by, at: attribution.at, publishAt };
  }

  function tooMuch(before: ChannelList, after: ChannelList): ChangeRefusal | null {
    const size = ({ channels, proposals }: ChannelList) =>
      channels.length + proposals.filter(({ command }) => command.kind === "add").length;
    if (size(after) > limits.max && size(after) > size(before)) return "full";
    const grows = after.proposals.length > before.proposals.length || after.schedules.length > before.schedules.length;
    return grows && Math.max(after.proposals.length, after.schedules.length) > max ? "too many" : null;
  }

  async function run(command: Command, actor: CommandActor): Promise<CommandOutcome> {
    const attribution: Attribution = { at: now(), by: storedActor(actor) };
    const response = await channelList.change<CommandOutcome>((list) => {
      const refused = refusalOf(list, command, actor, attribution.at);
      if (refused !== null) return { response: refused };
      const made = applyCommand(list, command, attribution);
      if (!made.ok)
        return { response: made.reason === "nothing" ? { outcome: "done", change: null } : refusal(made.reason) };
      // Channels of unknown types must pass through unchanged.
      if (JSON.stringify(unknownChannels(list)) !== JSON.stringify(unknownChannels(made.channelList)))
        return { response: refusal("newer") };
      const wrong = wrongDescription(list, command, made.channelList, attribution);
      if (wrong !== undefined) return { response: refusedDescription(command, wrong) };
      const sensitive = isSensitive(list, command, attribution);
      if (sensitive && actor !== null && !actor.hasSteppedUp) return { response: refusal("needs step-up") };
      const isPending =
        sensitive &&
        actor !== null &&
        list.rule.kind !== "none" &&
        // Approvals end the wait.
        isKnownCommand(command);
      const proposal = isPending ? propose(list, command, attribution) : null;
      const next = proposal === null ? made : applyCommand(list, { kind: "propose", proposal }, attribution);
      if (!next.ok) throw new Error("a proposal can always be kept");
      const much = tooMuch(list, next.channelList);
      if (much !== null) return { response: refusal(much) };
      const change: Change = sensitive ? { ...next.change, careful: true } : next.change;
      return {
        channelList: next.channelList,
        change,
        response: proposal === null ? { outcome: "done", change } : { outcome: "waits", proposal },
      };
    });
    return response === "alarm" ? refusal("alarm") : response;
  }

  return {
    run,

    /** Withdraws all proposals of a member, as when they lose the right to make them. */
    async withdrawOf(memberId: string): Promise<void> {
      const { channelList: list } = await channelList.current();
      for (const { id, by } of list.proposals) {
        if (by?.id === memberId) await run({ kind: "withdraw", id }, null);
      }
    },
  };
}

/** The result of a rejected command. */
export function refusal(reason: ChangeRefusal, errors?: Record<string, ServerText>): Refused {
  return { outcome: "refused", reason, ...(errors === undefined ? {} : { errors }) };
}

/** Refuses a description at the field that was sent, or with a message if none was. */
function refusedDescription(command: Command, { field, problem }: DescriptionFault): CommandOutcome {
  const fields = command.kind === "schedule" ? command.schedule.fields : command.kind === "edit" ? command.fields : {};
  const isSent = field === "proof" ? fields.proof !== undefined : fields.translations !== undefined;
  if (command.kind === "schedule" && isSent) return refusal("wrong field", { [`fields.${field}`]: problem });
  const hasField = command.kind === "add" || isSent;
  return { ...refusal("wrong field", { [field]: problem }), ...(hasField ? {} : { message: problem }) };
}

/** Returns why a command is rejected, beyond the list's own rules. */
function refusalOf(list: ChannelList, command: Command, actor: CommandActor, at: number): CommandOutcome | null {
  if (isOfNewer(list, command)) return refusal("newer");
  if (command.kind === "schedule") {
    const errors = wrongFields(list, command.schedule, at);
    return Object.keys(errors).length === 0 ? null : refusal("wrong field", errors);
  }
  if (command.kind === "edit") return wrongEdit(list, command);
  if (command.kind === "add") return twinRefusal(list, command.channel);
  if (command.kind !== "approve" || actor === null) return null;
  const proposal = list.proposals.find(({ id }) => id === command.id);
  if (proposal === undefined) return refusal("missing");
  return mayApprove(proposal, actor.member) ? null : refusal("not allowed");
}

/** Returns whether a command touches a channel of an unknown type, or a proposal that this version cannot publish. */
function isOfNewer(list: ChannelList, command: Command): boolean {
  if (command.kind === "approve")
    return list.proposals.some((one) => one.id === command.id && !isKnownCommand(one.command));
  const named =
    command.kind === "schedule"
      ? command.schedule.channelId
      : command.kind === "edit" || command.kind === "remove"
        ? command.id
        : "";
  return unknownChannels(list).some(({ id }) => id === named);
}

/** Rejects a new type or value that opens nothing. */
function wrongEdit(list: ChannelList, { id, fields }: Extract<Command, { kind: "edit" }>): CommandOutcome | null {
  const channel = list.channels.find((one) => one.id === id);
  if (channel === undefined || (fields.value === undefined && fields.type === undefined)) return null;
  const link = checkChannel(fields.type ?? channel.type, fields.value ?? channel.value);
  if (!link.ok) return refusal("wrong field", { value: link.problem });
  return twinRefusal(list, { id, type: fields.type ?? channel.type, value: fields.value ?? channel.value });
}

/** Rejects the `http` address of a website whose `https` address is listed, and the other way round: they are one. */
function twinRefusal(
  list: ChannelList,
  { id, type, value }: Pick<Channel, "id" | "type" | "value">,
): CommandOutcome | null {
  if (type !== "website") return null;
  const both = [value, value.replace(/^https?:/i, (scheme) => (/s:/i.test(scheme) ? "http:" : "https:"))].map(pageOf);
  const twin = list.channels.find((other) => other.id !== id && other.type === type && pageOf(other.value) === both[1]);
  return twin === undefined
    ? null
    : refusal("wrong field", { value: say("value.listed-already", { value: twin.value }) });
}

function pageOf(value: string): string {
  const link = channelLink("website", value);
  return link.ok ? trimmedEnd(link.href, /\//) : value;
}

/** The errors of a schedule, by field of the contract. */
function wrongFields(
  list: ChannelList,
  { channelId, fields, from, until }: Extract<Command, { kind: "schedule" }>["schedule"],
  at: number,
): Record<string, ServerText> {
  const errors: Record<string, ServerText> = {};
  const channel = list.channels.find(({ id }) => id === channelId);
  if (channel !== undefined && fields.value !== undefined) {
    const link = checkChannel(channel.type, fields.value);
    if (!link.ok) errors["fields.value"] = link.problem;
  }
  if (from <= at) errors["from"] = say("schedule.from-past");
  if (until !== null && until <= from) errors["until"] = say("schedule.until-before-from");
  return errors;
}

/** A second owner may approve, never the proposer. */
export function mayApprove({ by }: Proposal, { id, role }: Member): boolean {
  return role === "owner" && by?.id !== id;
}

/** The actor as stored in the channel list. */
export function storedActor(actor: CommandActor): Actor {
  if (actor === null) return null;
  const { id, email, role } = actor.member;
  return role === "agent" ? { id, email, agent: true } : { id, email };
}
