import { useHydrated } from "#web/page/use-hydrated.ts";
import { Alert } from "#web/ui/alert.tsx";

/**
 * Says that the admin area needs JavaScript. Shown if the page is not hydrated after a moment, so that it also helps
 * when scripts fail to load, unlike `noscript`.
 */
export function NeedsScripts() {
  if (useHydrated()) return null;
  return <Alert className="needs-scripts">The admin area needs JavaScript. Please switch it on for this site.</Alert>;
}
