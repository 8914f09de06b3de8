import { type ReactNode, useState } from "react";

/** A disclosure for long content, which is rendered when opened. */
export function OnePressAway({ words, children }: { words: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="one-press-away" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words}</summary>
      {open && children}
    </details>
  );
}
