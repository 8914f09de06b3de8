import { teamCopy } from "#copy/current.ts";
import { counted } from "#copy/locale/intl.ts";
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import type { InquiryChange, Person } from "#contract/inbox/inbox.ts";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/buttons/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/panels/menu.tsx";
import { AdminIcon } from "../../shell/icons.tsx";
import { PageTitle } from "../../shell/page.tsx";
import { type InboxView, isNarrow, isOldestFirst, otherOrder } from "../use-inbox-view.ts";
import { ownView, ownViewOf } from "../filters.ts";
import { FilterChips, FilterFields, filtersSet } from "./inbox-filters.tsx";
import { type SelectView, selectAllText } from "./select-view.tsx";
import type { Selection } from "./use-selection.ts";
import type { InboxFilter } from "#contract/inbox/inbox.ts";
import { changedNames, choices } from "#domain/inquiries/choices.ts";
import { useSavedViews } from "../views/use-saved-views.ts";
import { isSameFilter } from "../views/view-filter.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { Avatar, personName } from "../../shell/person.tsx";
import { assignedText } from "../change-text.ts";
import { BulkTags } from "../tags/bulk-tags.tsx";
import type { SavedView } from "#contract/inbox/saved-view.ts";
import { choiceChange } from "../team-fields.ts";
import type { InquiryActions } from "../use-changes.ts";
import { isSnoozed } from "../snooze/snooze-text.ts";
import { changeTexts, valueText } from "../choice-texts.ts";
import { ChoiceIcon } from "./status.tsx";

/** Head of the list: its title, the search and the filters; the possible actions while rows are selected. */
export function ListHead(props: {
  view: InboxView;
  team: readonly Person[];
  selection: Selection;
  /** Selects what is not loaded, too; undefined if every row is loaded. */
  selectView: SelectView | undefined;
  loaded: number;
  /** The size of the view; undefined if it is not known. */
  size: number | undefined;
  /** The count as text. */
  countText: string;
  /** Number of inquiries whose current state no member has seen. */
  unread: number;
  /** Whether this member may export, and delete several at once. */
  mayBulk: boolean;
  search: RefObject<HTMLInputElement | null>;
  /** Moves the focus to the list. */
  onLeaveSearch: () => void;
  actions: Pick<InquiryActions, "change">;
  onSnooze: () => void;
  onBlocked: () => void;
  onExport: () => void;
  /** Opens the settings of notifications and sound. */
  onAlerts: () => void;
  onDelete: () => void;
  onManageTags: () => void;
  /** The saved view of these filters, if the member may change it. */
  saved: SavedView | undefined;
  onSaveView: () => void;
}) {
  const { view, team, selection, loaded, countText, mayBulk, search, onLeaveSearch, onExport, onManageTags } = props;
  const { saved, onSaveView, onAlerts, onBlocked, selectView, size } = props;
  // The count is of all inquiries.
  const unread = isNarrow(view.filter) ? 0 : props.unread;
  const ready = useHydrated();
  const savedViews = useSavedViews();
  const fieldsId = useId();
  const set = filtersSet(view.filter);
  const [showsFields, setShowsFields] = useState(false);
  const chosen = selection.ids.size;
  const leaveBar = useEffectEvent(onLeaveSearch);
  const hadBar = useRef(false);
  useEffect(() => {
    // The bar that had the focus goes with the selection.
    if (chosen === 0 && hadBar.current && document.activeElement === document.body) leaveBar();
    hadBar.current = chosen > 0;
  }, [chosen]);

  return (
    <>
      <header className="inbox-head">
        <PageTitle>{teamCopy.inbox.title}</PageTitle>
        {/* At a desk in the place of the title, which readers hear; readers find the view among the views. */}
        <p className="list-view" aria-hidden="true" title={viewName(view.filter, savedViews)}>
          {viewName(view.filter, savedViews)}
        </p>
        {/* Covered by the bar, and not to be reached below it. */}
        <div className="inbox-tools" inert={chosen > 0}>
          <p className="list-count">
            {size === undefined ? (
              <span>{countText}</span>
            ) : (
              <>
                <strong
                  aria-hidden="true"
                  title={unread > 0 ? `${countText} · ${teamCopy.inboxList.list.unread(unread)}` : countText}
                >
                  {counted(size)}
                </strong>
                <span className="visually-hidden">{countText}</span>
              </>
            )}
            {unread > 0 && <span className="visually-hidden">{` · ${teamCopy.inboxList.list.unread(unread)}`}</span>}
          </p>
          <OrderButton view={view} />
          <Menu label={teamCopy.inboxList.list.head.more} button={<AdminIcon name="more" />}>
            <MenuItem disabled={!ready || loaded === 0} onClick={selectView?.start ?? (() => selection.setAll(true))}>
              <Icon name="check" />
              {selectAllText(selectView === undefined ? loaded : size)}
            </MenuItem>
            {mayBulk && (
              <MenuItem disabled={loaded === 0} onClick={onExport}>
                <AdminIcon name="download" />
                {teamCopy.inboxList.list.head.export}
              </MenuItem>
            )}
            <MenuItem onClick={onSaveView}>
              <AdminIcon name="bookmark" />
              {saved === undefined ? teamCopy.inbox.views.save : teamCopy.inboxList.list.head.changeView(saved.name)}
            </MenuItem>
            <MenuItem onClick={onManageTags}>
              <AdminIcon name="tag" />
              {teamCopy.inboxList.tags.manage}
            </MenuItem>
            <MenuItem disabled={!ready} onClick={onAlerts}>
              <AdminIcon name="bell" />
              {teamCopy.inboxList.list.head.alerts}
            </MenuItem>
            <MenuItem disabled={!ready} onClick={onBlocked}>
              <AdminIcon name="hidden" />
              {teamCopy.inbox.blocked.list}
            </MenuItem>
          </Menu>
          <SearchForm view={view} input={search} onLeave={onLeaveSearch} />
          <IconButton
            className="filters-button"
            label={set > 0 ? teamCopy.inboxList.list.head.filtersSet(set) : teamCopy.inboxList.list.head.filters}
            title={teamCopy.inboxList.list.head.filters}
            disabled={!ready}
            aria-expanded={showsFields}
            aria-controls={showsFields ? fieldsId : undefined}
            onClick={() => setShowsFields(!showsFields)}
          >
            <AdminIcon name="filter" />
          </IconButton>
        </div>
        {chosen > 0 && <BulkBar {...props} />}
      </header>
      {showsFields && <FilterFields id={fieldsId} view={view} team={team} />}
      {set > 0 && <FilterChips view={view} team={team} focusFallback={search} />}
    </>
  );
}

