import type { Contact } from "#contract/contact.ts";
import { Modal } from "../../../components/modal.tsx";
import { ContactForm } from "./contact-form.tsx";
import { useReplaceContact } from "./use-contacts.ts";

/** Changes `contact` over the page; closed where there is none. It outlives the row, should a colleague delete that meanwhile. */
export function EditDialog({ contact, onClose }: { contact: Contact | undefined; onClose: () => void }) {
  const replace = useReplaceContact();
  return (
    <Modal open={contact !== undefined} onClose={onClose} title="Edit contact" id="edit-title">
      {contact !== undefined && (
        <ContactForm
          key={contact._id}
          id="edit-contact"
          contact={contact}
          action="Save"
          busyAction="Saving..."
          save={(input) => replace.mutateAsync({ id: contact._id, contact: input })}
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
