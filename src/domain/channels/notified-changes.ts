import type { Change } from "./channel-list.ts";
import { setsSensitive } from "./sensitive-changes.ts";

/**
 * Whether the owners are notified of a change: of destinations or descriptions, now or later, or of the publishing
 * rule.
 */
export function isNotified({ opens, describes = false, careful, kind, rule, schedule }: Change): boolean {
  // A change published after its delay has no `careful`.
  const isLater = schedule !== undefined && (careful === true || (kind === "scheduled" && setsSensitive(schedule)));
  return opens || describes || kind === "proposed" || rule !== undefined || isLater;
}
