import { Button } from "#web/ui/button.tsx";

/** Says where the draft is kept, and offers to clear it. */
export function ClearDraft({ onClear }: { onClear: (() => void) | undefined }) {
  return (
    onClear !== undefined && (
      <p className="hint">
        What you typed stays in this tab until you send it.{" "}
        <Button variant="plain" onClick={onClear}>
          Clear
        </Button>
      </p>
    )
  );
}
