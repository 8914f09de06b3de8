/** What the sentences of the privacy page state; durations are in words. */
export interface PrivacyFacts {
  operator: string;
  /** After a comma, or empty. */
  address: string;
  /** Whom to write to, and where. */
  to: string;
  resent: string;
  deduplicated: string;
  blocked: string;
  retention: string;
  unclosed: string;
  /** A sentence after a space. */
  backups: string;
  bin: string;
  draft: string;
  /** How to have a message erased sooner. */
  erasing: readonly string[];
  /** Items that depend on the owner's settings. */
  receivers: readonly string[];
  mails: readonly string[];
  /** Whom else to write to, where the owner has named somebody. */
  complaints: readonly string[];
}
