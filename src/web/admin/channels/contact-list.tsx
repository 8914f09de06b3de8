import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { teamCopy } from "#copy/current.ts";
import type { ChannelState, ScheduleEntry } from "#contract/channels/channel-list.ts";
import type { Contact, ListedContact } from "#contract/channels/contact.ts";
import { descriptionsOf } from "#domain/channels/descriptions.ts";
import { brandCopy } from "#web/public/channels/brand-copy.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { EmptyState } from "../shell/empty-state.tsx";
import { useDateFormats } from "../shell/dates.ts";
import { ConfirmDialog } from "../forms/confirm-dialog.tsx";
import { ListSearch, NoneFound, searchedFrom, useListSearch } from "../lists/list-search.tsx";
import { type Editing, withRowsInEdit } from "../lists/use-rows-in-edit.ts";
import { actionFailureText } from "../forms/failure.tsx";
import { ContactRow, type RowActions, rowElement } from "./contact-row.tsx";
import { ContactForm } from "./editor/contact-form.tsx";
import { channelName } from "./history/change-sentences.ts";
import { ScheduleDialog } from "./schedule/schedule-dialog.tsx";
import { useContactOrder, useDragOrder } from "./use-contact-order.ts";
import { useChangeContact, useChannelState, useDeleteContact, useSwitchContact } from "./use-contacts.ts";

/** The number of rows from which a list counts as long. */
const manyRows = 50;

export const idOfContact = ({ _id }: Contact) => _id;

/** Target of the focus after an action: the moved row, or the one after the deleted row. */
type FocusNext = { moved: string; isDragged: boolean } | { deleted: string; neighbour: string | undefined };

