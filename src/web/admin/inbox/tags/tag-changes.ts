import type { InquiryChange } from "#contract/inbox/inbox.ts";

type TagChange = NonNullable<InquiryChange["tags"]>;

/** One tagging after another, as one. */
export function tagsTogether(one: TagChange, next: TagChange): TagChange {
  const later = new Set([...next.add, ...next.remove]);
  const earlier = (ids: readonly string[]) => ids.filter((id) => !later.has(id));
  return { add: [...earlier(one.add), ...next.add], remove: [...earlier(one.remove), ...next.remove] };
}

/** Returns the change that undoes a tagging of an inquiry with these tags: no more than it has changed. */
export function tagsBack(before: readonly string[], { add, remove }: TagChange): TagChange {
  return { add: remove.filter((id) => before.includes(id)), remove: add.filter((id) => !before.includes(id)) };
}
