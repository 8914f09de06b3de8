import { useState } from "react";
import type { Contact } from "#contract/contact.ts";
import { ExportButton } from "./export-button.tsx";
import { ImportDialog } from "./import/import-dialog.tsx";
import { PreviewDialog } from "./preview-dialog.tsx";
import { Button } from "#web/ui/button.tsx";

/** The actions on the list as a whole. */
export function ListTools({ contacts, isOwner }: { contacts: readonly Contact[]; isOwner: boolean }) {
  const [open, setOpen] = useState<"preview" | "import">();
  const close = () => setOpen(undefined);
  return (
    <div className="list-tools" role="group" aria-label="The whole list">
      <Button variant="secondary" onClick={() => setOpen("preview")}>
        Preview
      </Button>
      <ExportButton />
      {isOwner && (
        <>
          <Button variant="secondary" onClick={() => setOpen("import")}>
            Import
          </Button>
          <ImportDialog open={open === "import"} onClose={close} />
        </>
      )}
      <PreviewDialog open={open === "preview"} contacts={contacts} onClose={close} />
    </div>
  );
}
