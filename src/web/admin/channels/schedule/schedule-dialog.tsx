import type { Contact } from "#contract/contact.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { channelName } from "../history/change-copy.ts";
import { ScheduleForm } from "./schedule-form.tsx";

/** Schedules a change of `contact`; closed without one. */
export function ScheduleDialog({ contact, onClose }: { contact: Contact | undefined; onClose: () => void }) {
  return (
    <Dialog open={contact !== undefined} onClose={onClose} title="Schedule a change" id="schedule-title">
      {contact !== undefined && (
        <>
          <p className="dialog-lead">{channelName(contact)}</p>
          <ScheduleForm key={contact._id} contact={contact} onDone={onClose} />
        </>
      )}
    </Dialog>
  );
}
