import { type RefObject, useEffect, useRef } from "react";

/**
 * Loads the page after a list of `count` entries; the first element that it adds takes the focus. For one of several
 * parts of a list, `list` is the whole, and `place` the number of its elements before the new ones, if others follow.
 */
export function useShowMore<List extends HTMLElement>(props: {
  count: number;
  isLoading: boolean;
  load: () => Promise<unknown>;
  list?: RefObject<List | null>;
  place?: number;
}) {
  const { count, isLoading, load, place } = props;
  const own = useRef<List>(null);
  const list = props.list ?? own;
  /** Numbers of entries, and of elements before the new ones, at the press. */
  const pressed = useRef<{ count: number; elements: number }>(undefined);

  useEffect(() => {
    const before = pressed.current;
    if (before === undefined || count <= before.count) return;
    pressed.current = undefined;
    const entry = list.current?.children[before.elements];
    if (entry instanceof HTMLElement) entry.focus();
  }, [count, list]);

  function showMore() {
    if (isLoading) return;
    pressed.current = { count, elements: place ?? list.current?.children.length ?? 0 };
    void load();
  }

  return { list, showMore };
}
