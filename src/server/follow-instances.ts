import type { Services } from "./compose.ts";
import type { PubSubTopic } from "./store/pub-sub.ts";
import type { Store } from "./open-store.ts";
import { lookEvery } from "./watch-alarms.ts";

/**
 * Keeps cached data current with writes by other instances: on a publish/subscribe message, and every `every`
 * milliseconds in case one is lost. `watchChannels` also polls the channels. Returns a function that stops it.
 */
export function followOthers(
  { notices }: Pick<Store, "notices">,
  {
    contacts,
    settings,
    inboxFeed,
  }: Pick<Services, "contacts" | "inboxFeed"> & {
    settings: Pick<Services["settings"], "look">;
  },
  every: number = lookEvery,
): () => Promise<void> {
  const looks: Record<PubSubTopic, () => Promise<unknown>> = {
    channels: () => contacts.look(),
    settings: () => settings.look(),
    inbox: () => Promise.resolve(inboxFeed.wake()),
  };
  const running = new Set<Promise<unknown>>();
  // If the store fails, cached data stays; the callers that need the store report the error.
  const follow = (asked: Promise<unknown>) => {
    const looking = asked.catch(() => undefined);
    running.add(looking);
    void looking.finally(() => running.delete(looking));
  };
  const look = (topic: PubSubTopic) => follow(looks[topic]());
  const stopListening = notices.listen(look);
  const timer = setInterval(() => {
    look("settings");
    look("inbox");
    follow(inboxFeed.check());
  }, every).unref();

  return async () => {
    clearInterval(timer);
    await stopListening();
    await Promise.all(running);
  };
}
