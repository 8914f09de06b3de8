import { nextMidnight } from "#domain/time/day.ts";
import { randomUUID } from "node:crypto";
import type { ActiveChannel, TeamChannel, ChannelInput } from "#contract/channels/channel.ts";
import { say } from "#copy/server/say.ts";
import {
  type Channel,
  type ChannelList,
  type Command,
  type EditedFields,
  publicChannels,
  type PublishingRule,
  type RetiredValue,
  type ScheduledFields,
  type Translations,
} from "#domain/channels/channel-list.ts";
import { nextDue, settle } from "#domain/channels/channel-changes.ts";
import { withTranslations } from "#domain/channels/descriptions.ts";
import { usualValue } from "#domain/channels/usual-value.ts";
import type { ReadNumber } from "#domain/brands/brand.ts";
import { whatsappChat } from "#domain/channels/channel-link.ts";
import { knownChannels } from "#domain/channels/known-channels.ts";
import { smallest } from "#domain/lists.ts";
import { instant } from "#domain/time/instant.ts";
import { approvalRefusal, approvesFrom } from "#domain/member.ts";
import { openingChannels, withAvailability } from "#domain/channels/visible-channels.ts";
import {
  storedActor,
  type CommandOutcome,
  createChannelCommands,
  type CommandActor,
  refusal,
} from "./channel-commands.ts";
import type { Owners } from "../auth/team/owners.ts";
import type { Descriptions } from "./descriptions.ts";
import type { SignedChannels } from "./signed-channels.ts";
import { isUnavailable } from "../store/store-unavailable.ts";
import { day } from "#domain/time/durations.ts";

export type Channels = ReturnType<typeof createChannels>;

/** An active channel with its description in every language; `inLanguageOf` makes it one for visitors. */
export interface SpokenChannel extends ActiveChannel {
  translations?: Translations | undefined;
  /** The team's own form of the value, if it is another. */
  typed?: string;
}

/** The active channels at one point in time; `version` grows with each change, and when one of them opens or closes. */
export interface ActiveChannels {
  version: number;
  /** Each with its value in the usual form. */
  channels: SpokenChannel[];
  /** When they were read, in milliseconds since 1970: anything that depends on the time of day refers to it. */
  at: number;
  isHidden: boolean;
  /** Version of what visitors see, without the time of day; keeps growing across restarts. */
  listVersion: number;
  changedAt: number;
}

/** The values that a visitor's question is compared with. */
export interface OfficialValues {
  /** If true, all channels are hidden and no value of `current` is shown. */
  isHidden: boolean;
  current: Array<Pick<TeamChannel, "_id" | "type" | "value" | "proof" | "translations">>;
  /** Formerly public values; `replacedBy` is the id of a channel, which may be gone from `current`. */
  retired: readonly RetiredValue[];
}

/** An owner who may be asked for an approval. */
type Approver = { id: string; ownerSince: number | null };

