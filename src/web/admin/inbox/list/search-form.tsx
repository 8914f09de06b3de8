import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { AdminIcon } from "../../shell/icons.tsx";
import type { InboxView } from "../use-inbox-view.ts";

/** The search's debounce, in milliseconds. */
const typedFor = 300;

/** Searches while somebody types. */
export function SearchForm(props: { view: InboxView; input: RefObject<HTMLInputElement | null>; onLeave: () => void }) {
  const { view, input, onLeave } = props;
  const { filter, show } = view;
  const id = useId();
  const [typed, setTyped] = useState(filter.search ?? "");
  const [shown, setShown] = useState(filter.search);
  /** The last search; the URL may show it only after more was typed. */
  const [asked, setAsked] = useState(filter.search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  if (shown !== filter.search) {
    setShown(filter.search);
    // The URL has changed otherwise, as by the browser's Back.
    if (filter.search !== asked) {
      setAsked(filter.search);
      setTyped(filter.search ?? "");
    }
  }

  function search(words: string) {
    clearTimeout(timer.current);
    const wanted = words.trim() || undefined;
    setAsked(wanted);
    // A whole search is one history entry, whatever the number of keystrokes.
    if (wanted !== filter.search) show({ search: wanted }, filter.search === undefined ? "push" : "replace");
  }

  return (
    <form
      role="search"
      className="inbox-search"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        search(typed);
        onLeave();
      }}
    >
      <label htmlFor={id} className="visually-hidden">
        Search inquiries and notes
      </label>
      <AdminIcon name="search" />
      <input
        ref={input}
        id={id}
        type="search"
        placeholder="Name, number, reference, words"
        autoComplete="off"
        maxLength={200}
        enterKeyHint="search"
        value={typed}
        onKeyDown={(event) => {
          if ((event.key !== "Escape" && event.key !== "ArrowDown") || event.nativeEvent.isComposing) return;
          // Escape would clear the field, while the list still shows the search.
          event.preventDefault();
          onLeave();
        }}
        onChange={({ target: { value } }) => {
          setTyped(value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => search(value), value === "" ? 0 : typedFor);
        }}
      />
    </form>
  );
}
