import type { ChannelType } from "../brands/brands.ts";
import { channelKey, type Reader, readings } from "./channel-key.ts";
import { readAsked, readKey } from "./lookalike.ts";
import type { IsOurs } from "./named-places.ts";

/** Official places: these channels, and every page of the site at this address. */
export function officialPlaces(
  channels: ReadonlyArray<{ type: ChannelType; value: string }>,
  site: string,
  reader: Reader,
): IsOurs {
  const all = [...channels, { type: "website" as const, value: site }];
  const keys = new Set(all.flatMap(({ type, value }) => channelKey(type, value, reader) ?? []));
  const sites = [...keys].filter((key) => key.startsWith("https://")).map((key) => readKey(key, reader));
  // Last digits of our numbers, compared first: reading a number is slow, and all spellings of one end alike.
  const ends = new Set([...keys].flatMap((key) => [...key.matchAll(/\d{3,}/g)].map(([digits]) => digits.slice(-3))));
  return (written) => {
    if (/^\+?\d+$/.test(written) && !ends.has(written.slice(-3))) return false;
    if (readings(written, reader).keys.some((key) => keys.has(key))) return true;
    const asked = readAsked(written, reader);
    return sites.some((key) => asked.isOnSite(key));
  };
}