/** The team's contacts in their order, with the actions on each. */
export function ContactList({
  contacts,
  view,
  heading,
  canChange,
  editing,
  onAdd,
}: {
  contacts: ListedContact[];
  view: "all" | "hidden";
  heading: RefObject<HTMLHeadingElement | null>;
  /** Agents only read it. */
  canChange: boolean;
  editing: Editing<Contact>;
  /** Opens the form for a new one. */
  onAdd: () => void;
}) {
  const [deleting, setDeleting] = useState<Contact>();
  const [scheduling, setScheduling] = useState<Contact>();
  const search = useListSearch();
  const state = useChannelState().data;
  const extras = useExtras(state);
  const dates = useDateFormats();
  const [problem, setProblem] = useState<{ id: string; text: string }>();
  const [said, setSaid] = useState("");
  const focusNext = useRef<FocusNext>(undefined);
  const lastMoved = useRef<FocusNext & { moved: string }>(undefined);
  const latest = useRef(contacts);
  const list = useRef<HTMLOListElement>(null);

  const shown = useShown(contacts, { view, words: search.words, editing });
  const isWhole = view === "all" && search.words === "";

  const showProblem = useCallback((id: string, error: Error) => setProblem({ id, text: actionFailureText(error) }), []);
  const { mutate: switchContact } = useSwitchContact();
  const moveFailed = useCallback(
    (error: Error) => {
      if (lastMoved.current === undefined) return;
      showProblem(lastMoved.current.moved, error);
      focusNext.current = lastMoved.current;
    },
    [showProblem],
  );
  const moveContact = useContactOrder(moveFailed);

  useEffect(() => {
    latest.current = contacts;
    const next = focusNext.current;
    if (next === undefined || deleting !== undefined) return;
    if ("moved" in next) {
      if (!next.isDragged) focusMoved(next.moved);
    } else {
      if (contacts.some(({ _id }) => _id === next.deleted)) return;
      const neighbour = next.neighbour === undefined ? null : rowElement.heading(next.neighbour);
      (neighbour ?? heading.current)?.focus();
    }
    focusNext.current = undefined;
  }, [contacts, deleting, heading]);

  const move = useCallback(
    async (contact: Contact, isDragged: boolean, placeAfter: (from: number) => number) => {
      setProblem(undefined);
      lastMoved.current = { moved: contact._id, isDragged };
      focusNext.current = lastMoved.current;
      const place = await moveContact(contact._id, placeAfter);
      if (place === undefined) return;
      setSaid(teamCopy.channels.list.moved(channelName(contact), place, latest.current.length));
    },
    [moveContact],
  );

  const { edit } = editing;
  const actions: RowActions = useMemo(
    () => ({
      switchActive(contact, isActive) {
        setProblem(undefined);
        switchContact({ id: contact._id, isActive }, { onError: (error) => showProblem(contact._id, error) });
      },
      move: (contact, step) => void move(contact, false, (from) => from + step),
      edit,
      remove: setDeleting,
      schedule: setScheduling,
    }),
    [switchContact, move, showProblem, edit],
  );

  const drop = useCallback(
    (id: string, place: number) => {
      const contact = latest.current.find(({ _id }) => _id === id);
      if (contact !== undefined) void move(contact, true, () => place);
    },
    [move],
  );
  useDragOrder(list, shown, canChange && isWhole ? drop : undefined);

  function focusPast(id: string) {
    const at = contacts.findIndex(({ _id }) => _id === id);
    const neighbour = contacts[at + 1] ?? contacts[at - 1];
    focusNext.current = { deleted: id, neighbour: neighbour?._id };
    setDeleting(undefined);
  }

  function closeForm(id: string) {
    // The field that has the focus disappears.
    flushSync(() => editing.close(id));
    rowElement.edit(id)?.focus();
  }

  function formOf(id: string) {
    const contact = editing.rows.get(id);
    return contact && <EditForm contact={contact} onClose={() => closeForm(id)} />;
  }

  return (
    <section className="contact-list" aria-labelledby="contacts-title">
      <div className="contact-list-head">
        <h2 id="contacts-title" ref={heading} tabIndex={-1}>
          {titleOf(view, contacts)}
        </h2>
        {contacts.length >= searchedFrom && (
          <ListSearch
            search={search}
            label={teamCopy.channels.list.search}
            placeholder={teamCopy.channels.list.search}
            result={teamCopy.channels.list.matches(shown.length, contacts.length)}
          />
        )}
      </div>
      {contacts.length === 0 && canChange && (
        <EmptyState icon="channels">
          <Button variant="secondary" onClick={onAdd}>
            {teamCopy.channels.list.addFirst}
          </Button>
        </EmptyState>
      )}
      {contacts.length > 0 &&
        shown.length === 0 &&
        (search.words === "" ? (
          <EmptyState icon="search">
            <p>{teamCopy.channels.list.noneHidden}</p>
          </EmptyState>
        ) : (
          <NoneFound search={search} text={teamCopy.channels.list.noMatch(search.words)} />
        ))}
      {shown.length > 0 && (
        <div className="contact-line contact-columns" aria-hidden="true">
          <span>{teamCopy.channels.list.columns.channel}</span>
          <span>{teamCopy.channels.list.columns.hours}</span>
          <span>{teamCopy.channels.list.columns.changed}</span>
          <span>{teamCopy.channels.list.columns.shown}</span>
        </div>
      )}
      <ol ref={list} className={contacts.length > manyRows ? "long" : undefined}>
        {shown.map((contact, place) => (
          <ContactRow
            key={contact._id}
            contact={contact}
            isFirst={place === 0}
            isLast={place === shown.length - 1}
            schedules={extras.schedules.get(contact._id)}
            waiting={extras.waiting.get(contact._id) ?? 0}
            lastChange={extras.lastChanges.get(contact._id)}
            dates={dates}
            problem={problem?.id === contact._id ? problem.text : undefined}
            actions={canChange ? actions : undefined}
            canMove={isWhole}
            areHidden={state !== undefined && state.hidden !== null}
          >
            {formOf(contact._id)}
          </ContactRow>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <ScheduleDialog contact={scheduling} onClose={() => setScheduling(undefined)} />
      <DeleteDialog contact={deleting} onClose={() => setDeleting(undefined)} onDeleted={focusPast} />
    </section>
  );
}

function titleOf(view: "all" | "hidden", contacts: readonly Contact[]): string {
  if (contacts.length === 0) return teamCopy.channels.list.none;
  if (view === "all") return teamCopy.channels.list.all(contacts.length);
  return teamCopy.channels.list.hidden(contacts.filter(({ isActive }) => !isActive).length);
}

/** The contacts that a view and a search leave, and those in edit. */
function useShown(
  contacts: ListedContact[],
  { view, words, editing }: { view: "all" | "hidden"; words: string; editing: Editing<Contact> },
): ListedContact[] {
  const inEdit = editing.rows;
  return useMemo(() => {
    const wanted = plain(words);
    const isFound = (contact: Contact) =>
      (view === "all" || !contact.isActive) &&
      (wanted === "" ||
        plain(
          [brandCopy(contact.type).label, contact.value, ...descriptionsOf(contact).map(([, text]) => text)].join(" "),
        ).includes(wanted));
    return withRowsInEdit<ListedContact>({ all: contacts, inEdit, idOf: idOfContact, isFound });
  }, [contacts, view, words, inEdit]);
}

/** Numbers are typed with and without spaces. */
function plain(text: string): string {
  return text.toLocaleLowerCase("en-IN").replaceAll(/[\s-]/g, "");
}

/**
 * Returns the state's facts about each contact. The values keep their identity, so that memoized rows do not render
 * again.
 */
function useExtras(state: ChannelState | undefined) {
  const { schedules, proposals, lastChanges } = state ?? {};
  return {
    schedules: useMemo(() => {
      const byContact = new Map<string, ScheduleEntry[]>();
      for (const schedule of schedules ?? []) {
        byContact.set(schedule.contactId, [...(byContact.get(schedule.contactId) ?? []), schedule]);
      }
      return byContact;
    }, [schedules]),
    waiting: useMemo(() => {
      const counts = new Map<string, number>();
      for (const { before, after, schedule } of proposals ?? []) {
        const ids = new Set([...before, ...after].map(({ _id }) => _id));
        if (schedule !== undefined) ids.add(schedule.contactId);
        for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
      }
      return counts;
    }, [proposals]),
    lastChanges: useMemo(() => new Map((lastChanges ?? []).map((change) => [change.contactId, change])), [lastChanges]),
  };
}

/** A moved row loses the focus. Restores it, unless the focus is elsewhere by now. */
function focusMoved(id: string) {
  const handle = rowElement.handle(id);
  const { activeElement } = document;
  const row = handle?.closest("li");
  if (activeElement === document.body || row?.contains(activeElement) === true) handle?.focus();
}

/** Asks before `contact` is deleted; closed without one. */
function DeleteDialog(props: { contact: Contact | undefined; onClose: () => void; onDeleted: (id: string) => void }) {
  const { contact, onClose, onDeleted } = props;
  const { mutate, isPending, error, reset } = useDeleteContact();
  return (
    <ConfirmDialog
      open={contact !== undefined}
      title={teamCopy.channels.list.deletion.title}
      id="delete-contact"
      action={teamCopy.channels.list.deletion.action}
      busyAction={teamCopy.channels.list.deletion.busy}
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
          {brandCopy(contact.type).label}: <strong>{contact.value}</strong>
        </>
      )}
    </ConfirmDialog>
  );
}

/** Edits `contact` in its row. */
function EditForm({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  return (
    <ContactForm
      id={`edit-form-${contact._id}`}
      label={teamCopy.channels.list.editContact(contact.value)}
      contact={contact}
      action={teamCopy.forms.save}
      busyAction={teamCopy.forms.saving}
      save={useChangeContact()}
      // Sends the edited fields alone: a colleague may have changed the others meanwhile.
      send={(_fields, change) => ({ id: contact._id, change })}
      onSaved={onClose}
      onLeave={onClose}
    >
      <Button variant="quiet" onClick={onClose}>
        {teamCopy.forms.cancel}
      </Button>
    </ContactForm>
  );
}
