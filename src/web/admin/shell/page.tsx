import { teamCopy } from "#copy/current.ts";
import { counted } from "#copy/locale/intl.ts";
import { createContext, Fragment, type ReactNode, use, useEffect, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { Link, navigate } from "#web/page/router.tsx";
import { useCommands } from "../commands/commands.ts";
import { AdminIcon, type AdminIconName } from "./icons.tsx";

/** The elements of the shell in which a page shows something of its own; null before hydration. */
interface ShellSlots {
  /** Slot below the areas in the sidebar. */
  views: HTMLElement | null;
  /** Slot in the bar at the top. */
  tools: HTMLElement | null;
}

export const ShellSlotsContext = createContext<ShellSlots>({ views: null, tools: null });

/** Shows `children` in a place of the shell while the page is open. */
export function InShell({ slot, children }: { slot: keyof ShellSlots; children: ReactNode }) {
  const place = use(ShellSlotsContext)[slot];
  return place && createPortal(children, place);
}

/** The heading of a page with its actions, the primary one last. */
export function PageHead({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <header className="page-head">
      <PageTitle>{title}</PageTitle>
      {children !== undefined && <div className="page-actions">{children}</div>}
    </header>
  );
}

/**
 * The page's heading. On a phone it stands in the top bar, or below it, with its actions, where it has no room in one
 * line: it is never cut, and nothing lies over it.
 */
export function PageTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  const bar = use(ShellSlotsContext).tools?.parentElement;
  // After each render: an action in the bar may have come or gone.
  useLayoutEffect(() => void (title.current && bar && placeTitle(title.current, bar)));
  useEffect(() => {
    const heading = title.current;
    if (heading === null || !bar) return undefined;
    const watcher = new ResizeObserver(() => placeTitle(heading, bar));
    for (const element of [heading, bar, ...bar.children]) watcher.observe(element);
    return () => watcher.disconnect();
  }, [bar]);
  return (
    <h1 ref={title} className="page-title">
      {children}
    </h1>
  );
}

/** The least distance in the bar between the heading and what stands beside it, in pixels. */
const gap = 8;

/** Marks a heading with `data-below` if, in one line in the bar, it would reach what else stands there. */
function placeTitle(heading: HTMLElement, bar: HTMLElement): void {
  delete heading.dataset["below"];
  if (!isFixed(heading)) return;
  const action = heading.nextElementSibling;
  const beside = [...bar.children, ...(action !== null && isFixed(action) ? [action] : [])]
    .map((element) => element.getBoundingClientRect())
    .filter(({ width }) => width > 0);
  const end = heading.getBoundingClientRect().right + gap;
  if (beside.some(({ left }) => left < end)) heading.dataset["below"] = "";
}

const isFixed = (element: Element) => getComputedStyle(element).position === "fixed";

/** A page of the shell other than the inbox: its head, and its content at a readable width. */
export function Page({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <>
      <PageHead title={title}>{actions}</PageHead>
      <div className="page-body">{children}</div>
    </>
  );
}

export interface View {
  /** The heading above it in the sidebar; that of all without one. */
  group?: string;
  to: string;
  label: string;
  icon?: AdminIconName;
  /** Shown in place of the icon. */
  mark?: ReactNode;
  /** The count; a text if it is no exact number. */
  count?: number | string | undefined;
  /** A short state in the place of the count. */
  note?: string | undefined;
  /** Text of a dot in place of count and note. */
  change?: string | undefined;
  isCurrent: boolean;
}

/** Further views with a heading of their own. */
interface ViewGroup {
  label: string;
  views: readonly View[];
  /** Action at the heading. */
  action?: ReactNode;
}

/**
 * The views of an area: in the sidebar at a desk, otherwise a row above the page's content; and in the palette. Of
 * `more`, those with `isOnlyBeside` are in the sidebar alone. `onPhones` takes the place of the row.
 */
export function Views(props: {
  label: string;
  views: readonly View[];
  more?: ReadonlyArray<ViewGroup & { isOnlyBeside?: boolean }>;
  onPhones?: ReactNode;
}) {
  const { label, views, more = [], onPhones } = props;
  const inRow = [...views, ...more.flatMap((group) => (group.isOnlyBeside === true ? [] : group.views))];
  const row = useRef<HTMLElement>(null);
  const current = inRow.findIndex(({ isCurrent }) => isCurrent);
  const stepTo = (view: View | undefined) => view !== undefined && navigate(view.to);
  useCommands([
    ...inRow.map(({ to, icon, label: name }) => ({
      group: teamCopy.commands.goTo,
      label: name,
      icon,
      run: () => navigate(to),
    })),
    {
      group: teamCopy.commands.goTo,
      label: teamCopy.commands.nextView,
      icon: "down",
      keys: ["v"],
      run: () => stepTo(inRow[(current + 1) % inRow.length]),
    },
    {
      group: teamCopy.commands.goTo,
      label: teamCopy.commands.previousView,
      icon: "up",
      keys: ["V"],
      run: () => stepTo(inRow.at(Math.max(current, 0) - 1)),
    },
  ]);
  // Chips and counts that arrive move the current one.
  const chips = inRow.map(({ to, count }) => `${to} ${count !== undefined}`).join();
  const scrolledFor = useRef("");
  useEffect(() => {
    if (scrolledFor.current === `${current} ${chips}`) return;
    scrolledFor.current = `${current} ${chips}`;
    const chip = row.current?.children[current];
    if (row.current === null || chip === undefined) return;
    const left = chip.getBoundingClientRect().left - row.current.getBoundingClientRect().left - 16;
    row.current.scrollBy({ left, behavior: "instant" });
  }, [current, chips]);
  // The current one of a long list may be out of view.
  const { views: beside } = use(ShellSlotsContext);
  useEffect(() => {
    if (current >= 0) beside?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [beside, current]);
  const linksTo = (shown: readonly View[]) =>
    shown.map(({ to, label: name, icon, mark, count, note, change, isCurrent }) => (
      <Link key={`${name} ${to}`} to={to} aria-current={isCurrent ? "true" : undefined}>
        {icon !== undefined && <AdminIcon name={icon} />}
        {mark}
        <span className="view-label" title={name}>
          {name}
        </span>
        {count !== undefined && (
          <span className="view-count">{typeof count === "number" ? counted(count) : count}</span>
        )}
        {note !== undefined && change === undefined && (
          <span className="view-count view-note" title={note}>
            {note}
          </span>
        )}
        {change !== undefined && (
          <span className="view-change" title={change}>
            <span className="visually-hidden">{change}</span>
          </span>
        )}
      </Link>
    ));
  return (
    <>
      <InShell slot="views">
        <nav className="side-views" aria-label={label}>
          {[...Map.groupBy(views, ({ group = label }) => group)].map(([heading, members]) => (
            <Fragment key={heading}>
              <h2>{heading}</h2>
              {linksTo(members)}
            </Fragment>
          ))}
        </nav>
        {more
          .filter((group) => group.views.length > 0 || group.action !== undefined)
          .map((group) => (
            <nav key={group.label} className="side-views" aria-label={group.label}>
              <div className="side-head">
                <h2>{group.label}</h2>
                {group.action}
              </div>
              {linksTo(group.views)}
            </nav>
          ))}
      </InShell>
      {onPhones ?? (
        <nav ref={row} className="page-views" aria-label={label}>
          {linksTo(inRow)}
        </nav>
      )}
    </>
  );
}
