import { type ReactNode, useState } from "react";

/** What takes too much room to stand there at once; it is made when it is opened. */
export function OnePressAway({ words, children }: { words: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="one-press-away" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words}</summary>
      {open && children}
    </details>
  );
}
