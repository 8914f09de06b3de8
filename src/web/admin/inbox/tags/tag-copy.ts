import { type TagColor, tagLimits } from "#domain/inquiries/tag.ts";

export const colorLabels: Record<TagColor, string> = {
  grey: "Grey",
  red: "Red",
  orange: "Orange",
  olive: "Olive",
  green: "Green",
  teal: "Teal",
  blue: "Blue",
  purple: "Purple",
};

export const tagCopy = {
  full: `An inquiry has at most ${tagLimits.each} tags. Remove one first.`,
  none: "No tags yet. Type a name to make the first one.",
  noneInMenu: "No tags yet.",
  loading: "Loading tags...",
  notFound: "No other tag has these letters.",
  manage: "Manage tags",
  cannotBeUndone: "This cannot be undone.",
};

/** Tags that a change adds and removes, by name, as text after a reference: `tagged KYC`. */
export function taggedWords(added: readonly string[], removed: readonly string[]): string {
  const names = (list: readonly string[]) => (list.length === 0 ? "with a tag that is gone" : list.join(", "));
  if (added.length > 0 && removed.length > 0) return `tagged ${names(added)} in place of ${names(removed)}`;
  return removed.length > 0 ? `untagged ${names(removed)}` : `tagged ${names(added)}`;
}
