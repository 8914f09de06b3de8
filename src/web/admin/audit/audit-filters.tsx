import { teamCopy } from "#copy/current.ts";
import type { TeamMember } from "#contract/auth/team.ts";
import { auditKinds, auditSubjects, kindsOf } from "#domain/audit.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { Field, Select } from "#web/ui/fields/field.tsx";
import { nameAmong } from "../shell/person.tsx";
import { type AuditView, everything } from "./use-audit-view.ts";

/** Filters by kind of entry, member and days; each choice applies at once. Phones hide them while `isFolded`. */
export function AuditFilters(props: {
  id: string;
  isFolded: boolean;
  view: AuditView;
  members: readonly TeamMember[];
  onChange: (change: Partial<AuditView>, mode?: "replace") => void;
}) {
  const { id: place, isFolded, view, members, onChange } = props;
  const { kind, group, member, from, to } = view;
  const isReversed = from !== undefined && to !== undefined && to < from;
  return (
    <div
      id={place}
      className="audit-filters"
      role="group"
      aria-label={teamCopy.audit.filter}
      data-folded={isFolded || undefined}
    >
      <Select
        id="audit-kind"
        label={teamCopy.audit.filters.kind}
        isLabelHidden
        value={kind ?? ""}
        onChange={({ target }) => onChange({ kind: auditKinds.find((name) => name === target.value) })}
      >
        <option value="">{teamCopy.audit.filters.allKinds}</option>
        {group === undefined ? (
          auditSubjects.map((subject) => (
            <optgroup key={subject} label={teamCopy.audit.groups[subject]}>
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
        label={teamCopy.audit.filters.member}
        isLabelHidden
        value={member ?? ""}
        onChange={({ target }) => onChange({ member: target.value || undefined })}
      >
        <option value="">{teamCopy.audit.filters.anybody}</option>
        {member !== undefined && !members.some(({ id }) => id === member) && (
          <option value={member}>{teamCopy.audit.filters.notListed}</option>
        )}
        {members.map(({ id, email }) => (
          <option key={id} value={id}>
            {nameAmong(members, email)}
          </option>
        ))}
      </Select>
      {(["from", "to"] as const).map((end) => (
        <Field key={end} id={`audit-${end}`} label={teamCopy.audit.filters[end]}>
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
      <ShowEverything variant="quiet" view={view} onChange={onChange} />
      {isReversed && (
        <p id="audit-reversed" className="error">
          {teamCopy.audit.filters.reversed}
        </p>
      )}
    </div>
  );
}

/** Ends the filters, if there are any. The focus goes on to them, since this button disappears. */
export function ShowEverything(props: {
  variant: "quiet" | "secondary";
  view: AuditView;
  onChange: (change: AuditView) => void;
}) {
  const { variant, view, onChange } = props;
  if (Object.values(view).every((value) => value === undefined)) return null;
  return (
    <Button
      variant={variant}
      onClick={() => {
        onChange(everything);
        // Phones fold the filters behind a button, which is hidden elsewhere: what is hidden takes no focus.
        for (const place of ["[aria-controls=audit-filters]", "#audit-kind"])
          document.querySelector<HTMLElement>(place)?.focus();
      }}
    >
      {teamCopy.audit.filters.showEverything}
    </Button>
  );
}

/** The first day that the server knows; an earlier one is a year that is still being typed. */
export const firstDay = "1970-01-01";

const byName = (a: string, b: string) => (a < b ? -1 : 1);

function KindOptions({ kinds }: { kinds: ReturnType<typeof kindsOf> }) {
  return kinds
    .map((kind) => ({ kind, name: teamCopy.audit.kinds[kind] }))
    .toSorted((a, b) => byName(a.name, b.name))
    .map(({ kind, name }) => (
      <option key={kind} value={kind}>
        {name}
      </option>
    ));
}
