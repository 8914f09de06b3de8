import { useEffect, useRef } from "react";
import type { InquiryChange, Person } from "#contract/inbox.ts";
import { inquiryStatuses } from "#domain/inquiries/inquiry.ts";
import { statusLabels } from "#web/public/receipt/status-copy.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { AdminIcon } from "../../shell/icons.tsx";
import { Avatar, personName } from "../../shell/person.tsx";
import { assignedWords, markedWords } from "../change-copy.ts";
import { StatusIcon } from "./status.tsx";
import type { Selection } from "./use-selection.ts";

/** What can be done with the selected inquiries. */
export function BulkBar(props: {
  selection: Selection;
  loaded: number;
  team: readonly Person[];
  mayBulk: boolean;
  onChange: (change: InquiryChange, words: string) => void;
  onExport: () => void;
  onDelete: () => void;
}) {
  const { selection, loaded, team, mayBulk, onChange, onExport, onDelete } = props;
  const chosen = selection.ids.size;
  const all = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (all.current !== null) all.current.indeterminate = chosen < loaded;
  }, [chosen, loaded]);

  return (
    <div className="bulk-bar" role="group" aria-label="Selected inquiries">
      <input
        ref={all}
        type="checkbox"
        className="pick"
        aria-label={`Select all ${loaded} loaded`}
        checked={chosen === loaded}
        onChange={({ target }) => selection.setAll(target.checked)}
      />
      <p aria-live="polite">{chosen} selected</p>
      {chosen < loaded && (
        <Button variant="quiet" size="small" onClick={() => selection.setAll(true)}>
          Select all {loaded}
        </Button>
      )}
      <IconButton label="Clear the selection" onClick={() => selection.setAll(false)}>
        <Icon name="close" />
      </IconButton>
      <div className="bulk-actions">
        <Menu
          button={
            <>
              <AdminIcon name="person" />
              Assign
            </>
          }
        >
          <MenuItem onClick={() => onChange({ assigneeId: null }, assignedWords(undefined))}>
            <Avatar email={null} size="small" />
            Nobody
          </MenuItem>
          {team.map((person) => (
            <MenuItem
              key={person.id}
              title={person.email}
              onClick={() => onChange({ assigneeId: person.id }, assignedWords(person))}
            >
              <Avatar email={person.email} size="small" />
              {personName(person.email)}
            </MenuItem>
          ))}
        </Menu>
        <Menu
          button={
            <>
              <AdminIcon name="inProgress" />
              Status
            </>
          }
        >
          {inquiryStatuses.map((status) => (
            <MenuItem key={status} onClick={() => onChange({ status }, markedWords(status))}>
              <StatusIcon status={status} />
              {statusLabels[status]}
            </MenuItem>
          ))}
        </Menu>
        <Button variant="secondary" size="small" onClick={() => onChange({ status: "closed" }, markedWords("closed"))}>
          <Icon name="check" />
          Close
        </Button>
        {mayBulk && (
          <IconButton label="Export" title="Export" onClick={onExport}>
            <AdminIcon name="download" />
          </IconButton>
        )}
        {(mayBulk || chosen === 1) && (
          <IconButton className="danger-action" label="Delete" title="Delete" onClick={onDelete}>
            <AdminIcon name="trash" />
          </IconButton>
        )}
      </div>
    </div>
  );
}
