import { teamCopy } from "#copy/current.ts";
import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useRef,
} from "react";
import { useDateFormats } from "#web/admin/shell/dates.ts";
import { AdminIcon } from "#web/admin/shell/icons.tsx";
import { IconButton } from "#web/ui/buttons/icon-button.tsx";

/**
 * A text whose draft is kept. Ctrl + Enter sends it, with Shift in the other way. At the first focus the caret goes to
 * the end of what stands there; by pointer too, if that is `prefilled` and not the member's own.
 */
export function DraftBox(
  props: {
    box: RefObject<HTMLTextAreaElement | null>;
    onType: (text: string) => void;
    onSend: (withShift: boolean) => void;
    prefilled?: boolean;
  } & Omit<ComponentProps<"textarea">, "ref" | "onChange">,
) {
  const { box, onType, onSend, prefilled = false, onKeyDown, ...rest } = props;
  const caret = useFirstCaret(prefilled);

  function hear(event: KeyboardEvent<HTMLTextAreaElement>) {
    const { key, ctrlKey, metaKey, shiftKey, nativeEvent } = event;
    caret.onKeyDown();
    if (key === "Enter" && (ctrlKey || metaKey) && !nativeEvent.isComposing) onSend(shiftKey);
    else onKeyDown?.(event);
  }

  return (
    <textarea
      {...rest}
      ref={box}
      rows={2}
      dir="auto"
      onChange={({ target }) => onType(target.value)}
      onFocus={caret.onFocus}
      onClick={caret.onClick}
      onKeyDown={hear}
    />
  );
}

/** Puts the caret at the end at the first focus. A pointer sets its own after the focus: the click comes after that. */
function useFirstCaret(prefilled: boolean) {
  const state = useRef<"unused" | "focused" | "used">("unused");
  return {
    onFocus: ({ currentTarget }: FocusEvent<HTMLTextAreaElement>) => {
      if (state.current !== "unused") return;
      state.current = "focused";
      if (currentTarget.selectionStart !== currentTarget.selectionEnd) return;
      currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length);
    },
    onClick: ({ currentTarget }: MouseEvent<HTMLTextAreaElement>) => {
      const { selectionStart, selectionEnd, value } = currentTarget;
      const isFirst = state.current === "focused" && prefilled && selectionStart === selectionEnd;
      state.current = "used";
      if (isFirst) currentTarget.setSelectionRange(value.length, value.length);
    },
    onKeyDown: () => {
      state.current = "used";
    },
  };
}

/** Counts a text that is nearly too long, and says by how much one is. Nothing is cut, and too long a text not sent. */
export function LengthLine({ text, limit }: { text: string; limit: number }) {
  const excess = text.length - limit;
  return (
    <p className={excess > 0 ? "length-line problem" : "hint length-line"} role="status">
      {excess > 0
        ? teamCopy.inquiry.composer.tooLong(excess, limit)
        : excess > -limit / 10 && (
            <span aria-hidden="true">{teamCopy.inquiry.composer.length(text.length, limit)}</span>
          )}
    </p>
  );
}

/** Says when the draft was saved, and offers to discard it, which moves the focus to the text. */
export function DraftLine(props: { savedAt: number | undefined; isBusy?: boolean; onDiscard: () => void }) {
  const { savedAt, isBusy = false, onDiscard } = props;
  const dates = useDateFormats();
  return (
    <div className="draft-line">
      {/* Rendered before its text, and without the time, so that it is announced once. */}
      <span className="visually-hidden" role="status">
        {savedAt !== undefined && teamCopy.inquiry.drafts.saved}
      </span>
      {savedAt !== undefined && (
        <>
          <IconButton
            label={teamCopy.inquiry.drafts.discard}
            title={teamCopy.inquiry.drafts.discard}
            busy={isBusy}
            onClick={onDiscard}
          >
            <AdminIcon name="trash" />
          </IconButton>
          <span className="draft-time" aria-hidden="true" title={teamCopy.inquiry.drafts.where}>
            {teamCopy.inquiry.drafts.savedAt(dates.time(new Date(savedAt).toISOString()))}
          </span>
        </>
      )}
    </div>
  );
}

/** Focuses the text and replaces a part of it, in a way that the browser's Undo can revert. */
export function replaceIn(box: HTMLTextAreaElement | null, [start, end]: [start: number, end: number], words: string) {
  if (box === null) return;
  box.focus();
  box.setSelectionRange(start, end);
  if (start === end && words === "") return;
  // The only call that creates an Undo step; no standard API does.
  if (document.execCommand(words === "" ? "delete" : "insertText", false, words)) return;
  box.setRangeText(words, start, end, "end");
  box.dispatchEvent(new Event("input", { bubbles: true }));
}
