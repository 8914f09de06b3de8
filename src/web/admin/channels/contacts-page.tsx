import { AdminArea } from "../shell/admin-area.tsx";
import { ContactManager } from "./contact-manager.tsx";

/** `/ContactAdmin`: the channels. */
export function ContactsPage() {
  return (
    <AdminArea title="Contact Management">
      <ContactManager />
    </AdminArea>
  );
}
