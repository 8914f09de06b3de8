import { teamCopy } from "#copy/current.ts";
import type { RefObject } from "react";
import type { InboxFilter, Person } from "#contract/inbox/inbox.ts";
import { useTags } from "../tags/use-tags.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { Field, Select } from "#web/ui/fields/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/buttons/icon-button.tsx";
import { useFocusOnUnmount } from "#web/ui/panels/use-focus-on-unmount.ts";
import { chipText, type FilterNames, narrower, type NarrowerName, narrowerNames, ownViewOf } from "../filters.ts";
import type { InboxView, ViewChange } from "../use-inbox-view.ts";
import { useFormerPeople } from "./use-inquiries.ts";

/** What the filters name, as far as it is loaded. */
function useFilterNames(team: readonly Person[]): FilterNames {
  const { data: former = [] } = useFormerPeople();
  return { team, former, tags: useTags() };
}

const setIn = (filter: InboxFilter, name: NarrowerName) => String(filter[name] ?? "");

/** The fields of the filters beside the views. */
export function FilterFields({ id, view, team }: { id: string; view: InboxView; team: readonly Person[] }) {
  const { filter, show } = view;
  const names = useFilterNames(team);
  return (
    <div id={id} className="filter-fields" role="group" aria-label={teamCopy.inboxList.list.filters.label}>
      {narrowerNames.map((name) => {
        const { label, any, choices } = narrower(name);
        const set = setIn(filter, name);
        if (choices !== undefined)
          return (
            <Select
              key={name}
              id={`${id}-${name}`}
              label={label()}
              value={set}
              onChange={({ target }) => show(changeOf(name, target.value))}
            >
              <option value="">{any?.()}</option>
              {choices(set, names).map((one) =>
                "group" in one ? (
                  <optgroup key={one.group} label={one.group}>
                    {one.choices.map(toOption)}
                  </optgroup>
                ) : (
                  toOption(one)
                ),
              )}
            </Select>
          );
        const isWrong = name === "to" && isReversed(filter);
        return (
          <Field key={name} id={`${id}-${name}`} label={label()}>
            {(control) => (
              <input
                {...control}
                type="date"
                value={set}
                aria-invalid={isWrong || undefined}
                aria-describedby={isWrong ? `${id}-reversed` : undefined}
                onChange={({ target }) => show(changeOf(name, target.value), "replace")}
              />
            )}
          </Field>
        );
      })}
      {isReversed(filter) && (
        <p id={`${id}-reversed`} className="error">
          {teamCopy.inboxList.list.filters.reversed}
        </p>
      )}
    </div>
  );
}

const changeOf = (name: NarrowerName, text: string): ViewChange => Object.fromEntries([[name, text]]);

const toOption = ({ value, text }: { value: string; text: string }) => (
  <option key={value} value={value}>
    {text}
  </option>
);

/** Returns whether the last day is before the first, so that nothing can match. */
export function isReversed({ from, to }: InboxFilter): boolean {
  return from !== undefined && to !== undefined && to < from;
}

/** Returns the number of filters that are set and are not a view of their own. */
export function filtersSet(filter: InboxFilter): number {
  return narrowerNames.filter((name) => isFilterSet(filter, name)).length;
}

function isFilterSet(filter: InboxFilter, name: NarrowerName): boolean {
  const isView =
    name === "assignee" &&
    filter.status === undefined &&
    ownViewOf(filter) === undefined &&
    filter.waiting === undefined &&
    ["me", "nobody"].includes(filter.assignee ?? "");
  return filter[name] !== undefined && !isView && !(name === "waiting" && filter.waiting === 0);
}

/** The filters that are set, each to be removed. */
export function FilterChips(props: {
  view: InboxView;
  team: readonly Person[];
  /** Takes the focus of a chip that is gone. */
  focusFallback: RefObject<HTMLElement | null>;
}) {
  const { view, team, focusFallback } = props;
  const { filter, show } = view;
  const passFocus = useFocusOnUnmount(focusFallback);
  const names = useFilterNames(team);
  const set = narrowerNames
    .filter((name) => isFilterSet(filter, name))
    .map((name) => ({ name, text: chipText(name, setIn(filter, name), names) }));
  const none: ViewChange = Object.fromEntries(set.map(({ name }) => [name, undefined]));
  return (
    <div ref={passFocus} className="filter-chips" role="group" aria-label={teamCopy.inboxList.list.filters.set}>
      {set.map(({ name, text }) => (
        <span key={name}>
          <span>{text}</span>
          <IconButton
            label={teamCopy.inboxList.list.filters.remove(text)}
            onClick={() => {
              focusFallback.current?.focus();
              show({ [name]: undefined });
            }}
          >
            <Icon name="close" />
          </IconButton>
        </span>
      ))}
      <Button variant="quiet" size="small" onClick={() => show(none)}>
        {teamCopy.inboxList.list.filters.clear}
      </Button>
    </div>
  );
}
