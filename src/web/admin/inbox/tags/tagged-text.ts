import { teamCopy } from "#copy/current.ts";

/** Tags that a change adds and removes, by name, as text after a reference: `tagged KYC`. */
export function taggedText(added: readonly string[], removed: readonly string[]): string {
  const names = (list: readonly string[]) => (list.length === 0 ? teamCopy.inboxList.tags.goneTag : list.join(", "));
  if (added.length > 0 && removed.length > 0) {
    return teamCopy.inboxList.tags.taggedInPlace(names(added), names(removed));
  }
  return removed.length > 0
    ? teamCopy.inboxList.tags.untagged(names(removed))
    : teamCopy.inboxList.tags.tagged(names(added));
}
