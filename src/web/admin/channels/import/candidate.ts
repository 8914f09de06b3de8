import { teamCopy } from "#copy/current.ts";
import { inputOf } from "#domain/brands/brand-inputs.ts";
import { brandOf, type ChannelType, channelTypes } from "#domain/brands/brands.ts";
import { decoded } from "#domain/brands/profile-name.ts";
import { oneLine } from "#domain/text.ts";
import { checkedChannel } from "../editor/checked-channel.ts";
import { brandCopy } from "#web/public/channels/brand-copy.ts";
import { channelLink } from "#domain/channels/channel-link.ts";
import { usualValue } from "#domain/channels/usual-value.ts";
import { channelLimits, type Translations } from "#domain/channels/channel-list.ts";

/** A line or link of a foreign file that might be a channel. */
export interface Candidate {
  /** Place for the reader of an error: "Line 7". */
  place: string;
  /** Name of its type in the file; empty if only its value can tell. */
  type: string;
  value: string;
  /** Further values of the file; undefined if the file has no such field. */
  active?: string | undefined;
  description?: string | undefined;
  translations?: Translations | undefined;
  /** Why it cannot be read, if so. */
  problem?: string | undefined;
}

interface FoundChannel {
  type: ChannelType;
  value: string;
  isActive?: boolean;
  proof?: string;
  translations?: Translations;
}

export interface Refused {
  place: string;
  /** The text that was found, shortened, on one line. */
  found: string;
  /** Why it is no channel, with an example of one. */
  problem: string;
}

/** Contents of a foreign file: each line that is not blank is in one of the two lists. */
export interface FoundChannels {
  channels: Array<{ place: string; channel: FoundChannel }>;
  refused: Refused[];
  /** Columns that are not imported. */
  ignored: string[];
}

/** The most channels that one import may hold, the most entries that are read of a file, and its most bytes. */
export const importLimits = { channels: 1000, entries: 5000, bytes: 4_194_304 };

const pageTypes: readonly ChannelType[] = ["website", "withdrawal_proof"];

const otherNames: ReadonlyMap<string, ChannelType> = new Map([
  ["mail", "email"],
  ["tel", "phone"],
  ["telephone", "phone"],
  ["mobile", "phone"],
  ["call", "phone"],
  ["x", "twitter"],
  ["web", "website"],
]);

const typesByName = new Map<string, ChannelType>([
  ...channelTypes.flatMap((type) => [[plain(type), type] as const, [plain(brandOf(type).label), type] as const]),
  ...otherNames,
]);

/** Whether a text means yes or no. */
const activeWords = new Map([
  ...["yes", "y", "true", "1", "on", "active"].map((word) => [word, true] as const),
  ...["no", "n", "false", "0", "off", "inactive", "hidden"].map((word) => [word, false] as const),
]);

/** Contents of another program's file, or why it cannot be read. */
export type FileRead = { ok: true; found: FoundChannels } | { ok: false; problem: string };

/** Sorts candidates into channels and refusals, by the rules for typed channels. */
export function sortCandidates(candidates: Iterable<Candidate>, ignored: string[] = []): FoundChannels {
  const found: FoundChannels = { channels: [], refused: [], ignored };
  const known = new Map<string, string>();
  for (const candidate of candidates) {
    const { place } = candidate;
    if (found.channels.length + found.refused.length === importLimits.entries) {
      found.refused.push(refusalOf(candidate, teamCopy.channels.import.reasons.rest(importLimits.entries)));
      break;
    }
    const result = channelOf(candidate);
    const key = result.ok ? `${result.channel.type} ${hrefOf(result.channel)}` : "";
    const twin = known.get(key);
    if (!result.ok) found.refused.push(refusalOf(candidate, result.problem));
    else if (twin !== undefined)
      found.refused.push(refusalOf(candidate, teamCopy.channels.import.reasons.again(twin.toLowerCase())));
    else if (found.channels.length === importLimits.channels) {
      found.refused.push(refusalOf(candidate, teamCopy.channels.import.reasons.most(importLimits.channels)));
    } else {
      known.set(key, place);
      found.channels.push({ place, channel: result.channel });
    }
  }
  return found;
}

