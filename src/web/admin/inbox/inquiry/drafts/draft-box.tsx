import { teamCopy } from "#copy/current.ts";
import type { ComponentProps, KeyboardEvent, RefObject } from "react";
import { useDateFormats } from "#web/admin/shell/dates.ts";
import { AdminIcon } from "#web/admin/shell/icons.tsx";
import { IconButton } from "#web/ui/buttons/icon-button.tsx";

/** A text whose draft is kept. Ctrl + Enter sends it. */
export function DraftBox(
  props: {
    box: RefObject<HTMLTextAreaElement | null>;
    onType: (text: string) => void;
    onSend: () => void;
  } & Omit<ComponentProps<"textarea">, "ref" | "onChange">,
) {
  const { box, onType, onSend, onKeyDown, ...rest } = props;

  function hear(event: KeyboardEvent<HTMLTextAreaElement>) {
    const { key, ctrlKey, metaKey, nativeEvent } = event;
    if (key === "Enter" && (ctrlKey || metaKey) && !nativeEvent.isComposing) onSend();
    else onKeyDown?.(event);
  }

  return (
    <textarea
      {...rest}
      ref={box}
      rows={2}
      dir="auto"
      onChange={({ target }) => onType(target.value)}
      onKeyDown={hear}
    />
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
  // Only this creates an Undo step; no standard API does.
  if (document.execCommand(words === "" ? "delete" : "insertText", false, words)) return;
  box.setRangeText(words, start, end, "end");
  box.dispatchEvent(new Event("input", { bubbles: true }));
}
