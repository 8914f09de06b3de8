import { AdminArea } from "../shell/admin-area.tsx";
import { ContactManager } from "./contact-manager.tsx";

/** `/ContactAdmin`: the channels. */
export function ChannelsPage() {
  return (
    <AdminArea title="Contact Management">
      <ContactManager />
    </AdminArea>
  );
}
