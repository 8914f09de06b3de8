import { copy } from "#copy/current.ts";
import type { ComponentProps, ReactNode } from "react";
import { Icon } from "../icon.tsx";
import { joined } from "../joined.ts";
import { type Control, useInvalid } from "./use-invalid.ts";

type Input = ComponentProps<"input"> & ComponentProps<"textarea">;

/**
 * A label with its control, a hint and an error. The control is an input, or a `textarea` if it has rows; another one
 * is rendered by `children`, which gets the attributes that connect it with the texts.
 */
export function Field(props: {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Shown at the end of the label's line, and below the control. */
  aside?: ReactNode;
  below?: ReactNode;
  rows?: number | undefined;
  input?: Input;
  children?: (control: ControlProps) => ReactNode;
}) {
  const { id, label, hint, aside, below, rows, input, children } = props;
  const { problem, watch } = useInvalid(label, problemOf);
  const error = problem ?? props.error;
  const control: ControlProps = {
    id,
    "aria-invalid": error !== undefined || undefined,
    "aria-describedby": joined(error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`) || undefined,
  };
  return (
    <div className="field" {...watch}>
      <div className="field-label-line">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      {children !== undefined ? (
        children(control)
      ) : rows === undefined ? (
        <input {...input} {...control} />
      ) : (
        <textarea rows={rows} {...input} {...control} />
      )}
      {below}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <div className="with-icon">
          <Icon name="warning" />
          <p id={`${id}-error`} className="error">
            {error}
          </p>
        </div>
      )}
    </div>
  );
}

function problemOf({ validity, validationMessage }: Control): string {
  return validity.typeMismatch ? copy.problems.wrongEmail : validationMessage;
}

interface ControlProps {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

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
  /** Hides the label where the options say what is chosen; assistive technology still gets it. */
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
