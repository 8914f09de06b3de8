import { AdminArea } from "../admin-area.tsx";
import "../../../styles/inbox.css";
import { Inbox } from "./inbox.tsx";

/** `/ContactAdmin/inquiries`: every inquiry, and what is done to it. */
export function InboxPage() {
  return (
    <AdminArea title="Inquiries">
      <Inbox />
    </AdminArea>
  );
}
