import { useState } from "react";
import type { Contact } from "#contract/contact.ts";
import { ExportButton } from "./export-button.tsx";
import { ImportDialog } from "./import/import-dialog.tsx";
import { PreviewDialog } from "./preview-dialog.tsx";

/** The actions on the list as a whole. */
export function ListTools({ contacts, isOwner }: { contacts: readonly Contact[]; isOwner: boolean }) {
  const [open, setOpen] = useState<"preview" | "import">();
  const close = () => setOpen(undefined);
  return (
    <div className="list-tools" role="group" aria-label="The whole list">
      <button type="button" className="button quiet" onClick={() => setOpen("preview")}>
        Preview
      </button>
      <ExportButton />
      {isOwner && (
        <>
          <button type="button" className="button quiet" onClick={() => setOpen("import")}>
            Import
          </button>
          <ImportDialog open={open === "import"} onClose={close} />
        </>
      )}
      <PreviewDialog open={open === "preview"} contacts={contacts} onClose={close} />
    </div>
  );
}
