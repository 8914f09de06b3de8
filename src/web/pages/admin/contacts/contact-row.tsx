import { memo } from "react";
import type { Contact } from "#contract/contact.ts";
import { Icon } from "../../../components/icon.tsx";
import { channelWords } from "../../../content/channels.ts";
import { LinkPreview } from "./link-preview.tsx";
import { Switch } from "../switch.tsx";

export interface RowActions {
  switchActive: (contact: Contact, isActive: boolean) => void;
  move: (contact: Contact, by: 1 | -1) => void;
  edit: (contact: Contact) => void;
  remove: (contact: Contact) => void;
}

const moves = [
  { by: -1, label: "Move up", shape: "M12 20V5M6 11l6-6 6 6" },
  { by: 1, label: "Move down", shape: "M12 4v15M6 13l6 6 6-6" },
] as const;

/** The elements of a row that the focus is sent to. */
export const rowElement = {
  heading: (id: string) => document.getElementById(`contact-${id}`),
  move: (id: string, by: 1 | -1) => document.getElementById(`move-${by}-${id}`),
};

/** One contact with all that can be done to it. Kept as it is while its own contact and place stay, so that long lists stay quick. */
export const ContactRow = memo(function ContactRow(props: {
  contact: Contact;
  isFirst: boolean;
  isLast: boolean;
  /** Why the last thing done to it has failed. */
  problem: string | undefined;
  /** Nothing can be done to it without them. */
  actions: RowActions | undefined;
}) {
  const { contact, isFirst, isLast, problem, actions } = props;
  const { _id: id, type, value, proof, isActive } = contact;
  return (
    <li className="contact-row">
      <Icon name={type} />
      <div className="contact-text">
        <p className="contact-type">
          {channelWords[type].label}
          {!isActive && <span className="badge">Hidden</span>}
        </p>
        <h3 id={`contact-${id}`} tabIndex={-1}>
          {value}
        </h3>
        {proof !== "" && <p>{proof}</p>}
        <p className="hint">
          <LinkPreview type={type} value={value} />
        </p>
      </div>
      {actions !== undefined && (
        <div className="row-actions">
          <Switch checked={isActive} onChange={(event) => actions.switchActive(contact, event.target.checked)}>
            Active <span className="unseen">{value}</span>
          </Switch>
          {moves.map(({ by, label, shape }) => (
            <button
              key={label}
              id={`move-${by}-${id}`}
              type="button"
              className="plain framed"
              aria-label={`${label}: ${value}`}
              disabled={by === -1 ? isFirst : isLast}
              onClick={() => actions.move(contact, by)}
            >
              <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
                <path d={shape} />
              </svg>
            </button>
          ))}
          <button
            type="button"
            className="button quiet"
            aria-label={`Edit: ${value}`}
            onClick={() => actions.edit(contact)}
          >
            Edit
          </button>
          <button
            type="button"
            className="button quiet harmful"
            aria-label={`Delete: ${value}`}
            onClick={() => actions.remove(contact)}
          >
            Delete
          </button>
        </div>
      )}
      {problem !== undefined && <p className="refusal">{problem}</p>}
    </li>
  );
});
