import { domainToUnicode } from "node:url";
import { say, type ServerText } from "#copy/server/say.ts";
import type { ChannelType } from "#domain/brands/brands.ts";
import { type Channel, type ChannelList, publicChannels } from "#domain/channels/channel-list.ts";
import { descriptionIn, descriptionsOf } from "#domain/channels/descriptions.ts";
import { defaultLanguage, type Language, languageCodes } from "#domain/languages.ts";
import {
  descriptionProblem,
  type DescriptionProblem,
  type PageText,
  splitsIn as splitsInPages,
} from "#domain/lookalike/description-check.ts";
import type { IsOurs } from "#domain/lookalike/named-places.ts";
import { officialPlaces } from "#domain/lookalike/official-places.ts";
import { knownChannels } from "#domain/channels/known-channels.ts";
import { valueKey } from "#domain/channels/channel-revision.ts";
import { textProblem } from "../lib/text-problem.ts";
import { readPhoneNumber } from "../lib/phone-number.ts";

export type Descriptions = ReturnType<typeof createDescriptions>;

/** A fault in a description; `field` is the channel's: `proof`, or `translations.ta`. */
export interface DescriptionFault {
  field: string;
  problem: ServerText;
}

/** A description as visitors of a language read it; `language` is its own. */
interface ShownDescription extends PageText {
  id: string;
  type: ChannelType;
  language: Language;
}

/** The texts of the site among which the descriptions stand. */
export interface SiteTexts {
  /** Changes with the texts. */
  version: () => number;
  /** The texts of each page in a language, in the order in which they are read. */
  pages: <One extends PageText & { type: ChannelType }>(
    language: Language,
    descriptions: readonly One[],
  ) => Array<Array<One | PageText>>;
}

/** A place besides the channels that texts may name. */
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
  siteTexts = { version: () => 0, pages: (_language, descriptions) => [[...descriptions]] },
}: {
  country: () => string;
  site: () => string;
  places?: () => readonly Place[];
  siteTexts?: SiteTexts;
}) {
  const { pages } = siteTexts;
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

  /** Returns the descriptions that visitors of a language read, in the order of the list. */
  function shownIn(language: Language, channelList: Pick<ChannelList, "channels">): ShownDescription[] {
    return knownChannels(publicChannels(channelList)).flatMap((channel) => {
      const text = descriptionIn(language, channel);
      const isOwn = descriptionsOf(channel).some(([code]) => code === language);
      const { id, type } = channel;
      return text === "" ? [] : [{ id, type, text, language: isOwn ? language : defaultLanguage }];
    });
  }

  /** Descriptions that together with what stands beside them name somebody: each name once, at a channel it takes. */
  function splitsIn(
    channelList: Pick<ChannelList, "channels">,
  ): Array<DescriptionFault & { id: string; name: string }> {
    const shown = languageCodes.flatMap((language) => pages(language, shownIn(language, channelList)));
    return splitsInPages(shown, placesOf(channelList), "description").flatMap(({ name, taken, problem }) => {
      const described = taken.flatMap((one) => ("id" in one ? [one] : []));
      // Reports the fault at a translation, if one is among them.
      const at = described.find(({ language }) => language !== defaultLanguage) ?? described[0];
      return at === undefined ? [] : [{ ...faultIn(at.language, problem), id: at.id, name }];
    });
  }

  const placesOf = (channelList: Pick<ChannelList, "channels">): IsOurs =>
    officialPlaces([...knownChannels(publicChannels(channelList)), ...places()], site(), reader);

  return {
    placesOf,
    shownIn,

    /** The first fault of each channel of a list, by its id. */
    faultsOf(channelList: Pick<ChannelList, "channels">): ReadonlyMap<string, DescriptionFault> {
      const inputs = JSON.stringify([country(), places(), siteTexts.version()]);
      const kept = known.get(channelList.channels);
      if (kept?.of === inputs) return kept.faults;
      const faults = faultsIn(channelList);
      for (const split of splitsIn(channelList)) if (!faults.has(split.id)) faults.set(split.id, split);
      known.set(channelList.channels, { of: inputs, faults });
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
      const old = new Set(splitsIn({ channels: [...before] }).map(({ name }) => name));
      for (const split of splitsIn(after))
        if (!old.has(split.name) && !faults.has(split.id)) faults.set(split.id, split);
      return faults;
    },
  };
}
