/** What visitors read of a channel type. */
export interface BrandWords {
  label: string;
  action: string;
  /** After “It is ours”. */
  place: string;
  /** The link that opens its app, if it has one. */
  app?: string;
}
