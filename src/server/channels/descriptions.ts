import { domainToUnicode } from "node:url";
import type { ServerText } from "#copy/server/say.ts";
import type { ChannelType } from "#domain/brands/brands.ts";
import { type Channel, type ChannelList, publicChannels } from "#domain/channels/channel-list.ts";
import { descriptionProblem, splitProblem } from "#domain/lookalike/description-check.ts";
import type { IsOurs } from "#domain/lookalike/named-places.ts";
import { officialPlaces } from "#domain/lookalike/official-places.ts";
import { knownChannels } from "#domain/channels/known-channels.ts";
import { valueKey } from "#domain/channels/channel-revision.ts";
import { textProblem } from "../lib/text-problem.ts";
import { readPhoneNumber } from "../lib/phone-number.ts";

export type Descriptions = ReturnType<typeof createDescriptions>;

/** What texts may name besides the channels. */
type Place = { type: ChannelType; value: string };

const idsOf = (channels: readonly Channel[]) => channels.map(({ id }) => id).join();
const isIn = ({ channels }: Pick<ChannelList, "channels">, id: string) => channels.some((one) => one.id === id);

/**
 * Checks that descriptions name nobody but us. `country` is for numbers without a country code, `site` the address that
 * visitors use; `places` are ours, or public services that our pages name.
 */
export function createDescriptions({
  country,
  site,
  places = () => [],
}: {
  country: () => string;
  site: () => string;
  places?: () => readonly Place[];
}) {
  const reader = {
    readNumber: (text: string) => readPhoneNumber(text, country())?.key.slice(1) ?? null,
    hostInUnicode: domainToUnicode,
  };
  /** Cached by list, which is a new object after each change, for the country and the places of that time. */
  const known = new WeakMap<readonly Channel[], { of: string; problems: ReadonlyMap<string, ServerText> }>();

  /** Description problems by channel id, judged by the active channels of this list. */
  function problemsIn(
    channelList: Pick<ChannelList, "channels">,
    which = channelList.channels,
  ): ReadonlyMap<string, ServerText> {
    let isOurs: IsOurs | undefined;
    const problems = new Map<string, ServerText>();
    for (const { id, proof } of knownChannels(which)) {
      if (proof === "") continue;
      isOurs ??= placesOf(channelList);
      const problem = descriptionProblem(proof, isOurs);
      if (problem !== undefined) problems.set(id, textProblem(problem));
    }
    return problems;
  }

  /** The problem of active channels' descriptions that together name somebody, at the first one that it takes. */
  function splitIn(channelList: Pick<ChannelList, "channels">): { id: string; problem: ServerText } | undefined {
    const shown = knownChannels(publicChannels(channelList)).filter(({ proof }) => proof !== "");
    const isOurs = placesOf(channelList);
    const problemOf = (channels: typeof shown) => {
      const found = splitProblem(
        channels.map(({ proof }) => proof),
        isOurs,
        "description",
      );
      return found && textProblem(found);
    };
    const problem = problemOf(shown);
    if (problem === undefined) return undefined;
    const first = shown.find((one) => problemOf(shown.filter((other) => other !== one)) !== problem) ?? shown[0];
    return first && { id: first.id, problem };
  }

  const placesOf = (channelList: Pick<ChannelList, "channels">): IsOurs =>
    officialPlaces([...knownChannels(publicChannels(channelList)), ...places()], site(), reader);

  return {
    placesOf,

    /** All problems of a list. */
    problemsOf(channelList: Pick<ChannelList, "channels">): ReadonlyMap<string, ServerText> {
      const of = JSON.stringify([country(), places()]);
      const kept = known.get(channelList.channels);
      if (kept?.of === of) return kept.problems;
      const problems = new Map(problemsIn(channelList));
      const split = splitIn(channelList);
      if (split !== undefined && !problems.has(split.id)) problems.set(split.id, split.problem);
      known.set(channelList.channels, { of, problems });
      return problems;
    },

    /** The problems of descriptions that visitors could not read at these channels in the list before. */
    newProblems(before: readonly Channel[], after: Pick<ChannelList, "channels">): ReadonlyMap<string, ServerText> {
      const was = new Map(before.map((channel) => [channel.id, channel]));
      const isNew = (channel: Channel) => {
        const old = was.get(channel.id);
        if (old === undefined || old.proof !== channel.proof || valueKey(old) !== valueKey(channel)) return true;
        return channel.isActive && !old.isActive;
      };
      const newOnes = after.channels.filter(isNew);
      const problems = new Map(problemsIn(after, newOnes));
      // Neighbours that a channel parted may be found once it is gone: what takes away is not held up.
      const isMoved = newOnes.length > 0 || idsOf(after.channels) !== idsOf(before.filter(({ id }) => isIn(after, id)));
      const split = isMoved ? splitIn(after) : undefined;
      if (split !== undefined && split.problem !== splitIn({ channels: [...before] })?.problem)
        problems.set(split.id, split.problem);
      return problems;
    },
  };
}
