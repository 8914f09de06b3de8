import type { TeamMember } from "#contract/team.ts";
import { auditKinds } from "#domain/audit.ts";
import { kindWords } from "./audit-copy.ts";
import type { AuditView } from "./use-audit-view.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/select.tsx";

const byName = auditKinds.toSorted((a, b) => (kindWords[a] < kindWords[b] ? -1 : 1));

/** Filters by kind of entry and by member; each choice applies at once. */
export function AuditFilters(props: {
  view: AuditView;
  members: readonly TeamMember[];
  onChange: (change: Partial<AuditView>) => void;
}) {
  const { view, members, onChange } = props;
  const { kind, member } = view;
  const isKnown = member === undefined || members.some(({ id }) => id === member);
  return (
    <div className="audit-filters" role="group" aria-label="Filter">
      <Select
        id="audit-kind"
        label="What"
        value={kind ?? ""}
        onChange={({ target }) => onChange({ kind: auditKinds.find((name) => name === target.value) })}
      >
        <option value="">Everything</option>
        {byName.map((name) => (
          <option key={name} value={name}>
            {kindWords[name]}
          </option>
        ))}
      </Select>
      <Select
        id="audit-member"
        label="Who, or about whom"
        value={member ?? ""}
        onChange={({ target }) => onChange({ member: target.value || undefined })}
      >
        <option value="">Anybody</option>
        {!isKnown && <option value={member}>Somebody who is not listed</option>}
        {members.map(({ id, email }) => (
          <option key={id} value={id}>
            {email}
          </option>
        ))}
      </Select>
      {(kind !== undefined || member !== undefined) && (
        <Button
          variant="secondary"
          onClick={() => {
            onChange({ kind: undefined, member: undefined });
            document.getElementById("audit-kind")?.focus();
          }}
        >
          Show everything
        </Button>
      )}
    </div>
  );
}
