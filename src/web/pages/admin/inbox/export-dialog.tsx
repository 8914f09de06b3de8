import { useState } from "react";
import type { InboxFilter } from "#contract/inbox.ts";
import { Modal } from "../../../components/modal.tsx";
import { exportAddress, type ExportFormat } from "../../../inbox-api.ts";

const formats: ReadonlyArray<{ format: ExportFormat; label: string; hint: string }> = [
  { format: "csv", label: "CSV", hint: "For Excel and other spreadsheets." },
  { format: "jsonl", label: "JSON Lines", hint: "For other programs: one inquiry on each line." },
];

/** Downloads the inquiries of the view, or those that are chosen. */
export function ExportDialog(props: { open: boolean; filter: InboxFilter; ids: string[]; onClose: () => void }) {
  const { open, filter, ids, onClose } = props;
  return (
    <Modal open={open} onClose={onClose} title="Export" id="export-title">
      {open && formats.map(({ format }) => <a key={format} href={exportAddress(format, filter)} download>{format}{ids.length}</a>)}
    </Modal>
  );
}
