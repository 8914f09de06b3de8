import { useTakenOver } from "../../components/use-taken-over.ts";

/**
 * Tells those without JavaScript that the admin area needs it. It shows after a moment in which scripts have not taken over, so
 * that it serves those whose scripts did not arrive as well, as `noscript` would not.
 */
export function NeedsScripts() {
  if (useTakenOver()) return null;
  return <p className="refusal needs-scripts">The admin area needs JavaScript. Please switch it on for this site.</p>;
}
