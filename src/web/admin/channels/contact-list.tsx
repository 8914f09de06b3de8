import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ScheduleEntry } from "#contract/channel-list.ts";
import type { Contact, ListedContact } from "#contract/contact.ts";
import { channelName } from "./history/change-copy.ts";
import { useChangeContact, useChannelState, useDeleteContact, useSwitchContact } from "./use-contacts.ts";
import { ContactRow, type RowActions, rowElement } from "./contact-row.tsx";
import { actionFailureText } from "../shell/failure.tsx";
import { ScheduleDialog } from "./schedule/schedule-dialog.tsx";
import { useContactOrder, useDragOrder } from "./use-contact-order.ts";
import { brandOf } from "#domain/brands/brands.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ContactForm } from "./editor/contact-form.tsx";

/** The number of rows from which a list counts as long. */
const manyRows = 50;

/** Where the focus goes after an action: to the moved row, or past the deleted one. */
type FocusNext = Move | { deleted: string; neighbour: string | undefined };

interface Move {
  moved: string;
  /** Unknown for a dragged row: the focus stays. */
  by: 1 | -1 | undefined;
}

/** The team's contacts in their order, with the actions on each. */
export function ContactList({
  contacts,
  heading,
  canChange,
}: {
  contacts: ListedContact[];
  heading: RefObject<HTMLHeadingElement | null>;
  /** Agents only read it. */
  canChange: boolean;
}) {
  const [editing, setEditing] = useState<Contact>();
  const [deleting, setDeleting] = useState<Contact>();
  const [scheduling, setScheduling] = useState<Contact>();
  const schedules = useSchedules();
  const [problem, setProblem] = useState<{ id: string; text: string }>();
  const [said, setSaid] = useState("");
  const focusNext = useRef<FocusNext>(undefined);
  const lastMove = useRef<Move>(undefined);
  const latest = useRef(contacts);
  const list = useRef<HTMLOListElement>(null);

  const showProblem = useCallback((id: string, error: Error) => setProblem({ id, text: actionFailureText(error) }), []);
  const { mutate: switchContact } = useSwitchContact();
  const moveFailed = useCallback(
    (error: Error) => {
      if (lastMove.current === undefined) return;
      showProblem(lastMove.current.moved, error);
      focusNext.current = lastMove.current;
    },
    [showProblem],
  );
  const moveContact = useContactOrder(moveFailed);

  useEffect(() => {
    latest.current = contacts;
    const next = focusNext.current;
    if (next === undefined || deleting !== undefined) return;
    if ("moved" in next) {
      focusMoved(next);
    } else {
      if (contacts.some(({ _id }) => _id === next.deleted)) return;
      const neighbour = next.neighbour === undefined ? null : rowElement.heading(next.neighbour);
      (neighbour ?? heading.current)?.focus();
    }
    focusNext.current = undefined;
  }, [contacts, deleting, heading]);

  const move = useCallback(
    async (contact: Contact, by: Move["by"], to: (from: number) => number) => {
      setProblem(undefined);
      lastMove.current = { moved: contact._id, by };
      focusNext.current = lastMove.current;
      const place = await moveContact(contact._id, to);
      if (place === undefined) return;
      setSaid(`${channelName(contact)}: now number ${place} of ${latest.current.length}.`);
    },
    [moveContact],
  );

  const actions: RowActions = useMemo(
    () => ({
      switchActive(contact, isActive) {
        setProblem(undefined);
        switchContact({ id: contact._id, isActive }, { onError: (error) => showProblem(contact._id, error) });
      },
      move: (contact, by) => void move(contact, by, (from) => from + by),
      edit: setEditing,
      remove: setDeleting,
      schedule: setScheduling,
    }),
    [switchContact, move, showProblem],
  );

  const drop = useCallback(
    (id: string, place: number) => {
      const contact = latest.current.find(({ _id }) => _id === id);
      if (contact !== undefined) void move(contact, undefined, () => place);
    },
    [move],
  );
  useDragOrder(list, contacts, canChange ? drop : undefined);

  function focusPast(id: string) {
    const at = contacts.findIndex(({ _id }) => _id === id);
    const neighbour = contacts[at + 1] ?? contacts[at - 1];
    focusNext.current = { deleted: id, neighbour: neighbour?._id };
    setDeleting(undefined);
  }

  return (
    <section className="list-section" aria-labelledby="contacts-title">
      <h2 id="contacts-title" ref={heading} tabIndex={-1}>
        {contacts.length === 0 ? "No contacts found" : `All Contacts (${contacts.length})`}
      </h2>
      {contacts.length === 0 && canChange && <p>Add your first contact to get started</p>}
      <ol ref={list} className={contacts.length > manyRows ? "long" : undefined}>
        {contacts.map((contact, place) => (
          <ContactRow
            key={contact._id}
            contact={contact}
            isFirst={place === 0}
            isLast={place === contacts.length - 1}
            schedules={schedules.get(contact._id)}
            problem={problem?.id === contact._id ? problem.text : undefined}
            actions={canChange ? actions : undefined}
          />
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <EditDialog contact={editing} onClose={() => setEditing(undefined)} />
      <ScheduleDialog contact={scheduling} onClose={() => setScheduling(undefined)} />
      <DeleteDialog contact={deleting} onClose={() => setDeleting(undefined)} onDeleted={focusPast} />
    </section>
  );
}

/** The scheduled changes by channel. The arrays keep their identity, so that memoized rows do not render again. */
function useSchedules(): ReadonlyMap<string, readonly ScheduleEntry[]> {
  const schedules = useChannelState().data?.schedules;
  return useMemo(() => {
    const byContact = new Map<string, ScheduleEntry[]>();
    for (const schedule of schedules ?? []) {
      byContact.set(schedule.contactId, [...(byContact.get(schedule.contactId) ?? []), schedule]);
    }
    return byContact;
  }, [schedules]);
}

/** A moved row loses the focus. Restores it, unless the focus is elsewhere by now. */
function focusMoved({ moved, by }: Move) {
  if (by === undefined) return;
  const buttons = [rowElement.move(moved, by), rowElement.move(moved, by === 1 ? -1 : 1)];
  const { activeElement } = document;
  if (activeElement !== document.body && !buttons.some((button) => button === activeElement)) return;
  // At the end of the list the pressed button is disabled.
  buttons.find((button) => button !== null && !button.matches(":disabled"))?.focus();
}

/** Asks before `contact` is deleted; closed without one. */
function DeleteDialog(props: { contact: Contact | undefined; onClose: () => void; onDeleted: (id: string) => void }) {
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

/** Edits `contact` in a dialog; closed without one. It stays open if a colleague deletes the row meanwhile. */
function EditDialog({ contact, onClose }: { contact: Contact | undefined; onClose: () => void }) {
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
