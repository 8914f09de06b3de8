import { AdminArea } from "#web/admin/shell/admin-area.tsx";
import { History } from "./history.tsx";

/** `/ContactAdmin/history`: every change of the channels. */
export function HistoryPage() {
  return (
    <AdminArea title="History of the channels">
      <History />
    </AdminArea>
  );
}
