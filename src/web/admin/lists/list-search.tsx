import "./list-search.css";
import { useDeferredValue, useId, useState } from "react";
import { teamCopy } from "#copy/current.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { EmptyState } from "../shell/empty-state.tsx";
import { AdminIcon } from "../shell/icons.tsx";

/** The number of rows from which a search is worth its place: fewer are seen at a glance. */
export const searchedFrom = 8;

export interface ListSearchState {
  typed: string;
  /** The words to search for: what is typed, without spaces around it, once there is time for it. Empty for none. */
  words: string;
  type: (text: string) => void;
  clear: () => void;
  /** Id of the field. */
  id: string;
}

/** Searches a list that is in memory, with `ListSearch` and `NoneFound`. */
export function useListSearch(): ListSearchState {
  const [typed, type] = useState("");
  const id = useId();

  function clear() {
    type("");
    // The button that had the focus disappears.
    document.getElementById(id)?.focus();
  }

  return { typed, words: useDeferredValue(typed).trim(), type, clear, id };
}

/** The field of a search; its `result` is a sentence for screen readers, which is there from the start. */
export function ListSearch(props: { search: ListSearchState; label: string; placeholder: string; result: string }) {
  const { search, label, placeholder, result } = props;
  return (
    <div className="field list-search" role="search">
      <AdminIcon name="search" />
      <input
        id={search.id}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={search.typed}
        onChange={({ target }) => search.type(target.value)}
      />
      <span className="visually-hidden" role="status">
        {search.words !== "" && result}
      </span>
    </div>
  );
}

/** Replaces the list if a search finds nothing; the field says the text to screen readers. */
export function NoneFound({ search, text }: { search: ListSearchState; text: string }) {
  return (
    <EmptyState icon="search">
      <p aria-hidden="true">{text}</p>
      <Button variant="secondary" onClick={search.clear}>
        {teamCopy.lists.clearSearch}
      </Button>
    </EmptyState>
  );
}
