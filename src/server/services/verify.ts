import { domainToUnicode } from "node:url";
import type { Verdict } from "#contract/verify.ts";
import type { RetiredValue } from "#domain/channel-book.ts";
import { channelKey, type Reader } from "#domain/channel-key.ts";
import { differenceOf } from "#domain/difference.ts";
import { readAsked, type ReadKey, readKey } from "#domain/near-miss.ts";
import type { OfficialValues } from "./contacts.ts";
import { readPhoneNumber } from "./phone-number.ts";

export type Verify = ReturnType<typeof createVerify>;

type Current = OfficialValues["current"][number];
type Keyed = { channel: Current; key: ReadKey };

/** Answers whether a number, name, link or address is one of ours. Nothing of what is asked is kept. */
export function createVerify(deps: { official: () => Promise<OfficialValues>; country: string }) {
  const reader: Reader = {
    readNumber: (text) => readPhoneNumber(text, deps.country)?.key.slice(1) ?? null,
    hostInUnicode: domainToUnicode,
  };
  /** Of the channels that are on the list now, by type and value. */
  let read = new Map<string, ReadKey | undefined>();
  /** Of what has left the list: it stays in the book as the very object that it is. */
  const retiredKeys = new WeakMap<RetiredValue, { key: string | undefined }>();

  /** The channels with their keys, each worked out once for as long as it is on the list. */
  function readCurrent(current: readonly Current[]): Keyed[] {
    const before = read;
    read = new Map();
    return current.flatMap((channel) => {
      const name = `${channel.type} ${channel.value}`;
      const kept = before.get(name);
      const text = kept === undefined ? channelKey(channel.type, channel.value, reader) : kept.key;
      const key = kept ?? (text === undefined ? undefined : readKey(text, reader));
      read.set(name, key);
      return key === undefined ? [] : [{ channel, key }];
    });
  }

  function retiredKey(old: RetiredValue): string | undefined {
    const kept = retiredKeys.get(old) ?? { key: channelKey(old.type, old.value, reader) };
    retiredKeys.set(old, kept);
    return kept.key;
  }

  return {
    async verify(text: string): Promise<Verdict> {
      const asked = readAsked(text, reader);
      const { isHidden, current, retired } = await deps.official();
      const keyed = readCurrent(current);
      // On a site of our own nobody else has a page.
      const isOnOurs = keyed.some(({ key }) => asked.isOnSite(key));
      const isAsked = (key: string) => asked.isSame(key) || (isOnOurs && asked.isPerhaps(key));
      const official = keyed.filter(({ key }) => isAsked(key.key)).map(({ channel }) => channel);
      if (official.length > 0)
        return isHidden ? { verdict: "hidden" } : { verdict: "official", channels: official.map(known) };

      // While all are hidden, no answer names one.
      const shown = isHidden ? [] : current;
      const wasAsked = (old: RetiredValue) => isAsked(retiredKey(old) ?? "");
      const [latest] = retired.filter(wasAsked).toSorted((a, b) => b.until - a.until);
      if (latest !== undefined) {
        const successor = shown.filter(({ _id }) => _id === latest.replacedBy);
        const replacedBy = successor.length > 0 ? successor : shown.filter(({ type }) => type === latest.type);
        const until = new Date(latest.until).toISOString();
        return { verdict: "retired", type: latest.type, until, replacedBy: replacedBy.map(known) };
      }

      // What stands on a site of our own looks like none of our channels.
      const like = isOnOurs ? undefined : keyed.find(({ key }) => asked.likenessTo(key) === "near");
      if (like !== undefined) {
        if (isHidden) return { verdict: "impostor", like: null, difference: null };
        const { channel, key } = like;
        const difference = differenceOf(text, channel.value, key, reader);
        return { verdict: "impostor", like: known(channel), difference };
      }
      return { verdict: asked.isReadable ? "unknown" : "unreadable" };
    },
  };
}

function known({ type, value, proof }: Current) {
  return { type, value, proof };
}
