/** What programs on one store tell each other: that something of this kind has changed, and nothing of it. */
export const noticeTopics = ["channels", "settings", "inbox"] as const;

export type NoticeTopic = (typeof noticeTopics)[number];

export interface Notices {
  /** Tells the other programs, in a moment. What gets lost they find by looking again and again. */
  tell(topic: NoticeTopic): void;
  /** Calls `listener` with what others tell, and with every topic when it may have missed something; gives the way to stop it. */
  listen(listener: (topic: NoticeTopic) => void): () => Promise<void>;
}

/** The embedded store tells nobody: whoever shares it looks. */
export const noNotices: Notices = { tell: () => undefined, listen: () => () => Promise.resolve() };
