import { useEffect, useRef } from "react";

/** Loads the page after a list of `count` entries; the first element that it adds takes the focus. */
export function useShowMore<List extends HTMLElement>(props: {
  count: number;
  isLoading: boolean;
  load: () => Promise<unknown>;
}) {
  const { count, isLoading, load } = props;
  const list = useRef<List>(null);
  /** Numbers of entries, and of elements of the list, at the press. */
  const pressed = useRef<{ count: number; elements: number }>(undefined);

  useEffect(() => {
    const before = pressed.current;
    if (before === undefined || count <= before.count) return;
    pressed.current = undefined;
    const entry = list.current?.children[before.elements];
    if (entry instanceof HTMLElement) entry.focus();
  }, [count]);

  function showMore() {
    if (isLoading) return;
    pressed.current = { count, elements: list.current?.children.length ?? 0 };
    void load();
  }

  return { list, showMore };
}
