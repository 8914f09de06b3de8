import { Dialog } from "#web/ui/dialog.tsx";
import { ImportForm } from "./import-form.tsx";

/** Imports a file of channels, with a preview of the changes. */
export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Import channels" id="import-title">
      {open && <ImportForm onDone={onClose} />}
    </Dialog>
  );
}
