import { type FormEvent, useEffect, useId, useRef } from "react";
import type { InquiryChange, Person } from "#contract/inbox.ts";
import { inquiryStatuses } from "#domain/inquiries/inquiry.ts";
import { statusLabels } from "#web/public/receipt/status-copy.ts";
import { typedText } from "#web/admin/shell/typed-text.ts";
import { assignedWords, markedWords } from "../change-copy.ts";
import type { Selection } from "./use-selection.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/field.tsx";

const keep = "keep";
const nobody = "nobody";

/** Selects all rows, shows the count, and changes the selected ones. */
export function BulkBar(props: {
  selection: Selection;
  loaded: number;
  /** The count of the view, as text. */
  countText: string;
  team: readonly Person[];
  /** Whether this member may export, and delete several at once. */
  mayBulk: boolean;
  onChange: (change: InquiryChange, words: string) => void;
  onExport: () => void;
  onDelete: () => void;
}) {
  const { selection, loaded, countText, team, mayBulk, onChange, onExport, onDelete } = props;
  const chosen = selection.ids.size;
  const all = useRef<HTMLInputElement>(null);
  const hadForm = useRef(false);
  const id = useId();

  useEffect(() => {
    if (all.current === null) return;
    all.current.indeterminate = chosen > 0 && chosen < loaded;
    // The form that had the focus disappears with the selection.
    if (chosen === 0 && document.activeElement === document.body && hadForm.current) {
      all.current.focus();
    }
    hadForm.current = chosen > 0;
  }, [chosen, loaded]);

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [status, assignee] = [typedText(form, "status"), typedText(form, "assignee")];
    const to = inquiryStatuses.find((known) => known === status);
    const person = team.find((member) => member.id === assignee);
    const isGiven = person !== undefined || assignee === nobody;
    if (to === undefined && !isGiven) return;
    onChange(
      { ...(to !== undefined && { status: to }), ...(isGiven && { assigneeId: person?.id ?? null }) },
      [...(to === undefined ? [] : [markedWords(to)]), ...(isGiven ? [assignedWords(person)] : [])].join(" and "),
    );
    event.currentTarget.reset();
  }

  return (
    <div className="bulk-bar">
      <div className="bulk-head">
        <input
          ref={all}
          type="checkbox"
          className="pick"
          aria-label={`Choose all ${loaded} loaded`}
          disabled={loaded === 0}
          checked={chosen > 0 && chosen === loaded}
          onChange={({ target }) => selection.setAll(target.checked)}
        />
        {/* The count is announced with the list. */}
        <p aria-live={chosen > 0 ? "polite" : "off"}>{chosen > 0 ? `${chosen} chosen` : countText}</p>
        {mayBulk && (
          <Button variant="secondary" disabled={loaded === 0} onClick={onExport}>
            Export
          </Button>
        )}
        {(mayBulk ? chosen > 0 : chosen === 1) && (
          <Button variant="danger-outline" onClick={onDelete}>
            Delete
          </Button>
        )}
      </div>
      {chosen > 0 && (
        <form className="bulk-form" aria-label="Change those that are chosen" onSubmit={apply}>
          <Select id={`${id}-status`} label="Status" isLabelHidden name="status" defaultValue={keep}>
            <option value={keep}>Status…</option>
            {inquiryStatuses.map((status) => (
              <option key={status} value={status}>
                {statusLabels[status]}
              </option>
            ))}
          </Select>
          <Select id={`${id}-assignee`} label="Assigned to" isLabelHidden name="assignee" defaultValue={keep}>
            <option value={keep}>Assign…</option>
            <option value={nobody}>Nobody</option>
            {team.map((person) => (
              <option key={person.id} value={person.id}>
                {person.email}
              </option>
            ))}
          </Select>
          <Button type="submit">Apply</Button>
        </form>
      )}
    </div>
  );
}
