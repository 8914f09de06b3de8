import { hour } from "#domain/time/durations.ts";

export type FairQueue<Item> = ReturnType<typeof createFairQueue<Item>>;

/** A sender whose item did harm goes last for this long. */
const lastForMs = hour;
const maxLast = 1000;

/** Items of senders, who take turns; one that was put last waits for all others. */
export function createFairQueue<Item>({ now }: { now: () => number }) {
  const queues = new Map<string, Item[]>();
  const last = new Map<string, number>();

  const isLast = (sender: string) => (last.get(sender) ?? 0) > now();

  return {
    push(sender: string, item: Item): void {
      const queue = queues.get(sender) ?? [];
      queues.set(sender, queue);
      queue.push(item);
    },

    /** Takes the next one of the sender whose turn it is. */
    next(): { sender: string; item: Item } | undefined {
      const senders = [...queues.keys()];
      const sender = senders.find((one) => !isLast(one)) ?? senders[0];
      const queue = sender === undefined ? undefined : queues.get(sender);
      if (sender === undefined || queue === undefined) return undefined;
      const item = queue.shift();
      // Moves the sender to the end of the round.
      queues.delete(sender);
      if (queue.length > 0) queues.set(sender, queue);
      return item === undefined ? undefined : { sender, item };
    },

    /** Puts a sender behind all others, for some time. */
    goLast(sender: string): void {
      last.delete(sender);
      last.set(sender, now() + lastForMs);
      const [oldest] = last.keys();
      if (last.size > maxLast && oldest !== undefined) last.delete(oldest);
    },

    /** Takes all that waits. */
    clear(): Item[] {
      const items = [...queues.values()].flat();
      queues.clear();
      return items;
    },
  };
}
