import { Button } from "#web/ui/button.tsx";

/** Says that the field above has a saved draft, and offers to discard it. `onDiscard` moves the focus to the field. */
export function DraftLine({ isKept, onDiscard }: { isKept: boolean; onDiscard: () => void }) {
  return (
    <div className="draft-line">
      <p className="hint" role="status">
        {isKept && "Draft kept in this browser"}
      </p>
      {isKept && (
        <Button variant="secondary" size="small" onClick={onDiscard}>
          Discard draft
        </Button>
      )}
    </div>
  );
}
