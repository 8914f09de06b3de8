import { useEffect, useRef } from "react";

/** Loads the page after a list of `count` entries; the first element that it adds takes the focus. */
export function useShowMore<List extends HTMLElement>(props: {
  count: number;
  isLoading: boolean;
  load: () => Promise<unknown>;
}) {
  const { count, isLoading, load } = props;
  const list = useRef<List>(null);
  const firstOfMore = useRef<number>(undefined);

  useEffect(() => {
    const place = firstOfMore.current;
    const entry = place === undefined ? undefined : list.current?.children[place];
    if (!(entry instanceof HTMLElement)) return;
    firstOfMore.current = undefined;
    entry.focus();
  }, [count]);

  function showMore() {
    if (isLoading) return;
    firstOfMore.current = list.current?.children.length;
    void load();
  }

  return { list, showMore };
}
