import { AdminArea } from "../shell/admin-area.tsx";
import "./saved-replies.css";
import { ReplyManager } from "./reply-manager.tsx";

/** `/ContactAdmin/replies`: the saved replies. */
export function RepliesPage() {
  return (
    <AdminArea title="Saved replies">
      <ReplyManager />
    </AdminArea>
  );
}
