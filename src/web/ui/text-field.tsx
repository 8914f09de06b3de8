import type { ComponentProps, ReactNode } from "react";

/** A labelled input with hint and error: a `textarea` if it has rows, or `children` as a custom control. */
export function TextField(props: {
  id: string;
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  rows?: number;
  input: ComponentProps<"input"> & ComponentProps<"textarea">;
}) {
  const { id, label, error, hint, rows, input } = props;
  const field = {
    id,
    ...input,
    "aria-invalid": error === undefined ? undefined : true,
    "aria-describedby": describedBy(id, { error, hint }),
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {rows === undefined ? <input {...field} /> : <textarea rows={rows} {...field} />}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
    </div>
  );
}

function describedBy(id: string, parts: { error: unknown; hint: unknown }): string | undefined {
  const ids = Object.entries(parts).flatMap(([part, content]) => (content === undefined ? [] : [`${id}-${part}`]));
  return ids.length === 0 ? undefined : ids.join(" ");
}
