import { teamCopy } from "#copy/current.ts";
import type { InquiryStatus } from "#domain/inquiries/inquiry.ts";
import { AdminIcon, type AdminIconName } from "../../shell/icons.tsx";

/** Each has a shape of its own, so that it does not depend on its colour. */
export const statusIcons = {
  new: "new",
  "in progress": "inProgress",
  answered: "answered",
  closed: "closed",
  suspected: "suspected",
} as const satisfies Record<InquiryStatus, AdminIconName>;

/** A status by its shape alone. */
export function StatusIcon({ status }: { status: InquiryStatus }) {
  return (
    <span className="status-icon" data-status={status} title={teamCopy.inbox.statuses[status]}>
      <AdminIcon name={statusIcons[status]} />
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
