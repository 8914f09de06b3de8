import type { ChannelChange } from "#contract/channel-list.ts";
import type { Change, Channel, ChannelList } from "#domain/channels/channel-list.ts";
import { movesBetween } from "#domain/channels/channel-moves.ts";
import { isKnownType } from "#domain/channels/known-channels.ts";
import { toContact } from "./contacts.ts";

/** The limit for moves listed one by one. */
const mostTold = 5;

/** The moves of a change that only reorders; null for any other. `changes` is the whole history, oldest first. */
export function movesOf(changes: readonly Change[], change: Change, list: ChannelList): ChannelChange["moves"] {
  if (change.order === null || change.before.length > 0 || change.after.length > 0) return null;
  // A channel may move relative to others and still keep its position.
  const moves = movesBetween(change.order.before, change.order.after).filter(({ from, to }) => from !== to);
  const told = moves.slice(0, mostTold).flatMap(({ id, from, to }) => {
    const channel = channelAt(changes, change.number, id, list);
    return channel === undefined || !isKnownType(channel.type) ? [] : [{ contact: toContact(channel), from, to }];
  });
  return { count: moves.length, told };
}

/** A channel at the time of a change: as found by the next change that touched it or, without one, as it is now. */
export function channelAt(
  changes: readonly Change[],
  number: number,
  id: string,
  list: ChannelList,
): Channel | undefined {
  const isOfIt = (one: Channel) => one.id === id;
  // A withdrawal shows the state at the time of the proposal.
  const next = changes.find((one) => one.number > number && one.kind !== "withdrawn" && one.before.some(isOfIt));
  return (next?.before ?? list.channels).find(isOfIt);
}