/** The channels: the team's list, and the active ones that visitors see. */
export function createChannels(deps: {
  channelList: SignedChannels;
  descriptions: Descriptions;
  owners: Pick<Owners, "since" | "areOne"> & { list: () => Promise<ReadonlyArray<Approver>> };
  limits: { max: number };
  /** Reads numbers, those of the site's country without its code. */
  readNumber: ReadNumber;
  now: () => number;
}) {
  const { channelList, now } = deps;
  const commands = createChannelCommands(deps);
  let shown: { of: ChannelList; until: number; active: ActiveChannels } | undefined;

  /**
   * When the first other owner could approve what this one changes; null if one could now or there is no other,
   * Infinity if none ever could.
   */
  async function othersApproveFrom(memberId: string): Promise<number | null> {
    const others = (await deps.owners.list()).filter(({ id }) => id !== memberId);
    const times = await Promise.all(
      others.map(async ({ id, ownerSince }) =>
        (await deps.owners.areOne(id, memberId)) ? Infinity : (approvesFrom(ownerSince, now()) ?? 0),
      ),
    );
    const first = smallest(times);
    return times.length === 0 || first === 0 ? null : first;
  }

  async function run(command: Command, actor: CommandActor, nobodyUntil?: string): Promise<CommandOutcome> {
    if (asksForApproval(command) && (await deps.owners.list()).length < 2) {
      const kind = say("publication.one-owner");
      return refusal("one owner", { kind });
    }
    if (asksForApproval(command) && actor !== null) {
      const from = await othersApproveFrom(actor.member.id);
      const isAccepted = from !== null && from !== Infinity && nobodyUntil === instant(from);
      if (from === Infinity) return refusal("nobody yet");
      if (from !== null && !isAccepted) return { ...refusal("nobody yet"), from };
    }
    if (command.kind === "approve" && actor !== null) {
      const refused = await refusedApproval(command.id, actor);
      if (refused !== null) return refused;
    }
    return commands.run(command, actor);
  }

  /** Returns why this owner may not approve a proposal now, or at all. */
  async function refusedApproval(id: string, { member }: NonNullable<CommandActor>): Promise<CommandOutcome | null> {
    const since = await deps.owners.since(member.id);
    if (since === undefined) return refusal("not allowed");
    const proposal = (await settled()).proposals.find((one) => one.id === id);
    if (proposal?.by && (await deps.owners.areOne(member.id, proposal.by.id))) return refusal("not allowed");
    const refused = proposal && approvalRefusal(since, { proposedAt: proposal.at, now: now() });
    return refused ? { outcome: "refused", ...refused } : null;
  }

  /** The list with everything due applied, written or not. */
  async function settled(): Promise<ChannelList> {
    return settle((await channelList.current()).channelList, now()).channelList;
  }

  async function active(): Promise<ActiveChannels> {
    const { channelList: current } = await channelList.current();
    const at = now();
    if (shown?.of === current && at < shown.until && at >= shown.active.at) return shown.active;
    const list = settle(current, at).channelList;
    const isHidden = list.hidden !== null;
    const channels = isHidden ? [] : withAvailability(visible(list).map(inUsualForm), at);
    const flips = channels.flatMap(({ availability }) => availability?.flips.slice(0, 1) ?? []);
    // Pages say "tomorrow".
    const zones = new Set(channels.flatMap(({ availability }) => availability?.timeZone ?? []));
    const midnights = [...zones].map((zone) => nextMidnight(zone, at));
    const made = {
      version: (shown?.active.version ?? 0) + 1,
      channels,
      at,
      isHidden,
      listVersion: list.listVersion,
      changedAt: list.changedAt,
    };
    // Renewed at least daily: the result knows only the opening changes of the next weeks.
    const until = Math.min(at + day, nextDue(list) ?? Infinity, ...flips.map((flip) => flip * 1000), ...midnights);
    shown = { of: current, until, active: made };
    return made;
  }

  function inUsualForm(channel: TeamChannel): TeamChannel & { typed?: string } {
    const value = usualValue(channel.type, channel.value, deps.readNumber);
    return value === channel.value ? channel : { ...channel, value, typed: channel.value };
  }

  /** Hides all channels the usual way, and checks that the store kept it. */
  async function hide(
    actor: CommandActor,
  ): Promise<{ ok: true; result: CommandOutcome; isKept: boolean } | { ok: false; error: unknown }> {
    try {
      const result = await run({ kind: "hide" }, actor);
      const isAlarm = result.outcome === "refused" && result.reason === "alarm";
      return { ok: true, result, isKept: !isAlarm && (await channelList.poll(true)).alarm === null };
    } catch (error) {
      // The emergency path would fail as well if the disk or the database server fails.
      if (isUnavailable(error)) throw error;
      return { ok: false, error };
    }
  }

  return {
    /** The team's list, in order. */
    list: async (): Promise<TeamChannel[]> => knownChannels((await settled()).channels).map(toTeamChannel),

    /** The full current list, and the alarm if the store holds another. */
    async channelList(): Promise<{
      list: ChannelList;
      alarm: Awaited<ReturnType<SignedChannels["current"]>>["alarm"];
    }> {
      return { list: await settled(), alarm: (await channelList.current()).alarm };
    },

    /** Faults by channel id: a description predates the check, or names a channel that is gone. */
    descriptionFaults: (list: ChannelList) => deps.descriptions.faultsOf(list),

    /** Computed once per version. */
    active,

    async official(): Promise<OfficialValues> {
      const list = await settled();
      return {
        isHidden: list.hidden !== null,
        current: visible(list).map(inUsualForm),
        retired: knownChannels(list.retired),
      };
    },

    /** The WhatsApp number of the first active channel that opens a chat, or null. */
    async chat(): Promise<string | null> {
      const { channels } = await active();
      const chats = channels.filter(({ type, value }) => type === "whatsapp" && whatsappChat(value, "") !== undefined);
      return chats[0]?.value ?? null;
    },

    /** Appends a channel to the list. */
    add({ hours = null, translations: typed, ...input }: ChannelInput, actor: CommandActor = null) {
      const { type, value, isActive, proof } = input;
      const translations = withTranslations(typed);
      const channel = { id: randomUUID(), type, value, isActive, proof, hours };
      return run({ kind: "add", channel: { ...channel, ...(translations && { translations }) } }, actor);
    },

    /** Changes the given fields. */
    change: ({ id, fields }: { id: string; fields: EditedFields }, actor: CommandActor = null) =>
      run({ kind: "edit", id, fields }, actor),

    remove: (id: string, actor: CommandActor = null) => run({ kind: "remove", id }, actor),

    /** `ids` are all ids of the list, in the new order. */
    reorder: (ids: readonly string[], actor: CommandActor = null) => run({ kind: "order", ids: [...ids] }, actor),

    /** `from` and `until` are milliseconds since 1970. */
    schedule: (
      id: string,
      { fields, from, until }: { fields: ScheduledFields; from: number; until: number | null },
      actor: CommandActor,
    ) =>
      run(
        {
          kind: "schedule",
          schedule: { id: randomUUID(), channelId: id, fields, from, until, by: storedActor(actor), before: null },
        },
        actor,
      ),

    unschedule: (id: string, actor: CommandActor) => run({ kind: "unschedule", id }, actor),

    /**
     * Hides or shows all channels. Hiding works even during an alarm or with broken tables: the last good list is
     * written, hidden, into new tables.
     */
    async setHidden(isHidden: boolean, actor: CommandActor): Promise<CommandOutcome> {
      if (!isHidden) return run({ kind: "show" }, actor);
      const tried = await hide(actor);
      if (tried.ok && tried.isKept) return tried.result;
      // An empty list, as without its key, has nothing to hide and must not replace another.
      if ((await channelList.current()).channelList.channels.length === 0) {
        if (tried.ok) return tried.result;
        throw tried.error;
      }
      await channelList.restore(storedActor(actor), { hidden: true, anyway: true });
      return { outcome: "done", change: null };
    },

    approve: (id: string, actor: CommandActor) => run({ kind: "approve", id }, actor),

    withdraw: (id: string, actor: CommandActor) => run({ kind: "withdraw", id }, actor),

    /** `nobodyUntil` is the second yes to a rule under which nobody else could approve before that time. */
    setRule: ({ kind, ...rest }: PublishingRule, actor: CommandActor, nobodyUntil?: string) => {
      const rule = kind === "delay" && "minutes" in rest ? { kind, minutes: rest.minutes } : { kind };
      return run({ kind: "rule", rule: rule as PublishingRule }, actor, nobodyUntil);
    },

    othersApproveFrom,

    /** Runs a command that another service made. */
    run,
    withdrawOf: (memberId: string) => commands.withdrawOf(memberId),

    poll: channelList.poll,
    history: () => channelList.history(),
    restore: channelList.restore,
    signAgain: channelList.signAgain,
  };
}

/** Returns whether a command sets the rule to approval, directly or by an undo. */
function asksForApproval(command: Command): boolean {
  if (command.kind === "rule") return command.rule.kind === "approval";
  return command.kind === "undo" && command.change.rule?.before.kind === "approval";
}

function visible(list: ChannelList): TeamChannel[] {
  return openingChannels(publicChannels(list)).map(toTeamChannel);
}

/** Maps a channel to the contract's shape. */
export function toTeamChannel({ id, type, value, isActive, proof, hours, translations }: Channel): TeamChannel {
  return { _id: id, type, value, isActive, proof, hours, ...(translations && { translations }) };
}
