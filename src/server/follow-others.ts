import type { Services } from "./services/services.ts";
import type { NoticeTopic } from "./store/notices.ts";
import type { Store } from "./store/store.ts";
import { lookEvery } from "./watch-channels.ts";

/**
 * Keeps what this program knows true to what others on the same store write: at once where they tell of it, and with the next look
 * where that got lost. The channels are looked at by `watchChannels` besides.
 * `every` is in milliseconds. Gives the way to stop it.
 */
export function followOthers(
  { notices }: Pick<Store, "notices">,
  { contacts, settings, inboxFeed }: Pick<Services, "contacts" | "settings" | "inboxFeed">,
  every: number = lookEvery,
): () => Promise<void> {
  const looks: Record<NoticeTopic, () => Promise<unknown>> = {
    channels: () => contacts.look(),
    settings: () => settings.look(),
    inbox: () => Promise.resolve(inboxFeed.wake()),
  };
  const running = new Set<Promise<unknown>>();
  // A store that does not answer is told of by whoever needs it; what is known stays.
  const look = (topic: NoticeTopic) => {
    const looking = looks[topic]().catch(() => undefined);
    running.add(looking);
    void looking.finally(() => running.delete(looking));
  };
  const stopListening = notices.listen(look);
  const timer = setInterval(() => {
    look("settings");
    look("inbox");
  }, every).unref();

  return async () => {
    clearInterval(timer);
    await stopListening();
    await Promise.all(running);
  };
}
