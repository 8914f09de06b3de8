import type { ChannelChange } from "#contract/channel-book.ts";
import type { Change, Channel, ChannelBook } from "#domain/channel-book.ts";
import { movesBetween } from "#domain/channel-moves.ts";
import { toContact } from "./contacts.ts";

/** So many are told one by one. */
const mostTold = 5;

/** Who went where in a change that has touched nothing but the order; null for any other. `changes` is the whole history, the oldest first. */
export function movesOf(changes: readonly Change[], change: Change, list: ChannelBook): ChannelChange["moves"] {
  if (change.order === null || change.before.length > 0 || change.after.length > 0) return null;
  // Where others have changed sides around one, it has moved among them and stands where it stood.
  const moves = movesBetween(change.order.before, change.order.after).filter(({ from, to }) => from !== to);
  const told = moves.slice(0, mostTold).flatMap(({ id, from, to }) => {
    const channel = channelAt(changes, change.number, id, list);
    return channel === undefined ? [] : [{ contact: toContact(channel), from, to }];
  });
  return { count: moves.length, told };
}

/** A channel as it was when a change was made: as the next one that touched it found it or, where none has, as it is. */
export function channelAt(
  changes: readonly Change[],
  number: number,
  id: string,
  list: ChannelBook,
): Channel | undefined {
  const isOfIt = (one: Channel) => one.id === id;
  // What is withdrawn tells what was there when it was proposed.
  const next = changes.find((one) => one.number > number && one.kind !== "withdrawn" && one.before.some(isOfIt));
  return (next?.before ?? list.channels).find(isOfIt);
}
