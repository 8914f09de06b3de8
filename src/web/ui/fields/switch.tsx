import type { ComponentProps, ReactNode } from "react";

/** An on-off switch with its label. */
export function Switch({ children, ...input }: { children: ReactNode } & ComponentProps<"input">) {
  return (
    <label className="switch">
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- A checkbox brings its own state. */}
      <input type="checkbox" role="switch" {...input} />
      <span>{children}</span>
    </label>
  );
}

/** A switch with a hint, which an error takes the place of for assistive technology. */
export function SwitchField({
  hint,
  error,
  ...input
}: { id: string; hint: ReactNode; error?: string | undefined; children: ReactNode } & ComponentProps<"input">) {
  const { id } = input;
  const isInvalid = error !== undefined;
  return (
    <div className="switch-field">
      <Switch
        {...input}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? `${id}-error` : `${id}-hint`}
      />
      <p id={`${id}-hint`} className="hint">
        {hint}
      </p>
      {isInvalid && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
    </div>
  );
}
