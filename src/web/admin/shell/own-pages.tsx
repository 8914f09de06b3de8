import { teamCopy } from "#copy/current.ts";
import { paths } from "#contract/paths.ts";
import { Link, useLocation } from "#web/page/router.tsx";
import { AdminIcon } from "./icons.tsx";
import { InShell } from "./page.tsx";

/** The pages that concern the member alone. */
export const ownPages = [
  { path: paths.security, label: () => teamCopy.shell.areas.security, icon: "lock" },
  { path: paths.ownSettings, label: () => teamCopy.shell.areas.ownSettings, icon: "person" },
] as const;

/** Links of these pages to each other in the sidebar; phones have them in the menu, and the palette has them anyway. */
export function OwnViews() {
  const { pathname } = useLocation();
  return (
    <InShell slot="views">
      <nav className="side-views" aria-labelledby="own-views">
        <h2 id="own-views">{teamCopy.team.table.you}</h2>
        {ownPages.map(({ path, label, icon }) => (
          <Link key={path} to={path} aria-current={path === pathname ? "page" : undefined}>
            <AdminIcon name={icon} />
            <span className="view-label">{label()}</span>
          </Link>
        ))}
      </nav>
    </InShell>
  );
}