/** The name of the view that the list is of, as among the views. */
function viewName(filter: InboxFilter, savedViews: readonly SavedView[]): string {
  const { views } = teamCopy.inboxList.list;
  const { status, assignee, waiting } = filter;
  const own = ownViewOf(filter);
  const saved = savedViews.find((view) => isSameFilter(view.filter, filter));
  if (saved !== undefined) return saved.name;
  if (own !== undefined) return ownView(own).label();
  if (waiting !== undefined) return views.waiting;
  if (status !== undefined) return teamCopy.inbox.statuses[status];
  if (assignee === "me") return views.mine;
  if (assignee === "nobody") return views.unassigned;
  return views.all;
}

/** Says in which order the list is, and changes it. */
function OrderButton({ view: { filter, show } }: { view: InboxView }) {
  const ready = useHydrated();
  const isSearch = filter.search !== undefined;
  const isOldest = isOldestFirst(filter);
  return (
    <Button
      variant="plain"
      className="list-order"
      disabled={!ready || isSearch}
      title={
        isSearch
          ? teamCopy.inbox.order.ofSearch
          : isOldest
            ? teamCopy.inbox.order.toNewest
            : teamCopy.inbox.order.toOldest
      }
      onClick={() => show(otherOrder(filter))}
    >
      <AdminIcon name="order" />
      <span>{isOldest ? teamCopy.inbox.order.oldest : teamCopy.inbox.order.newest}</span>
    </Button>
  );
}

/** The search's debounce, in milliseconds. */
const typedFor = 300;

/** Searches while somebody types. */
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
        {teamCopy.inboxList.list.head.search}
      </label>
      <AdminIcon name="search" />
      <input
        ref={input}
        id={id}
        type="search"
        placeholder={teamCopy.inboxList.list.head.searchHint}
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

