import { brandOf, type ChannelType, channelTypes } from "../brands/brands.ts";
import type { Channel, ChannelList, SensitiveCommand } from "./channel-list.ts";

/** Returns whether a channel fits into a phone book. A page that is still open may get a type of a newer version. */
export function fitsPhoneBook({ type }: { type: ChannelType }): boolean {
  return isKnownType(type) && brandOf(type).inPhoneBook === true;
}

const types: ReadonlySet<string> = new Set(channelTypes);

/** Returns whether this version knows a type: a newer or earlier version on the same store may have others. */
export const isKnownType = (type: string): type is ChannelType => types.has(type);

/** Channels whose type this version knows. The others stay in the list, but are not shown. */
export function knownChannels<One extends { type: string }>(channels: readonly One[]): One[] {
  return channels.filter(({ type }) => isKnownType(type));
}

/** Channels whose type this version does not know. */
export function unknownChannels({ channels }: Pick<ChannelList, "channels">): Channel[] {
  return channels.filter(({ type }) => !isKnownType(type));
}

/** `next`, which has known channels only, plus the unknown ones of `before`, each behind its predecessor. */
export function withUnknown(before: readonly Channel[], next: readonly Channel[]): Channel[] {
  const kept = [...next];
  before.forEach((channel, place) => {
    if (isKnownType(channel.type)) return;
    const previous = kept.findIndex(({ id }) => id === before[place - 1]?.id);
    kept.splice(previous === -1 && place > 0 ? kept.length : previous + 1, 0, channel);
  });
  return kept;
}

const commands: Record<SensitiveCommand["kind"], true> = {
  add: true,
  edit: true,
  schedule: true,
  import: true,
  undo: true,
  rule: true,
};

/** Returns whether this version knows a proposal's command; an unknown one waits for a version that does. */
export function isKnownCommand<Given extends { kind: string }>(command: Given): command is Given & SensitiveCommand {
  return Object.hasOwn(commands, command.kind);
}
