import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import type { InquiryChange, Person } from "#contract/inbox.ts";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { AdminIcon } from "../../shell/icons.tsx";
import type { InboxView } from "../use-inbox-view.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { FilterChips, FilterFields, filtersSet } from "./inbox-filters.tsx";
import { SearchForm } from "./search-form.tsx";
import type { Selection } from "./use-selection.ts";

/** What stands above the list: its title, the search and the filters; while rows are selected, what can be done. */
export function ListHead(props: {
  view: InboxView;
  team: readonly Person[];
  selection: Selection;
  loaded: number;
  /** The count of the view, as text. */
  countText: string;
  /** Whether this member may export, and delete several at once. */
  mayBulk: boolean;
  search: RefObject<HTMLInputElement | null>;
  /** Moves the focus to the list. */
  onLeaveSearch: () => void;
  onChange: (change: InquiryChange, words: string) => void;
  onExport: () => void;
  onDelete: () => void;
}) {
  const { view, team, selection, loaded, countText, mayBulk, search, onLeaveSearch, onExport } = props;
  const ready = useHydrated();
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
        <h1>Inbox</h1>
        {/* Covered by the bar, and not to be reached below it. */}
        <div className="inbox-tools" inert={chosen > 0}>
          <p className="list-count">{countText}</p>
          <p className="list-order">Newest first</p>
          <Menu label="More" button={<AdminIcon name="more" />}>
            <MenuItem disabled={!ready || loaded === 0} onClick={() => selection.setAll(true)}>
              <Icon name="check" />
              Select all {loaded} loaded
            </MenuItem>
            {mayBulk && (
              <MenuItem disabled={loaded === 0} onClick={onExport}>
                <AdminIcon name="download" />
                Export
              </MenuItem>
            )}
          </Menu>
          <SearchForm view={view} input={search} onLeave={onLeaveSearch} />
          <IconButton
            className="filters-button"
            label={set > 0 ? `Filters: ${set} set` : "Filters"}
            title="Filters"
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
      {set > 0 && <FilterChips view={view} team={team} heir={search} />}
    </>
  );
}
