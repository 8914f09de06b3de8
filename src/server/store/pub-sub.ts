/** The kinds of changes that programs on one store publish, without any details. */
export const pubSubTopics = ["channels", "settings", "inbox"] as const;

export type PubSubTopic = (typeof pubSubTopics)[number];

export interface PubSub {
  /** Publishes soon. Subscribers also poll, so a lost event is not lost for good. */
  publish(topic: PubSubTopic): void;
  /**
   * Calls `listener` for events of others, and for every topic if some may have been missed. Returns a function to
   * unsubscribe.
   */
  listen(listener: (topic: PubSubTopic) => void): () => Promise<void>;
}

/** The embedded store publishes nothing: programs that share it poll. */
export const noPubSub: PubSub = { publish: () => undefined, listen: () => () => Promise.resolve() };
