import type { ReactNode } from "react";

/**
 * A submit button. While busy it keeps the focus (a `disabled` one would lose it), so the form must ignore a second
 * press.
 */
export function SubmitButton({ busy, busyText, children }: { busy: boolean; busyText: string; children: ReactNode }) {
  return (
    <button className="button" type="submit" aria-disabled={busy}>
      {busy ? busyText : children}
    </button>
  );
}
