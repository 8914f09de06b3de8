import type { Contact } from "#contract/contact.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ContactForm } from "./editor/contact-form.tsx";
import { useChangeContact } from "./use-contacts.ts";

/** Edits `contact` in a dialog; closed without one. It stays open if a colleague deletes the row meanwhile. */
export function EditDialog({ contact, onClose }: { contact: Contact | undefined; onClose: () => void }) {
  const edit = useChangeContact();
  return (
    <Dialog open={contact !== undefined} onClose={onClose} title="Edit contact" id="edit-title">
      {contact !== undefined && (
        <ContactForm
          key={contact._id}
          id="edit-contact"
          contact={contact}
          action="Save"
          busyAction="Saving..."
          // Only the edited fields: a colleague may have changed the others meanwhile.
          save={async (_fields, change) => {
            if (Object.keys(change).length > 0) await edit.mutateAsync({ id: contact._id, change });
          }}
          onSaved={onClose}
        >
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </ContactForm>
      )}
    </Dialog>
  );
}
