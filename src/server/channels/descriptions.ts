import { domainToUnicode } from "node:url";
import { say, type ServerText } from "#copy/server/say.ts";
import type { ChannelType } from "#domain/brands/brands.ts";
import { type Channel, type ChannelList, publicChannels } from "#domain/channels/channel-list.ts";
import { descriptionIn, descriptionsOf } from "#domain/channels/descriptions.ts";
import { defaultLanguage } from "#domain/languages.ts";
import { descriptionProblem, type DescriptionProblem, splitProblem } from "#domain/lookalike/description-check.ts";
import type { IsOurs } from "#domain/lookalike/named-places.ts";
import { officialPlaces } from "#domain/lookalike/official-places.ts";
import { knownChannels } from "#domain/channels/known-channels.ts";
import { valueKey } from "#domain/channels/channel-revision.ts";
import { textProblem } from "../lib/text-problem.ts";
import { readPhoneNumber } from "../lib/phone-number.ts";

export type Descriptions = ReturnType<typeof createDescriptions>;

/** What is wrong with a description; `field` is the channel's: `proof`, or `translations.ta`. */
export interface DescriptionFault {
  field: string;
  problem: ServerText;
}

/** What texts may name besides the channels. */
type Place = { type: ChannelType; value: string };

const idsOf = (channels: readonly Channel[]) => channels.map(({ id }) => id).join();
const isIn = ({ channels }: Pick<ChannelList, "channels">, id: string) => channels.some((one) => one.id === id);

function faultIn(language: string, problem: DescriptionProblem): DescriptionFault {
  if (language === defaultLanguage) return { field: "proof", problem: textProblem(problem) };
  return {
    field: `translations.${language}`,
    problem: textProblem(problem, say("word.description-in", { language })),
  };
}

/**
 * Checks that descriptions, in each language, name nobody but us. `country` is for numbers without a country code,
 * `site` the address that visitors use; `places` are ours, or public services that our pages name.
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
  const known = new WeakMap<readonly Channel[], { of: string; faults: ReadonlyMap<string, DescriptionFault> }>();

  /** The first fault of each channel, by its id, judged by the active channels of this list; of texts that `isRead`. */
  function faultsIn(
    channelList: Pick<ChannelList, "channels">,
    isRead: (channel: Channel, language: string, text: string) => boolean = () => true,
  ): Map<string, DescriptionFault> {
    let isOurs: IsOurs | undefined;
    const faults = new Map<string, DescriptionFault>();
    for (const channel of knownChannels(channelList.channels)) {
      for (const [language, text] of descriptionsOf(channel)) {
        if (faults.has(channel.id) || !isRead(channel, language, text)) continue;
        isOurs ??= placesOf(channelList);
        const problem = descriptionProblem(text, isOurs);
        if (problem !== undefined) faults.set(channel.id, faultIn(language, problem));
      }
    }
    return faults;
  }

  /**
   * Descriptions that together name somebody, as the visitors of one language read them: a fault for each language, at
   * the first channel that it takes.
   */
  function splitsIn(
    channelList: Pick<ChannelList, "channels">,
  ): Array<DescriptionFault & { id: string; names: string }> {
    const shown = knownChannels(publicChannels(channelList));
    const languages = new Set([defaultLanguage, ...shown.flatMap(descriptionsOf).map(([language]) => language)]);
    const isOurs = placesOf(channelList);
    const splits = [...languages].flatMap((language) => {
      const read = shown.filter((channel) => descriptionIn(language, channel) !== "");
      const splitOf = (channels: typeof read) => {
        const texts = channels.map((channel) => descriptionIn(language, channel));
        const problem = splitProblem(texts, isOurs, "description");
        return problem && { ...faultIn(language, problem), names: "names" in problem ? problem.names : "" };
      };
      const split = splitOf(read);
      if (split === undefined) return [];
      const hasOwn = (one: Channel) => descriptionsOf(one).some(([code]) => code === language);
      const taken = read.filter((one) => splitOf(read.filter((other) => other !== one))?.names !== split.names);
      // At a text of this language, if one is among them.
      const first = taken.find(hasOwn) ?? taken[0] ?? read[0];
      return first === undefined ? [] : [{ ...split, id: first.id, ...(!hasOwn(first) && { field: "proof" }) }];
    });
    // Where a language shows English texts, it shows their fault as well.
    return splits.filter(({ names }, at) => splits.findIndex((one) => one.names === names) === at);
  }

  const placesOf = (channelList: Pick<ChannelList, "channels">): IsOurs =>
    officialPlaces([...knownChannels(publicChannels(channelList)), ...places()], site(), reader);

  return {
    placesOf,

    /** The first fault of each channel of a list, by its id. */
    faultsOf(channelList: Pick<ChannelList, "channels">): ReadonlyMap<string, DescriptionFault> {
      const of = JSON.stringify([country(), places()]);
      const kept = known.get(channelList.channels);
      if (kept?.of === of) return kept.faults;
      const faults = faultsIn(channelList);
      for (const split of splitsIn(channelList)) if (!faults.has(split.id)) faults.set(split.id, split);
      known.set(channelList.channels, { of, faults });
      return faults;
    },

    /** The faults of descriptions that visitors could not read at these channels in the list before. */
    newFaults(before: readonly Channel[], after: Pick<ChannelList, "channels">): ReadonlyMap<string, DescriptionFault> {
      const was = new Map(before.map((channel) => [channel.id, channel]));
      const isNew = (channel: Channel, language: string, text: string) => {
        const old = was.get(channel.id);
        if (old === undefined || valueKey(old) !== valueKey(channel)) return true;
        if (channel.isActive && !old.isActive) return true;
        return !descriptionsOf(old).some(([code, oldText]) => code === language && oldText === text);
      };
      const faults = faultsIn(after, isNew);
      // Neighbours that a channel parted may be found once it is gone: what takes away is not held up.
      const hasNew = after.channels.some((channel) =>
        descriptionsOf(channel).some(([language, text]) => isNew(channel, language, text)),
      );
      const isMoved = hasNew || idsOf(after.channels) !== idsOf(before.filter(({ id }) => isIn(after, id)));
      if (!isMoved) return faults;
      const old = new Set(splitsIn({ channels: [...before] }).map(({ names }) => names));
      for (const split of splitsIn(after)) if (!old.has(split.names)) faults.set(split.id, split);
      return faults;
    },
  };
}
