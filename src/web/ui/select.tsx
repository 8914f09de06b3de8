import type { ComponentProps, ReactNode } from "react";
import { Field } from "./field.tsx";

/** A labelled native select; `children` are its options. */
export function Select({
  label,
  isLabelHidden = false,
  hint,
  error,
  ...select
}: {
  id: string;
  label: string;
  /** Where the options say what is chosen; assistive technology still gets the label. */
  isLabelHidden?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
} & ComponentProps<"select">) {
  if (isLabelHidden) {
    return (
      <div className="field">
        <select {...select} aria-label={label} />
      </div>
    );
  }
  return (
    <Field id={select.id} label={label} hint={hint} error={error}>
      {(control) => <select {...select} {...control} />}
    </Field>
  );
}