/** Shows the actions on the selected inquiries. */
function BulkBar(props: {
  selection: Selection;
  selectView: SelectView | undefined;
  loaded: number;
  size: number | undefined;
  team: readonly Person[];
  mayBulk: boolean;
  actions: Pick<InquiryActions, "change">;
  onSnooze: () => void;
  onExport: () => void;
  onDelete: () => void;
  onManageTags: () => void;
}) {
  const { selection, loaded, team, mayBulk, actions, onSnooze, onExport, onDelete, onManageTags } = props;
  const { selectView, size } = props;
  const chosen = selection.ids.size;
  const areAsleep = selection.inquiries.every(isSnoozed);
  const onChange = (change: InquiryChange, words: string) => actions.change(selection.inquiries, change, words);
  const all = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (all.current !== null) all.current.indeterminate = chosen < loaded;
  }, [chosen, loaded]);

  return (
    <div className="bulk-bar" role="group" aria-label={teamCopy.inboxList.list.bulk.label}>
      <input
        ref={all}
        type="checkbox"
        className="pick"
        aria-label={teamCopy.inboxList.list.selectAllLoaded(loaded)}
        checked={chosen >= loaded}
        onChange={({ target }) => selection.setAll(target.checked)}
      />
      <p aria-live="polite">{teamCopy.inboxList.list.selected(chosen)}</p>
      {chosen < loaded && selectView?.isLoading !== true && (
        <Button variant="quiet" size="small" onClick={selectView?.start ?? (() => selection.setAll(true))}>
          {selectAllText(selectView === undefined ? loaded : size)}
        </Button>
      )}
      <IconButton label={teamCopy.inboxList.list.bulk.clear} onClick={() => selection.setAll(false)}>
        <Icon name="close" />
      </IconButton>
      <div className="bulk-actions">
        <Menu
          button={
            <>
              <AdminIcon name="person" />
              <span>{teamCopy.inboxList.list.bulk.assign}</span>
            </>
          }
        >
          <MenuItem onClick={() => onChange({ assigneeId: null }, assignedText(undefined))}>
            <Avatar email={null} size="small" />
            {teamCopy.inboxList.list.bulk.nobody}
          </MenuItem>
          {team.map((person) => (
            <MenuItem
              key={person.id}
              title={person.email}
              onClick={() => onChange({ assigneeId: person.id }, assignedText(person))}
            >
              <Avatar email={person.email} size="small" />
              {personName(person.email)}
            </MenuItem>
          ))}
        </Menu>
        {changedNames.map((name) => (
          <Menu
            key={name}
            button={
              <>
                <AdminIcon name={changeTexts(name).icon} />
                <span>{changeTexts(name).label()}</span>
              </>
            }
          >
            {choices[name].values.map((value) => (
              <MenuItem key={value} onClick={() => onChange(...choiceChange(name, value))}>
                <ChoiceIcon name={name} value={value} />
                {valueText(name, value)}
              </MenuItem>
            ))}
          </Menu>
        ))}
        <BulkTags inquiries={selection.inquiries} actions={actions} onManage={onManageTags} />
        <BulkButton icon={<Icon name="check" />} onClick={() => onChange(...choiceChange("status", "closed"))}>
          {teamCopy.inboxList.list.bulk.markClosed}
        </BulkButton>
        <BulkButton
          icon={<AdminIcon name={areAsleep ? "bell" : "moon"} />}
          aria-haspopup={areAsleep ? undefined : "dialog"}
          onClick={() => (areAsleep ? onChange({ snoozedUntil: null }, teamCopy.inbox.words.woken) : onSnooze())}
        >
          {areAsleep ? teamCopy.inbox.snooze.wake : teamCopy.inbox.snooze.snooze}
        </BulkButton>
        {mayBulk && (
          <BulkButton icon={<AdminIcon name="download" />} onClick={onExport}>
            {teamCopy.inboxList.list.bulk.export}
          </BulkButton>
        )}
        {(mayBulk || chosen === 1) && (
          <BulkButton className="danger-action" icon={<AdminIcon name="trash" />} onClick={onDelete}>
            {teamCopy.inbox.delete}
          </BulkButton>
        )}
      </div>
    </div>
  );
}

/** An action with an icon and a word; on a phone the word is its name alone. */
function BulkButton({
  icon,
  children,
  ...rest
}: { icon: ReactNode; children: string } & ComponentProps<typeof Button>) {
  return (
    <Button variant="plain" title={children} {...rest}>
      {icon}
      <span>{children}</span>
    </Button>
  );
}
