import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import type { InboxFilter, InboxPage, Person } from "#contract/inbox.ts";
import { inquiryKinds, inquiryStatuses } from "#domain/inquiries/inquiry.ts";
import { Link } from "#web/page/router.tsx";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { kindLabels, statusLabels } from "#web/public/receipt/status-copy.ts";
import { binAddress } from "../bin/use-bin.ts";
import { Button } from "#web/ui/button.tsx";
import { Field, Select } from "#web/ui/field.tsx";
import { useFocusHeir } from "#web/ui/use-focus-heir.ts";
import { useFormerPeople } from "./use-inquiries.ts";
import type { InboxView } from "../use-inbox-view.ts";

/** The search's debounce, in milliseconds. */
const typedFor = 300;

/** The list's filters: text, status, assignee, dates. */
export function InboxFilters(props: {
  view: InboxView;
  counts: InboxPage["counts"] | undefined;
  binCount: number | undefined;
  team: readonly Person[];
  search: RefObject<HTMLInputElement | null>;
  /** Moves from the search to the list. */
  onLeaveSearch: () => void;
}) {
  const { view, counts, binCount, team, search, onLeaveSearch } = props;
  const { filter, addressWith } = view;
  const ready = useHydrated();
  const fieldsId = useId();
  const set = filtersSet(filter);
  const [showsFields, setShowsFields] = useState(set > 0);
  const all = counts && inquiryStatuses.reduce((sum, name) => (name === "suspected" ? sum : sum + counts[name]), 0);
  return (
    <div className="inbox-filters">
      <SearchForm view={view} input={search} onLeave={onLeaveSearch} />
      <Button
        variant="secondary"
        disabled={!ready}
        aria-expanded={showsFields}
        aria-controls={showsFields ? fieldsId : undefined}
        onClick={() => setShowsFields(!showsFields)}
      >
        Filters{set > 0 && `: ${set} set`}
      </Button>
      <nav className="status-links" aria-label="Status">
        <StatusLink to={addressWith({ status: undefined })} label="All" count={all} isCurrent={!filter.status} />
        {inquiryStatuses.map((status) => (
          <StatusLink
            key={status}
            to={addressWith({ status })}
            label={statusLabels[status]}
            count={counts?.[status]}
            isCurrent={filter.status === status}
          />
        ))}
        <StatusLink to={binAddress} label="Bin" count={binCount} isCurrent={false} />
      </nav>
      {showsFields && <FilterFields id={fieldsId} view={view} team={team} />}
    </div>
  );
}

function StatusLink(props: { to: string; label: string; count: number | undefined; isCurrent: boolean }) {
  const { to, label, count, isCurrent } = props;
  return (
    <Link to={to} aria-current={isCurrent ? "true" : undefined}>
      {label} {count !== undefined && <span className="count">{count.toLocaleString("en-IN")}</span>}
    </Link>
  );
}

function SearchForm(props: { view: InboxView; input: RefObject<HTMLInputElement | null>; onLeave: () => void }) {
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
      <input
        ref={input}
        id={id}
        type="search"
        placeholder="Search"
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

/** The assignee and the dates. */
function FilterFields({ id, view, team }: { id: string; view: InboxView; team: readonly Person[] }) {
  const { filter, show } = view;
  const first = useRef<HTMLSelectElement>(null);
  const passFocus = useFocusHeir(first);
  const { data: former = [] } = useFormerPeople();
  const isKnown =
    filter.assignee === undefined ||
    ["me", "nobody"].includes(filter.assignee) ||
    [...team, ...former].some((person) => person.id === filter.assignee);
  return (
    <div id={id} className="filter-fields" role="group" aria-label="Filters">
      <Select
        ref={first}
        id={`${id}-assignee`}
        label="Assigned to"
        value={filter.assignee ?? ""}
        onChange={({ target }) => show({ assignee: target.value })}
      >
        <option value="">Everyone</option>
        <option value="me">Me</option>
        <option value="nobody">Nobody</option>
        {!isKnown && <option value={filter.assignee}>Somebody who is not in the team</option>}
        {team.map((person) => (
          <option key={person.id} value={person.id}>
            {person.email}
          </option>
        ))}
        {former.length > 0 && (
          <optgroup label="Deactivated members">
            {former.map((person) => (
              <option key={person.id} value={person.id}>
                {person.email}
              </option>
            ))}
          </optgroup>
        )}
      </Select>
      <Select
        id={`${id}-kind`}
        label="Kind"
        value={filter.kind ?? ""}
        onChange={({ target }) => show({ kind: inquiryKinds.find((kind) => kind === target.value) })}
      >
        <option value="">All</option>
        {inquiryKinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindLabels[kind]}
          </option>
        ))}
      </Select>
      {(["from", "to"] as const).map((end) => (
        <Field key={end} id={`${id}-${end}`} label={end === "from" ? "Received from" : "Received until"}>
          {(control) => (
            <input
              {...control}
              type="date"
              value={filter[end] ?? ""}
              aria-invalid={(end === "to" && isReversed(filter)) || undefined}
              aria-describedby={end === "to" && isReversed(filter) ? `${id}-reversed` : undefined}
              onChange={({ target }) => show({ [end]: target.value }, "replace")}
            />
          )}
        </Field>
      ))}
      {filtersSet(filter) > 0 && (
        <Button
          ref={passFocus}
          variant="secondary"
          onClick={() => show({ kind: undefined, assignee: undefined, from: undefined, to: undefined })}
        >
          Clear filters
        </Button>
      )}
      {isReversed(filter) && (
        <p id={`${id}-reversed`} className="error">
          “Received until” is before “Received from”.
        </p>
      )}
    </div>
  );
}

/** Whether the last day is before the first, so that nothing can match. */
export function isReversed({ from, to }: InboxFilter): boolean {
  return from !== undefined && to !== undefined && to < from;
}

function filtersSet({ kind, assignee, from, to }: InboxFilter): number {
  return [kind, assignee, from, to].filter((value) => value !== undefined).length;
}
