import type { Services } from "./compose.ts";
import type { PubSubTopic } from "./store/pub-sub.ts";
import type { Store } from "./open-store.ts";
import { pollEvery } from "./watch-alarms.ts";

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
    settings: Pick<Services["settings"], "poll">;
  },
  every: number = pollEvery,
): () => Promise<void> {
  const polls: Record<PubSubTopic, () => Promise<unknown>> = {
    channels: () => contacts.poll(),
    settings: () => settings.poll(),
    inbox: () => Promise.resolve(inboxFeed.wake()),
  };
  const running = new Set<Promise<unknown>>();
  // If the store fails, cached data stays; the callers that need the store report the error.
  const follow = (asked: Promise<unknown>) => {
    const polling = asked.catch(() => undefined);
    running.add(polling);
    void polling.finally(() => running.delete(polling));
  };
  const pollTopic = (topic: PubSubTopic) => follow(polls[topic]());
  const stopListening = notices.listen(pollTopic);
  const timer = setInterval(() => {
    pollTopic("settings");
    pollTopic("inbox");
    follow(inboxFeed.check());
  }, every).unref();

  return async () => {
    clearInterval(timer);
    await stopListening();
    await Promise.all(running);
  };
}
