import { teamCopy } from "#copy/current.ts";
import type { ReactNode } from "react";
import { useInvalid } from "#web/ui/fields/use-invalid.ts";

/**
 * A control whose label is not in sight, with what the browser finds invalid in it below. `children` gets the
 * attributes that connect it with that text.
 */
export function Checked(props: {
  id: string;
  label: string;
  children: (control: { "aria-label": string; "aria-invalid"?: true; "aria-describedby"?: string }) => ReactNode;
}) {
  const { id, label, children } = props;
  const { problem, watch } = useInvalid(label);
  const error = `${id}-problem`;
  return (
    <div className="field" {...watch}>
      {children({
        "aria-label": label,
        ...(problem !== undefined && { "aria-invalid": true, "aria-describedby": error }),
      })}
      {problem !== undefined && (
        <p id={error} className="error">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Words what only fields of the admin area can be, before `useInvalid` reads it: a date or time that is half typed. */
export function wordHalfTyped({ target }: Event): void {
  if (!(target instanceof HTMLInputElement)) return;
  if (target.validity.badInput) target.dataset["problem"] = teamCopy.forms.halfTyped;
  else delete target.dataset["problem"];
}