export function refusalOf({ place, value }: Pick<Candidate, "place" | "value">, problem: string): Refused {
  const text = oneLine(value.slice(0, 200));
  return { place, found: text.length > 80 ? `${text.slice(0, 79)}…` : text, problem };
}

function channelOf(candidate: Candidate): { ok: true; channel: FoundChannel } | { ok: false; problem: string } {
  if (candidate.problem !== undefined) return { ok: false, problem: candidate.problem };
  const { value, linked } = valueOf(candidate.value);
  if (value === "") return { ok: false, problem: teamCopy.channels.import.reasons.noValue };
  const named = candidate.type.trim();
  const type = named === "" ? (linked ?? clearType(value)) : typesByName.get(plain(named));
  if (type === undefined) {
    return {
      ok: false,
      problem: named === "" ? unclear(value) : teamCopy.channels.import.reasons.type(channelTypes.join(", ")),
    };
  }
  const link = checkedChannel(type, value);
  if (!link.ok) return { ok: false, problem: `${brandCopy(type).label}: ${link.problem}` };
  const channel: FoundChannel = { type, value };
  const active = candidate.active?.trim().toLowerCase() ?? "";
  if (active !== "") {
    const isActive = activeWords.get(active);
    if (isActive === undefined) return { ok: false, problem: teamCopy.channels.import.reasons.active };
    channel.isActive = isActive;
  }
  if (candidate.description !== undefined) {
    channel.proof = candidate.description.trim();
    if (channel.proof.length > channelLimits.proof) {
      return { ok: false, problem: teamCopy.channels.import.reasons.description(channelLimits.proof) };
    }
  }
  // The server says what is wrong with one.
  if (candidate.translations !== undefined) channel.translations = candidate.translations;
  return { ok: true, channel };
}

/** A value as typed or, from a `tel:` or `mailto:` link, the number or the address, which channels hold. */
function valueOf(text: string): { value: string; linked?: ChannelType } {
  const [, scheme, inLink] = /^(tel|mailto):([^?]*)/i.exec(text.trim()) ?? [];
  if (scheme === undefined || inLink === undefined) return { value: text.trim() };
  return { value: decoded(inLink) ?? inLink, linked: scheme.toLowerCase() === "tel" ? "phone" : "email" };
}

/** Returns the only possible type of a value. A bare name can belong to any platform, and any page can be a website. */
function clearType(value: string): ChannelType | undefined {
  const fitting = channelTypes.filter(
    (type) =>
      !pageTypes.includes(type) &&
      (value.includes("/") || inputOf(type).field !== "url") &&
      channelLink(type, usualValue(type, value)).ok,
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}

function unclear(value: string): string {
  if (/^https?:/i.test(value)) {
    return teamCopy.channels.import.reasons.noPlatform;
  }
  return /^[+\d\s().-]+$/.test(value)
    ? teamCopy.channels.import.reasons.callsOrWhatsapp
    : teamCopy.channels.import.reasons.unclear;
}

function hrefOf({ type, value }: FoundChannel): string {
  const link = channelLink(type, usualValue(type, value));
  // Both addresses of a website are one.
  return link.ok ? link.href.replace(/^http:/, "https:") : value;
}

/** The title of a button as a description, unless it only names the platform. */
export function titleOf(title: string, value: string): string | undefined {
  const text = oneLine(title);
  const { linked, value: plainValue } = valueOf(value);
  const type = linked ?? clearType(plainValue);
  const isNamed = type !== undefined && plain(text).includes(plain(brandOf(type).label));
  return text === "" || text === value || isNamed ? undefined : text;
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
