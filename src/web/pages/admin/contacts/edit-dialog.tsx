import type { Contact } from "#contract/contact.ts";
import { Modal } from "../../../components/modal.tsx";
import { ContactForm } from "./contact-form.tsx";
import { useChangeContact } from "./use-contacts.ts";

/** Changes `contact` over the page; closed where there is none. It outlives the row, should a colleague delete that meanwhile. */
export function EditDialog({ contact, onClose }: { contact: Contact | undefined; onClose: () => void }) {
  const edit = useChangeContact();
  return (
    <Modal open={contact !== undefined} onClose={onClose} title="Edit contact" id="edit-title">
      {contact !== undefined && (
        <ContactForm
          key={contact._id}
          id="edit-contact"
          contact={contact}
          action="Save"
          busyAction="Saving..."
          // Only what was changed: a colleague may have changed the rest since this was opened.
          save={async (_fields, change) => {
            if (Object.keys(change).length > 0) await edit.mutateAsync({ id: contact._id, change });
          }}
          onSaved={onClose}
        >
          <button type="button" className="button quiet" onClick={onClose}>
            Cancel
          </button>
        </ContactForm>
      )}
    </Modal>
  );
}
