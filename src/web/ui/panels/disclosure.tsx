import { type ReactNode, useState } from "react";

/**
 * Long content behind a summary, which gets the `className`; it is rendered when opened. `isOpen` opens it, as for an
 * error inside.
 */
export function Disclosure(props: { summary: ReactNode; isOpen?: boolean; className?: string; children: ReactNode }) {
  const { summary, isOpen = false, className, children } = props;
  const [open, setOpen] = useState(false);
  return (
    <details className="disclosure" open={open || isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={className}>{summary}</summary>
      {(open || isOpen) && children}
    </details>
  );
}
