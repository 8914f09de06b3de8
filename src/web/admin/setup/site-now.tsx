import { useCallback, useSyncExternalStore } from "react";
import { teamCopy } from "#copy/current.ts";
import { paths } from "#contract/paths.ts";
import { here } from "#web/page/router.tsx";
import { buttonClass } from "#web/ui/buttons/button.tsx";
import { SitePreview } from "../settings/site/site-preview.tsx";
import "../settings/site/site.css";
import { useSiteView } from "../settings/site/use-site.ts";

const wide = "(width >= 68.75rem)";

/**
 * Shows the site as it is now: the home page beside the steps at a desk, elsewhere a link to it, unless the page has
 * one.
 */
export function SiteNow({ version, hasLink }: { version: string; hasLink: boolean }) {
  const { data } = useSiteView();
  const isWide = useMedia(wide);
  return (
    <div className="setup-now">
      {hasLink && <SiteLink size="small" />}
      {isWide && data !== undefined && <SitePreview key={version} values={data.values} page="home" />}
    </div>
  );
}

export function SiteLink({ size }: { size?: "small" }) {
  return (
    <a className={buttonClass("secondary", size)} href={here(paths.home)} target="_blank" rel="noopener">
      {teamCopy.setup.ready.see}
    </a>
  );
}

function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
