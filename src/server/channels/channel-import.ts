import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { checkChannel } from "#contract/channels/value-check.ts";
import type { ServerText } from "#copy/server/say.ts";
import { instant } from "#domain/time/instant.ts";
import type { ExportedFile, ChannelFile, ImportPlan, importInputSchema } from "#contract/channels/channel-list.ts";
import type { Channel, ChannelList } from "#domain/channels/channel-list.ts";
import { merge } from "#domain/channels/channel-revision.ts";
import { channelLink } from "#domain/channels/channel-link.ts";
import { inEach } from "#domain/further-languages.ts";
import { usualValue } from "#domain/channels/usual-value.ts";
import { withUnknown, knownChannels } from "#domain/channels/known-channels.ts";
import { type CommandOutcome, type CommandActor, refusal } from "./channel-commands.ts";
import { type Channels, toTeamChannel } from "./channels.ts";
import type { Descriptions } from "./descriptions.ts";

export type ChannelImport = ReturnType<typeof createChannelImport>;

type ImportOutcome =
  | { outcome: "planned"; plan: ImportPlan }
  /** The list has changed since the dry run; `plan` is up to date. */
  | { outcome: "stale"; plan: ImportPlan }
  | Exclude<CommandOutcome, { outcome: "done" }>;

type Entry = ImportPlan["entries"][number];

/** Exports and imports the channel list as a file. */
export function createChannelImport(deps: { channels: Channels; descriptions: Descriptions; now: () => number }) {
  const { descriptions, now } = deps;

  return {
    async export(): Promise<ExportedFile> {
      const { list } = await deps.channels.channelList();
      return {
        format: "front-desk-channels",
        version: 1,
        exportedAt: instant(now()),
        channels: knownChannels(list.channels).map((channel) => {
          const { id, type, value, isActive, proof, hours } = channel;
          // All, also those that are empty: importing the file removes what came later.
          const translations = inEach((language) => channel.translations?.[language] ?? "");
          return { id, type, value, isActive, proof, translations, hours };
        }),
      };
    },

    /** Plans an import or, with the version of the dry run, applies it: all or nothing. */
    async import(input: z.output<typeof importInputSchema>, actor: CommandActor): Promise<ImportOutcome> {
      const { list } = await deps.channels.channelList();
      const { channels: named, entries } = planned(list, input);
      const channels = withUnknown(list.channels, named);
      const faults = descriptions.newFaults(list.channels, { channels });
      // The file's channels come first, in its order.
      const errors = named.flatMap(({ id }, place): Array<[field: string, problem: ServerText]> => {
        const fault = faults.get(id);
        return fault === undefined ? [] : [[`file.channels.${place}.${fault.field}`, fault.problem]];
      });
      const before = new Map(list.channels.map((channel) => [channel.id, channel]));
      named.forEach(({ id, type, value }, place) => {
        const old = before.get(id);
        // A channel of an earlier version in the list is valid as it is.
        const checked = old?.type === type && old.value === value ? { ok: true as const } : checkChannel(type, value);
        if (!checked.ok) errors.push([`file.channels.${place}.value`, checked.problem]);
      });
      if (errors.length > 0) return refusal("wrong field", Object.fromEntries(errors));
      const moves = list.channels.map(({ id }) => id).join() !== channels.map(({ id }) => id).join();
      const plan: ImportPlan = { isDone: false, version: list.listVersion, entries, moves };
      if (input.dryRun) return { outcome: "planned", plan };
      if (input.version !== list.listVersion) return { outcome: "stale", plan };
      const result = await deps.channels.run({ kind: "import", channels, over: list.listVersion }, actor);
      if (result.outcome === "done") {
        return {
          outcome: "planned",
          plan: { ...plan, isDone: true, version: (await deps.channels.channelList()).list.listVersion },
        };
      }
      if (result.outcome === "refused" && result.reason === "stale order") return { outcome: "stale", plan };
      return result;
    },
  };
}

/**
 * The list after an import, and what happens to each channel. Channels not in the file come last; those of unknown
 * types are left out.
 */
function planned(
  list: ChannelList,
  { file, removeOthers }: z.output<typeof importInputSchema>,
): { channels: Channel[]; entries: Entry[] } {
  const left = new Map(knownChannels(list.channels).map((channel) => [channel.id, channel]));
  const hrefs = new Map([...left.values()].map((channel) => [channel.id, hrefOf(channel)]));
  /** Matches by id or, for a file from another site, by type and destination; each channel matches once. */
  const meet = ({ id, type, value }: ChannelFile["channels"][number]): Channel | undefined => {
    const href = hrefOf({ type, value });
    const others = [...left.values()].filter((channel) => channel.type === type);
    const met =
      (id === undefined ? undefined : left.get(id)) ??
      others.find((channel) => channel.value === value) ??
      others.find((channel) => href !== undefined && hrefs.get(channel.id) === href);
    if (met !== undefined) left.delete(met.id);
    return met;
  };
  const named = file.channels.map((one): { channel: Channel; before: Channel | undefined } => {
    const before = meet(one);
    const { type, value } = one;
    const old: Channel = before ?? { id: randomUUID(), type, value, isActive: true, proof: "", hours: null };
    return { before, channel: merge(old, one) };
  });
  const others = [...left.values()];
  return {
    channels: [...named.map(({ channel }) => channel), ...(removeOthers ? [] : others)],
    entries: [
      ...named.map(({ channel, before }): Entry => {
        const same = JSON.stringify(before) === JSON.stringify(channel);
        return {
          what: before === undefined ? "added" : same ? "same" : "changed",
          before: before === undefined ? null : toTeamChannel(before),
          after: toTeamChannel(channel),
        };
      }),
      ...others.map((channel): Entry => {
        const before = toTeamChannel(channel);
        return { what: removeOthers ? "removed" : "kept", before, after: removeOthers ? null : before };
      }),
    ],
  };
}

function hrefOf({ type, value }: Pick<ChannelFile["channels"][number], "type" | "value">): string | undefined {
  const link = channelLink(type, usualValue(type, value));
  // Both addresses of a website are one.
  return link.ok ? link.href.replace(/^http:/, "https:") : undefined;
}
