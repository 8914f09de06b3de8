import type { PublicAddress } from "../address/public-address.ts";
import { domainToUnicode } from "node:url";
import type { OwnRole, Verdict } from "#contract/channels/verify.ts";
import type { RetiredValue } from "#domain/channels/channel-list.ts";
import { inLanguageOf } from "#domain/channels/descriptions.ts";
import { channelKey, type Reader, readings } from "#domain/lookalike/channel-key.ts";
import { differenceOf } from "#domain/lookalike/difference.ts";
import { readAsked, type ReadKey, readKey } from "#domain/lookalike/lookalike.ts";
import { defaultLanguage, type Language } from "#domain/languages.ts";
import { instant } from "#domain/time/instant.ts";
import type { OfficialValues } from "../channels/channels.ts";
import type { ReplyAddressReading } from "../incoming-mail/incoming-mail.ts";
import { readPhoneNumber } from "../lib/phone-number.ts";
import type { NamedService, OwnPlace } from "../site/named-places.ts";

export type Verify = ReturnType<typeof createVerify>;

type Current = OfficialValues["current"][number];
type Keyed = { channel: Current; key: ReadKey };
type Verdicts<Name extends Verdict["verdict"]> = Extract<Verdict, { verdict: Name }>;

/** Checks whether a number, name, link or address is one of ours. Stores nothing of the question. */
export function createVerify(deps: {
  official: () => Promise<OfficialValues>;
  country: () => string;
  /** Addresses that are ours without being channels. */
  ownPlaces?: () => Promise<readonly OwnPlace[]>;
  /** Public services that our pages name, in their language. */
  namedServices?: (language: Language) => readonly NamedService[];
  /** Whether an address is the reply address of a stored inquiry, as we made it; `other` has not even the shape. */
  readReplyAddress?: (address: string) => Promise<ReplyAddressReading>;
  /** The site's own address, if known. */
  address?: Pick<PublicAddress, "url">;
}) {
  const reader: Reader = {
    readNumber: (text) => readPhoneNumber(text, deps.country())?.key.slice(1) ?? null,
    hostInUnicode: domainToUnicode,
  };
  /** Parsed keys of the current channels, by country, type and value. */
  let read = new Map<string, ReadKey | undefined>();
  /** Keys of retired values, by object identity: the list keeps the same objects. */
  const retiredKeys = new WeakMap<RetiredValue, { country: string; key: string | undefined }>();

  /** The channels with their keys, each parsed once while it is on the list. */
  function readCurrent(current: readonly Current[]): Keyed[] {
    const before = read;
    read = new Map();
    return current.flatMap((channel) => {
      const name = `${deps.country()} ${channel.type} ${channel.value}`;
      const kept = before.get(name);
      const text = kept === undefined ? channelKey(channel.type, channel.value, reader) : kept.key;
      const key = kept ?? (text === undefined ? undefined : readKey(text, reader));
      read.set(name, key);
      return key === undefined ? [] : [{ channel, key }];
    });
  }

  function retiredKey(old: RetiredValue): string | undefined {
    const country = deps.country();
    const kept = retiredKeys.get(old);
    if (kept?.country === country) return kept.key;
    const key = channelKey(old.type, old.value, reader);
    retiredKeys.set(old, { country, key });
    return key;
  }

  /** This site is ours without being on the list. */
  let own: { of: string | undefined; keyed: Keyed[] } = { of: undefined, keyed: [] };
  function ownSite(): Keyed[] {
    const origin = deps.address?.url?.origin;
    if (origin === own.of || origin === undefined) return origin === undefined ? [] : own.keyed;
    const key = channelKey("website", origin, reader);
    const channel: Current = { _id: "", type: "website", value: origin, proof: "" };
    own = { of: origin, keyed: key === undefined ? [] : [{ channel, key: readKey(key, reader) }] };
    return own.keyed;
  }

  /** Reads our own places beside the list, by key, with all their roles. */
  async function readPlaces(): Promise<Map<string, Keyed & { roles: OwnRole[] }>> {
    const found = new Map<string, Keyed & { roles: OwnRole[] }>();
    for (const { type, value, role } of (await deps.ownPlaces?.()) ?? []) {
      const key = channelKey(type, value, reader);
      if (key === undefined) continue;
      const roles = new Set([...(found.get(key)?.roles ?? []), role]);
      found.set(key, { channel: { _id: "", type, value, proof: "" }, key: readKey(key, reader), roles: [...roles] });
    }
    return found;
  }

  const servicesIn = (language: Language) =>
    (deps.namedServices?.(language) ?? []).flatMap((service) => {
      const key = channelKey(service.type, service.value, reader);
      return key === undefined ? [] : [{ service, key: readKey(key, reader) }];
    });

  return {
    async verify(text: string, language: Language = defaultLanguage): Promise<Verdict> {
      const asked = readAsked(text, reader);
      const { isHidden, current, retired } = await deps.official();
      const known = ({ type, value, ...texts }: Current) => {
        const { proof, isTranslated } = inLanguageOf(language, texts);
        return { type, value, proof, ...(isTranslated && { isTranslated }) };
      };
      const places = await readPlaces();
      const listed = readCurrent(current);
      const keys = new Set(listed.map(({ key }) => key.key));
      const keyed = [...listed, ...[...places.values()].filter(({ key }) => !keys.has(key.key))];
      const official = (channels: Verdicts<"official">["channels"]): Verdict =>
        isHidden ? { verdict: "hidden" } : { verdict: "official", channels };
      // Nobody else has a page on our own site.
      const sites = [...keyed, ...ownSite()].filter(({ key }) => asked.isOnSite(key));
      const isOnOurs = sites.length > 0;
      const isAsked = (key: string) => asked.isSame(key) || (isOnOurs && asked.isPerhaps(key));
      const same = keyed.filter(({ key }) => isAsked(key.key));
      if (same.length > 0) {
        return official(
          same.map(({ channel, key }) => {
            const roles = places.get(key.key)?.roles;
            if (roles === undefined) return known(channel);
            return { ...known(channel), roles: keys.has(key.key) ? ["channel", ...roles] : roles };
          }),
        );
      }

      const named = servicesIn(language).filter(({ key }) => isAsked(key.key) || asked.isOnSite(key));
      if (named.length > 0) return { verdict: "named", services: named.map(({ service }) => service) };

      // No verdict names a channel while all are hidden.
      const shown = isHidden ? [] : current;
      const wasAsked = (old: RetiredValue) => isAsked(retiredKey(old) ?? "");
      const [latest] = retired.filter(wasAsked).toSorted((a, b) => b.until - a.until);
      if (latest !== undefined) {
        const successor = shown.filter(({ _id }) => _id === latest.replacedBy);
        const replacedBy = successor.length > 0 ? successor : shown.filter(({ type }) => type === latest.type);
        const until = instant(latest.until);
        return { verdict: "retired", type: latest.type, until, replacedBy: replacedBy.map(known) };
      }

      // This is for websites alone: a withdrawal proof on a whole host does not make its other pages official.
      const [site] = sites.filter(({ channel }) => channel.type === "website");
      if (site !== undefined) return official([known(site.channel)]);

      for (const address of readings(asked.text, reader).keys.filter((key) => key.includes("@"))) {
        const reading = await deps.readReplyAddress?.(address);
        if (reading?.ok === true)
          return official([{ type: "email", value: reading.address, proof: "", roles: ["answers"] }]);
        // Its inquiry may have been erased: then nothing tells any more whether we made it.
        if (reading?.reason === "unknown") return { verdict: "unknown" };
      }

      // A page of our own site is not a lookalike of our channels.
      const like = isOnOurs ? undefined : keyed.find(({ key }) => asked.likenessTo(key) === "near");
      if (like !== undefined) {
        if (isHidden) return { verdict: "impostor", like: null, difference: null };
        const { channel, key } = like;
        const difference = differenceOf(asked.text, channel.value, key, reader);
        return { verdict: "impostor", like: known(channel), difference };
      }
      return { verdict: asked.isReadable ? "unknown" : "unreadable" };
    },
  };
}
