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
