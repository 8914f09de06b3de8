import type { ReactNode } from "react";

/**
 * The button that sends a form. While it is busy it keeps the focus (a `disabled` one would lose it), so whoever sends must
 * ignore a second press.
 */
export function SubmitButton({ busy, busyText, children }: { busy: boolean; busyText: string; children: ReactNode }) {
  return (
    <button className="button" type="submit" aria-disabled={busy}>
      {busy ? busyText : children}
    </button>
  );
}
