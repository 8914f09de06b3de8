import type { TeamMember } from "#contract/team.ts";
import { auditKinds } from "#domain/audit.ts";
import { kindWords } from "./audit-copy.ts";
import type { AuditView } from "./use-audit-view.ts";

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
      <div className="field">
        <label htmlFor="audit-kind">What</label>
        <select
          id="audit-kind"
          value={kind ?? ""}
          onChange={({ target }) => onChange({ kind: auditKinds.find((name) => name === target.value) })}
        >
          <option value="">Everything</option>
          {byName.map((name) => (
            <option key={name} value={name}>
              {kindWords[name]}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor="audit-member">Who, or about whom</label>
        <select
          id="audit-member"
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
        </select>
      </div>
      {(kind !== undefined || member !== undefined) && (
        <button
          type="button"
          className="button quiet"
          onClick={() => {
            onChange({ kind: undefined, member: undefined });
            document.getElementById("audit-kind")?.focus();
          }}
        >
          Show everything
        </button>
      )}
    </div>
  );
}
