import { teamCopy } from "#copy/current.ts";
import type { ChangedName } from "#domain/inquiries/choices.ts";
import { AdminIcon } from "../../shell/icons.tsx";
import { valueIcon, valueText } from "../choice-texts.ts";

/** A value such as a status by its shape alone. */
export function ChoiceIcon({ name, value }: { name: ChangedName; value: string }) {
  return (
    <span className="status-icon" data-status={value} title={valueText(name, value)}>
      <AdminIcon name={valueIcon(name, value)} />
    </span>
  );
}

/** Icon in place of the status of a snoozed inquiry. */
export function SnoozeIcon() {
  return (
    <span className="status-icon" title={teamCopy.inbox.snooze.snoozed}>
      <AdminIcon name="moon" />
    </span>
  );
}
