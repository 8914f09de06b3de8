import { useEffect, useRef } from "react";

/** Loads what comes after a list of `count` entries; the first that comes takes the focus, so that reading goes on there. */
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
