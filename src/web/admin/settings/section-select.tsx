import { teamCopy } from "#copy/current.ts";
import { Link, navigate } from "#web/page/router.tsx";
import type { View } from "../shell/page.tsx";

/**
 * The menu of the sections on phones: one native select, and links to the other sections with unsaved changes. `onKeys`
 * says whether it is used with the keyboard: arrow keys try one section after the other, so that the focus stays.
 */
export function SectionSelect({ views, onKeys }: { views: readonly View[]; onKeys: (isUsed: boolean) => void }) {
  const { title } = teamCopy.settings;
  const current = views.find(({ isCurrent }) => isCurrent);
  return (
    <nav className="section-select" aria-label={title}>
      <div className="field">
        <select
          aria-label={title}
          value={current?.to ?? ""}
          onKeyDown={() => onKeys(true)}
          onPointerDown={() => onKeys(false)}
          onBlur={() => onKeys(false)}
          onChange={({ target }) => navigate(target.value)}
        >
          {/* Stands for a section that there is not. */}
          {current === undefined && (
            <option value="" disabled hidden>
              {title}
            </option>
          )}
          {[...Map.groupBy(views, ({ group }) => group)].map(([group, members]) => (
            <optgroup key={group} label={group ?? title}>
              {members.map(({ to, label, change, note }) => (
                <option key={to} value={to}>
                  {[label, change ?? note].filter((part) => part !== undefined).join(" · ")}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
      {views
        .filter(({ change, isCurrent }) => change !== undefined && !isCurrent)
        .map(({ to, label, change }) => (
          <Link key={to} to={to}>
            <span className="view-change" aria-hidden="true" />
            {label} <span className="hint">{change}</span>
          </Link>
        ))}
    </nav>
  );
}
