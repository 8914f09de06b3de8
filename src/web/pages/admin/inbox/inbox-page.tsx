import { useLocation } from "../../../router.tsx";
import { AdminArea } from "../admin-area.tsx";
import "../../../styles/inbox.css";
import { showsBin } from "./bin-address.ts";
import { Bin } from "./bin.tsx";
import { Inbox } from "./inbox.tsx";

/** `/ContactAdmin/inquiries`: every inquiry and its actions; with `?view=bin` the deleted ones. */
export function InboxPage() {
  const { search } = useLocation();
  if (showsBin(search)) {
    return (
      <AdminArea title="Bin">
        <Bin />
      </AdminArea>
    );
  }
  return (
    <AdminArea title="Inquiries">
      <Inbox />
    </AdminArea>
  );
}
