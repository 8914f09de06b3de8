import { teamCopy } from "#copy/current.ts";
import type { ReactNode } from "react";
import { useInvalid } from "#web/ui/fields/use-invalid.ts";

/**
 * A control with a hidden label, and below it what the browser finds invalid. `children` gets the attributes that
 * connect the control with that text.
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

/** Sets the text for a half-typed date or time, which only the admin area has fields for. `useInvalid` shows it. */
export function wordHalfTyped({ target }: Event): void {
  if (!(target instanceof HTMLInputElement)) return;
  if (target.validity.badInput) target.dataset["problem"] = teamCopy.forms.halfTyped;
  else delete target.dataset["problem"];
}
