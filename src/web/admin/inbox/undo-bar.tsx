import { useEffect, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { LastChange } from "./use-changes.ts";

const shownFor = 10_000;

/** The last change, with undo. It stays while it contains the pointer or the focus; without a change it is empty. */
export function UndoBar(props: {
  last: LastChange | undefined;
  busy: boolean;
  /** Undefined if it cannot be undone. */
  onUndo: (() => void) | undefined;
  onDismiss: (number: number) => void;
}) {
  const { last, busy, onUndo, onDismiss } = props;
  const [waits, setWaits] = useState(false);
  const number = last?.number;

  useEffect(() => {
    if (waits || number === undefined) return undefined;
    const timer = setTimeout(() => onDismiss(number), shownFor);
    return () => clearTimeout(timer);
  }, [waits, onDismiss, number]);

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
      {/* Rendered before its text, so that it is announced. */}
      <p role="status">{last !== undefined && `${last.text}.${last.kept === undefined ? "" : ` ${last.kept}`}`}</p>
      {onUndo !== undefined && (
        <Button variant="plain" className="undo" busy={busy} onClick={onUndo}>
          Undo <kbd aria-hidden="true">Z</kbd>
        </Button>
      )}
      {last !== undefined && (
        <IconButton label="Dismiss" onClick={() => onDismiss(last.number)}>
          <Icon name="close" />
        </IconButton>
      )}
    </div>
  );
}
