import { useId, useRef } from "react";
import type { InquiryDetail, Person } from "#contract/inbox.ts";
import { inquiryStatuses } from "#domain/inquiries/inquiry.ts";
import { statusLabels } from "#web/public/receipt/status-copy.ts";
import { useMember } from "#web/admin/shell/member.ts";
import { assignedWords, markedWords } from "../change-copy.ts";
import type { InquiryActions } from "../use-changes.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/field.tsx";
import { useFocusHeir } from "#web/ui/use-focus-heir.ts";

/** An inquiry's status and assignee. */
export function InquiryControls(props: { inquiry: InquiryDetail; team: readonly Person[]; actions: InquiryActions }) {
  const { inquiry, team, actions } = props;
  const { status, assignee } = inquiry;
  const id = useId();
  const me = useMember();
  const assigneeSelect = useRef<HTMLSelectElement>(null);
  const passFocus = useFocusHeir(assigneeSelect);
  const isKnown = assignee === null || team.some((person) => person.id === assignee.id);

  function assign(to: string) {
    const person = [...team, me].find((member) => member.id === to);
    actions.change([inquiry], { assigneeId: person?.id ?? null }, assignedWords(person));
  }

  return (
    <div className="inquiry-controls">
      <Select
        id={`${id}-status`}
        label="Status"
        value={status}
        onChange={({ target }) => {
          const to = inquiryStatuses.find((known) => known === target.value) ?? status;
          actions.change([inquiry], { status: to }, markedWords(to));
        }}
      >
        {inquiryStatuses.map((name) => (
          <option key={name} value={name}>
            {statusLabels[name]}
          </option>
        ))}
      </Select>
      <Select
        ref={assigneeSelect}
        id={`${id}-assignee`}
        label="Assigned to"
        value={assignee?.id ?? ""}
        onChange={({ target }) => assign(target.value)}
      >
        <option value="">Nobody</option>
        {!isKnown && <option value={assignee.id}>{assignee.email}</option>}
        {team.map((person) => (
          <option key={person.id} value={person.id}>
            {person.email}
          </option>
        ))}
      </Select>
      {assignee?.id !== me.id && (
        <Button ref={passFocus} variant="secondary" onClick={() => assign(me.id)}>
          Assign to me
        </Button>
      )}
    </div>
  );
}
