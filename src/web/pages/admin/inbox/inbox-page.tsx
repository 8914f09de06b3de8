import { AdminArea } from "../admin-area.tsx";

export function InboxPage() {
  return <AdminArea title="Inquiries">{null}</AdminArea>;
}
