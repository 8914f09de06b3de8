import { useEffect, useRef } from "react";

/** Loads the page after a list of `count` entries; its first entry takes the focus. */
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
    if (place === undefined || count <= place) return;
    firstOfMore.current = undefined;
    const entry = list.current?.children[place];
    if (entry instanceof HTMLElement) entry.focus();
  }, [count]);

  function showMore() {
    if (isLoading) return;
    firstOfMore.current = count;
    void load();
  }

  return { list, showMore };
}
