import { brandOf } from "#domain/brands/brands.ts";
import type { Contact } from "#contract/contact.ts";
import { actionFailureText } from "../shell/failure-text.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useDeleteContact } from "./use-contacts.ts";

/** Asks before `contact` is deleted; closed without one. */
export function DeleteDialog(props: {
  contact: Contact | undefined;
  onClose: () => void;
  onDeleted: (id: string) => void;
}) {
  const { contact, onClose, onDeleted } = props;
  const { mutate, isPending, error, reset } = useDeleteContact();
  return (
    <ConfirmDialog
      open={contact !== undefined}
      title="Are you sure you want to delete this contact?"
      id="delete-contact"
      action="Delete"
      busyAction="Deleting..."
      busy={isPending}
      failure={error === null ? undefined : actionFailureText(error)}
      onConfirm={() => contact && mutate(contact._id, { onSuccess: () => onDeleted(contact._id) })}
      onClose={() => {
        reset();
        onClose();
      }}
    >
      {contact !== undefined && (
        <>
          {brandOf(contact.type).label}: <strong>{contact.value}</strong>
        </>
      )}
    </ConfirmDialog>
  );
}
