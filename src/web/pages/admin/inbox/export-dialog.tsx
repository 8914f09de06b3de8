import type { InboxFilter } from "#contract/inbox.ts";
import { Modal } from "../../../components/modal.tsx";
import { exportAddress } from "../../../inbox-api.ts";

/** Downloads the inquiries of the view, or those that are chosen. */
export function ExportDialog(props: {
  open: boolean;
  filter: InboxFilter;
  ids: string[];
  total: string;
  onClose: () => void;
}) {
  const { open, filter, ids, total, onClose } = props;
  return (
    <Modal open={open} onClose={onClose} title="Export" id="export-title">
      <div className="export-ways">
        <p>{ids.length > 0 ? `${ids.length} chosen` : total}</p>
        <a className="button quiet" href={exportAddress("csv", filter)} download>
          CSV
        </a>
      </div>
    </Modal>
  );
}
