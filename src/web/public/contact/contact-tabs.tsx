import type { KeyboardEvent } from "react";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { Link, navigate } from "#web/page/router.tsx";
import { communityTab, paths } from "#contract/paths.ts";

export type ContactTab = "quick" | "community";

const tabs: Array<{ name: ContactTab; label: string; to: string }> = [
  { name: "quick", label: "Quick Contact", to: paths.contact },
  { name: "community", label: "Community", to: paths.contact + communityTab },
];

/**
 * The tab list (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/). Each tab is a link, so that it works without scripts.
 */
export function ContactTabs({ selected }: { selected: ContactTab }) {
  // Until the arrow keys work, each tab is a Tab stop.
  const roving = useHydrated();

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const at = tabs.findIndex(({ name }) => name === selected);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) {
      // A link reacts to Enter only; a tab to Space as well.
      if (event.key === " " && event.target instanceof HTMLElement) {
        event.preventDefault();
        event.target.click();
      }
      return;
    }
    event.preventDefault();
    const tab = tabs.at(next % tabs.length);
    if (tab === undefined) return;
    document.getElementById(`tab-${tab.name}`)?.focus();
    // Switching tabs adds no history entry.
    navigate(tab.to, { replace: true });
  }

  return (
    <div className="tabs full" id="channels">
      <div className="wrap" role="tablist" aria-label="Ways to reach us" onKeyDown={onKeyDown}>
        {tabs.map(({ name, label, to }) => (
          <Link
            key={name}
            id={`tab-${name}`}
            role="tab"
            to={to}
            aria-selected={name === selected}
            aria-controls={name === selected ? `panel-${name}` : undefined}
            tabIndex={roving && name !== selected ? -1 : 0}
          >
            {label}
          </Link>
        ))}
      </div>
    </div>
  );
}

/** The ids that connect a panel and its tab. */
export function panelProps(tab: ContactTab) {
  return { role: "tabpanel", id: `panel-${tab}`, "aria-labelledby": `tab-${tab}`, tabIndex: 0 } as const;
}
