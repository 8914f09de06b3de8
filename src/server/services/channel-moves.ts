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
    const channel = channelAt(changes, change.number, id) ?? list.channels.find((one) => one.id === id);
    return channel === undefined ? [] : [{ contact: toContact(channel), from, to }];
  });
  return { count: moves.length, told };
}

/** A channel as it was when a change was made: as the one before it left it or, in a history that began later, the next one found it. */
function channelAt(changes: readonly Change[], number: number, id: string): Channel | undefined {
  const isOfIt = (one: Channel) => one.id === id;
  const earlier = changes.findLast((one) => one.number < number && isDone(one) && one.after.some(isOfIt));
  const later = changes.find((one) => one.number > number && isDone(one) && one.before.some(isOfIt));
  return earlier?.after.find(isOfIt) ?? later?.before.find(isOfIt);
}

/** What was only proposed, or withdrawn, has changed no channel. */
function isDone({ kind }: Change): boolean {
  return kind !== "proposed" && kind !== "withdrawn";
}
