import { AdminArea } from "../admin-area.tsx";
import "../../../styles/inbox.css";
import { ReplyManager } from "./reply-manager.tsx";

/** `/ContactAdmin/replies`: the texts that answers start from. */
export function RepliesPage() {
  return (
    <AdminArea title="Saved replies">
      <ReplyManager />
    </AdminArea>
  );
}
