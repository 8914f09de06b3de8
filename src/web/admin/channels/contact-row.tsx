import { brandOf } from "#domain/brands/brands.ts";
import { memo } from "react";
import type { ScheduleEntry } from "#contract/channel-list.ts";
import type { Contact, ListedContact } from "#contract/contact.ts";
import { ChannelIcon } from "#web/public/channels/channel-parts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LinkPreview } from "./editor/channel-fields.tsx";
import { hoursWords } from "./schedule/hours-copy.ts";
import { Switch } from "#web/ui/switch.tsx";
import { RowSchedules } from "./schedule/row-schedules.tsx";

export interface RowActions {
  switchActive: (contact: Contact, isActive: boolean) => void;
  move: (contact: Contact, by: 1 | -1) => void;
  edit: (contact: Contact) => void;
  remove: (contact: Contact) => void;
  schedule: (contact: Contact) => void;
}

const moves = [
  { by: -1, label: "Move up", shape: "M12 20V5M6 11l6-6 6 6" },
  { by: 1, label: "Move down", shape: "M12 4v15M6 13l6 6 6-6" },
] as const;

/** The elements of a row that can receive the focus. */
export const rowElement = {
  heading: (id: string) => document.getElementById(`contact-${id}`),
  move: (id: string, by: 1 | -1) => document.getElementById(`move-${by}-${id}`),
};

/** One contact with its actions. Memoized on its contact and place, so that long lists stay fast. */
export const ContactRow = memo(function ContactRow(props: {
  contact: ListedContact;
  isFirst: boolean;
  isLast: boolean;
  schedules: readonly ScheduleEntry[] | undefined;
  /** The error of its last action. */
  problem: string | undefined;
  /** Without actions it is read-only. */
  actions: RowActions | undefined;
}) {
  const { contact, isFirst, isLast, schedules, problem, actions } = props;
  const { _id: id, type, value, proof, isActive, hours } = contact;
  return (
    <li className="contact-row" data-id={id}>
      <ChannelIcon type={type} />
      <div className="contact-text">
        <p className="contact-type">
          {brandOf(type).label}
          {!isActive && <Badge>Hidden</Badge>}
          {contact.problem !== undefined && <Badge tone="bad">Check text</Badge>}
        </p>
        <h3 id={`contact-${id}`} tabIndex={-1}>
          {value}
        </h3>
        {proof !== "" && <p>{proof}</p>}
        {/* Missing in a response of an older server, which a page may get after a rollback. */}
        {hours && <p className="hint">{hoursWords(hours)}</p>}
        <p className="hint">
          <LinkPreview type={type} value={value} />
        </p>
      </div>
      {actions !== undefined && (
        <div className="row-actions">
          <Switch checked={isActive} onChange={(event) => actions.switchActive(contact, event.target.checked)}>
            Active <span className="visually-hidden">{value}</span>
          </Switch>
          {/* For the keyboard there are the two buttons beside it. */}
          <span className="drag-handle" data-drag aria-hidden="true" title="Drag to another place">
            <svg className="icon" viewBox="0 0 24 24">
              <path d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01" />
            </svg>
          </span>
          {moves.map(({ by, label, shape }) => (
            <IconButton
              key={label}
              id={`move-${by}-${id}`}
              className="framed"
              label={`${label}: ${value}`}
              disabled={by === -1 ? isFirst : isLast}
              onClick={() => actions.move(contact, by)}
            >
              <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
                <path d={shape} />
              </svg>
            </IconButton>
          ))}
          <Button variant="secondary" aria-label={`Edit: ${value}`} onClick={() => actions.edit(contact)}>
            Edit
          </Button>
          <Button variant="danger-outline" aria-label={`Delete: ${value}`} onClick={() => actions.remove(contact)}>
            Delete
          </Button>
          <Button
            variant="secondary"
            aria-label={`Schedule a change: ${value}`}
            onClick={() => actions.schedule(contact)}
          >
            Schedule
          </Button>
        </div>
      )}
      {schedules !== undefined && (
        <RowSchedules value={value} schedules={schedules} canChange={actions !== undefined} />
      )}
      {contact.problem !== undefined && <Alert>{contact.problem}</Alert>}
      {problem !== undefined && <Alert>{problem}</Alert>}
    </li>
  );
});
