import { useEffect, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { LastChange } from "./use-changes.ts";

/** Long enough to read it, see the result and reach the button. */
const shownFor = 20_000;

/** The last change, with undo. It stays while it contains the pointer or the focus. */
export function UndoBar(props: {
  last: LastChange;
  busy: boolean;
  onUndo: () => void;
  onDismiss: (number: number) => void;
}) {
  const { last, busy, onUndo, onDismiss } = props;
  const [waits, setWaits] = useState(false);

  useEffect(() => {
    if (waits) return undefined;
    const timer = setTimeout(() => onDismiss(last.number), shownFor);
    return () => clearTimeout(timer);
  }, [waits, onDismiss, last.number]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- It only pauses its timer.
    <div
      className="undo-bar"
      role="group"
      aria-label="Done last"
      onPointerEnter={() => setWaits(true)}
      onPointerLeave={() => setWaits(false)}
      onFocus={() => setWaits(true)}
      onBlur={() => setWaits(false)}
    >
      <p>
        {last.text}.{last.kept !== undefined && ` ${last.kept}`}
      </p>
      {(last.undo.length > 0 || (last.binned ?? []).length > 0) && (
        <Button busy={busy} onClick={() => onUndo()}>
          Undo
        </Button>
      )}
      <IconButton label="Dismiss" onClick={() => onDismiss(last.number)}>
        <Icon name="close" />
      </IconButton>
    </div>
  );
}
