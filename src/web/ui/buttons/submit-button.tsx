import type { ReactNode } from "react";
import { Button } from "./button.tsx";

/** A submit button that says when it is busy. */
export function SubmitButton(props: { busy: boolean; busyText: string; disabled?: boolean; children: ReactNode }) {
  const { busy, busyText, disabled, children } = props;
  return (
    <Button type="submit" busy={busy} disabled={disabled}>
      {busy ? busyText : children}
    </Button>
  );
}
