import { domainToUnicode } from "node:url";
import type { Verdict } from "#contract/verify.ts";
import type { ChannelType } from "#domain/channel.ts";
import { channelKey, type Reader } from "#domain/channel-key.ts";
import { type Asked, readAsked, type ReadKey, readKey } from "#domain/near-miss.ts";
import type { OfficialValues } from "./contacts.ts";
import { readPhoneNumber } from "./phone-number.ts";

export type Verify = ReturnType<typeof createVerify>;

type Current = OfficialValues["current"][number];

/** So many values of channels, old and new, are kept in their one writing. */
const mostKeys = 5000;

/** Answers whether a number, name, link or address is one of ours. Nothing of what is asked is kept. */
export function createVerify(deps: { official: () => Promise<OfficialValues>; country: string }) {
  const reader: Reader = {
    readNumber: (text) => readPhoneNumber(text, deps.country)?.key.slice(1) ?? null,
    hostInUnicode: domainToUnicode,
  };
  const keys = new Map<string, ReadKey | undefined>();

  /** The key of an official value, worked out once. */
  function keyOf({ type, value }: { type: ChannelType; value: string }): ReadKey | undefined {
    const name = `${type} ${value}`;
    if (!keys.has(name)) {
      if (keys.size >= mostKeys) keys.clear();
      const key = channelKey(type, value, reader);
      keys.set(name, key === undefined ? undefined : readKey(key, reader));
    }
    return keys.get(name);
  }

  /** The channel that a text looks like; what stands on a site of our own looks like none. */
  function impersonated(asked: Asked, current: readonly Current[]): Current | undefined {
    const keyed = current.flatMap((channel) => {
      const key = keyOf(channel);
      return key === undefined ? [] : [{ channel, key }];
    });
    if (keyed.some(({ key }) => asked.isOnSite(key))) return undefined;
    return keyed.find(({ key }) => asked.likenessTo(key) === "near")?.channel;
  }

  return {
    async verify(text: string): Promise<Verdict> {
      const asked = readAsked(text, reader);
      const { isHidden, current, retired } = await deps.official();
      const isAsked = (channel: { type: ChannelType; value: string }) => {
        const key = keyOf(channel);
        return key !== undefined && asked.likenessTo(key) === "same";
      };
      const official = current.filter(isAsked);
      if (official.length > 0)
        return isHidden ? { verdict: "hidden" } : { verdict: "official", channels: known(official) };

      // While all are hidden, no answer names one.
      const shown = isHidden ? [] : current;
      const [latest] = retired.filter(isAsked).toSorted((a, b) => b.until - a.until);
      if (latest !== undefined) {
        const successor = shown.filter(({ _id }) => _id === latest.replacedBy);
        const replacedBy = successor.length > 0 ? successor : shown.filter(({ type }) => type === latest.type);
        const until = new Date(latest.until).toISOString();
        return { verdict: "retired", type: latest.type, until, replacedBy: known(replacedBy) };
      }

      const like = impersonated(asked, current);
      if (like !== undefined) return { verdict: "impostor", like: isHidden ? null : (known([like])[0] ?? null) };
      return { verdict: asked.isReadable ? "unknown" : "unreadable" };
    },
  };
}

function known(channels: readonly Current[]) {
  return channels.map(({ type, value, proof }) => ({ type, value, proof }));
}
