import type { TeamMember } from "#contract/team.ts";
import { auditKinds, auditSubjects, kindsOf } from "#domain/audit.ts";
import { Button } from "#web/ui/button.tsx";
import { Field, Select } from "#web/ui/field.tsx";
import { personName } from "../shell/person.tsx";
import { groupWords, kindWords } from "./audit-copy.ts";
import { type AuditView, everything } from "./use-audit-view.ts";

/** Filters by kind of entry, member and days; each choice applies at once. Phones hide them while `isFolded`. */
export function AuditFilters(props: {
  id: string;
  isFolded: boolean;
  view: AuditView;
  members: readonly TeamMember[];
  onChange: (change: Partial<AuditView>, how?: "replace") => void;
}) {
  const { id: place, isFolded, view, members, onChange } = props;
  const { kind, group, member, from, to } = view;
  const isReversed = from !== undefined && to !== undefined && to < from;
  return (
    <div id={place} className="audit-filters" role="group" aria-label="Filter" data-folded={isFolded || undefined}>
      <Select
        id="audit-kind"
        label="Kind"
        isLabelHidden
        value={kind ?? ""}
        onChange={({ target }) => onChange({ kind: auditKinds.find((name) => name === target.value) })}
      >
        <option value="">{group === undefined ? "Everything" : "All kinds"}</option>
        {group === undefined ? (
          auditSubjects.map((subject) => (
            <optgroup key={subject} label={groupWords[subject]}>
              <KindOptions kinds={kindsOf(subject)} />
            </optgroup>
          ))
        ) : (
          // A link may name a kind of another group.
          <KindOptions kinds={[...new Set([...kindsOf(group), ...(kind === undefined ? [] : [kind])])]} />
        )}
      </Select>
      <Select
        id="audit-member"
        label="Who, or about whom"
        isLabelHidden
        value={member ?? ""}
        onChange={({ target }) => onChange({ member: target.value || undefined })}
      >
        <option value="">Anybody</option>
        {member !== undefined && !members.some(({ id }) => id === member) && (
          <option value={member}>Somebody who is not listed</option>
        )}
        {members.map(({ id, email }) => (
          <option key={id} value={id}>
            {nameAmong(members, email)}
          </option>
        ))}
      </Select>
      {(["from", "to"] as const).map((end) => (
        <Field key={end} id={`audit-${end}`} label={end === "from" ? "From" : "To"}>
          {(control) => (
            <input
              {...control}
              type="date"
              min={firstDay}
              value={view[end] ?? ""}
              aria-invalid={(end === "to" && isReversed) || undefined}
              aria-describedby={end === "to" && isReversed ? "audit-reversed" : undefined}
              onChange={({ target }) => onChange({ [end]: target.value || undefined }, "replace")}
            />
          )}
        </Field>
      ))}
      {Object.values(view).some((value) => value !== undefined) && (
        <Button
          variant="quiet"
          onClick={() => {
            onChange(everything);
            document.getElementById("audit-kind")?.focus();
          }}
        >
          Show everything
        </Button>
      )}
      {isReversed && (
        <p id="audit-reversed" className="error">
          “To” is before “From”.
        </p>
      )}
    </div>
  );
}

/** The first day that the server knows; an earlier one is a year that is still being typed. */
export const firstDay = "1970-01-01";

const byName = (a: string, b: string) => (a < b ? -1 : 1);

function KindOptions({ kinds }: { kinds: ReturnType<typeof kindsOf> }) {
  return kinds
    .toSorted((a, b) => byName(kindWords[a], kindWords[b]))
    .map((kind) => (
      <option key={kind} value={kind}>
        {kindWords[kind]}
      </option>
    ));
}

/** A member's name, with the address if another one has the same. */
function nameAmong(members: readonly TeamMember[], email: string): string {
  const name = personName(email);
  return members.filter((other) => personName(other.email) === name).length > 1 ? `${name}, ${email}` : name;
}
