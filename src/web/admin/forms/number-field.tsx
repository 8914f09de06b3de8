import { type ComponentProps, type ReactNode, useState } from "react";
import { Field } from "#web/ui/fields/field.tsx";
import { joined } from "#web/ui/joined.ts";

/** A whole number with its unit beside it, in the form that the number takes; no unit for a plain count. */
export function NumberField(props: {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  unit?: ((count: number) => string) | undefined;
  input: ComponentProps<"input">;
}) {
  const { id, label, hint, error, unit, input } = props;
  const [count, setCount] = useState(Number(input.value ?? input.defaultValue));
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(control) => (
        <span className="number-field">
          <input
            {...input}
            {...control}
            type="number"
            inputMode="numeric"
            aria-describedby={joined(unit !== undefined && `${id}-unit`, control["aria-describedby"]) || undefined}
            onInput={({ currentTarget }) => setCount(Number(currentTarget.value))}
          />
          {unit !== undefined && <span id={`${id}-unit`}>{unit(count)}</span>}
        </span>
      )}
    </Field>
  );
}
