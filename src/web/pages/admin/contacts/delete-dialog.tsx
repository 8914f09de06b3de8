import type { Contact } from "#contract/contact.ts";
import { Modal } from "../../../components/modal.tsx";
import { channelWords } from "../../../content/channels.ts";
import { actionFailureText } from "../failure-text.ts";
import { useDeleteContact } from "./use-contacts.ts";

/** Asks before `contact` is deleted; closed where there is none. */
export function DeleteDialog(props: {
  contact: Contact | undefined;
  onClose: () => void;
  onDeleted: (id: string) => void;
}) {
  const { contact, onClose, onDeleted } = props;
  const remove = useDeleteContact();
  const { isPending, error } = remove;

  function close() {
    remove.reset();
    onClose();
  }

  return (
    <Modal
      open={contact !== undefined}
      onClose={close}
      title="Are you sure you want to delete this contact?"
      id="delete-title"
      role="alertdialog"
    >
      {contact !== undefined && (
        <div className="form">
          <p id="delete-contact">
            {channelWords[contact.type].label}: <strong>{contact.value}</strong>
          </p>
          {error !== null && <p className="refusal">{actionFailureText(error)}</p>}
          <div className="form-actions">
            <button
              type="button"
              className="button danger"
              aria-describedby="delete-contact"
              aria-disabled={isPending}
              onClick={() => {
                if (isPending) return;
                remove.mutate(contact._id, { onSuccess: () => onDeleted(contact._id) });
              }}
            >
              {isPending ? "Deleting..." : "Delete"}
            </button>
            <button type="button" className="button quiet" onClick={close}>
              Cancel
            </button>
          </div>
        </div>
      )}
    </Modal>
  );
}
