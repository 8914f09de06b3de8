import { teamCopy } from "#copy/current.ts";
import type { RefObject } from "react";
import type { InboxFilter, Person } from "#contract/inbox/inbox.ts";
import { inquiryKinds } from "#domain/inquiries/inquiry.ts";
import { waitingHours, waitingText } from "../waiting.ts";
import { useTags } from "../tags/use-tags.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { Field, Select } from "#web/ui/fields/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/buttons/icon-button.tsx";
import { useFocusOnUnmount } from "#web/ui/panels/use-focus-on-unmount.ts";
import { personName } from "../../shell/person.tsx";
import type { InboxView, ViewChange } from "../use-inbox-view.ts";
import { useFormerPeople } from "./use-inquiries.ts";

/** The filters beside the views: the assignee, the kind, the tag, the waiting time and the dates. */
export function FilterFields({ id, view, team }: { id: string; view: InboxView; team: readonly Person[] }) {
  const { filter, show } = view;
  const { data: former = [] } = useFormerPeople();
  const tags = useTags();
  const isKnown =
    filter.assignee === undefined ||
    ["me", "nobody"].includes(filter.assignee) ||
    [...team, ...former].some((person) => person.id === filter.assignee);
  return (
    <div id={id} className="filter-fields" role="group" aria-label={teamCopy.inboxList.list.filters.label}>
      <Select
        id={`${id}-assignee`}
        label={teamCopy.inboxList.list.filters.assignedTo}
        value={filter.assignee ?? ""}
        onChange={({ target }) => show({ assignee: target.value })}
      >
        <option value="">{teamCopy.inboxList.list.filters.everyone}</option>
        <option value="me">{teamCopy.inboxList.list.filters.me}</option>
        <option value="nobody">{teamCopy.inboxList.list.filters.nobody}</option>
        {!isKnown && <option value={filter.assignee}>{teamCopy.inboxList.list.filters.notInTeam}</option>}
        {team.map((person) => (
          <option key={person.id} value={person.id}>
            {nameAndAddress(person)}
          </option>
        ))}
        {former.length > 0 && (
          <optgroup label={teamCopy.inboxList.list.filters.deactivated}>
            {former.map((person) => (
              <option key={person.id} value={person.id}>
                {nameAndAddress(person)}
              </option>
            ))}
          </optgroup>
        )}
      </Select>
      <Select
        id={`${id}-kind`}
        label={teamCopy.inboxList.list.filters.kind}
        value={filter.kind ?? ""}
        onChange={({ target }) => show({ kind: inquiryKinds.find((kind) => kind === target.value) })}
      >
        <option value="">{teamCopy.inboxList.list.filters.all}</option>
        {inquiryKinds.map((kind) => (
          <option key={kind} value={kind}>
            {teamCopy.inbox.kinds[kind]}
          </option>
        ))}
      </Select>
      <Select
        id={`${id}-tag`}
        label={teamCopy.inboxList.list.filters.tag}
        value={filter.tag ?? ""}
        onChange={({ target }) => show({ tag: target.value })}
      >
        <option value="">{teamCopy.inboxList.list.filters.anyTag}</option>
        {filter.tag !== undefined && tags.every((tag) => tag.id !== filter.tag) && (
          <option value={filter.tag}>{teamCopy.inbox.goneTag}</option>
        )}
        {tags.map((tag) => (
          <option key={tag.id} value={tag.id}>
            {tag.name}
          </option>
        ))}
      </Select>
      <Select
        id={`${id}-waiting`}
        label={teamCopy.inboxList.list.filters.waiting}
        value={filter.waiting ?? ""}
        onChange={({ target }) => show({ waiting: target.value === "" ? undefined : Number(target.value) })}
      >
        <option value="">{teamCopy.inboxList.list.filters.all}</option>
        {[...new Set([...waitingHours, ...(filter.waiting === undefined ? [] : [filter.waiting])])]
          .toSorted((one, other) => one - other)
          .map((hours) => (
            <option key={hours} value={hours}>
              {waitingText(hours)}
            </option>
          ))}
      </Select>
      {(["from", "to"] as const).map((end) => (
        <Field
          key={end}
          id={`${id}-${end}`}
          label={
            end === "from"
              ? teamCopy.inboxList.list.filters.receivedFrom
              : teamCopy.inboxList.list.filters.receivedUntil
          }
        >
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
      {isReversed(filter) && (
        <p id={`${id}-reversed`} className="error">
          {teamCopy.inboxList.list.filters.reversed}
        </p>
      )}
    </div>
  );
}

/** Returns whether the last day is before the first, so that nothing can match. */
export function isReversed({ from, to }: InboxFilter): boolean {
  return from !== undefined && to !== undefined && to < from;
}

/** Returns a text such as `Asha Rao · asha.rao@example.com`: in choices it matters who exactly. */
function nameAndAddress({ email }: Person): string {
  return `${personName(email)} · ${email}`;
}

const narrowers = ["assignee", "kind", "tag", "waiting", "from", "to"] as const;

/** Returns the number of filters that are set and are not a view of their own. */
export function filtersSet(filter: InboxFilter): number {
  return narrowers.filter((name) => isFilterSet(filter, name)).length;
}

function isFilterSet(filter: InboxFilter, name: (typeof narrowers)[number]): boolean {
  const isView =
    name === "assignee" &&
    filter.status === undefined &&
    filter.snoozed === undefined &&
    filter.undelivered === undefined &&
    filter.mentioned === undefined &&
    filter.waiting === undefined &&
    ["me", "nobody"].includes(filter.assignee ?? "");
  return filter[name] !== undefined && !isView && !(name === "waiting" && filter.waiting === 0);
}

/** The filters that are set, each to be removed. */
export function FilterChips(props: {
  view: InboxView;
  team: readonly Person[];
  /** Takes the focus of a chip that is gone. */
  heir: RefObject<HTMLElement | null>;
}) {
  const { view, team, heir } = props;
  const { filter, show } = view;
  const passFocus = useFocusOnUnmount(heir);
  const { data: former = [] } = useFormerPeople();
  const tags = useTags();
  const person = [...team, ...former].find(({ id }) => id === filter.assignee);
  const texts: Record<(typeof narrowers)[number], string> = {
    assignee:
      filter.assignee === "me"
        ? teamCopy.inboxList.list.filters.assignedToMe
        : filter.assignee === "nobody"
          ? teamCopy.inboxList.list.filters.assignedToNobody
          : person
            ? teamCopy.inboxList.list.filters.assignedToOne(personName(person.email))
            : teamCopy.inboxList.list.filters.assignedToFormer,
    kind: filter.kind === undefined ? "" : teamCopy.inbox.kinds[filter.kind],
    tag: tags.find(({ id }) => id === filter.tag)?.name ?? teamCopy.inbox.goneTag,
    waiting: filter.waiting === undefined ? "" : waitingText(filter.waiting),
    from: teamCopy.inboxList.list.filters.from(filter.from ?? ""),
    to: teamCopy.inboxList.list.filters.until(filter.to ?? ""),
  };
  const set = narrowers.filter((name) => isFilterSet(filter, name));
  const none: ViewChange = Object.fromEntries(set.map((name) => [name, undefined]));
  return (
    <div ref={passFocus} className="filter-chips" role="group" aria-label={teamCopy.inboxList.list.filters.set}>
      {set.map((name) => (
        <span key={name}>
          <span>{texts[name]}</span>
          <IconButton
            label={teamCopy.inboxList.list.filters.remove(texts[name])}
            onClick={() => {
              heir.current?.focus();
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
