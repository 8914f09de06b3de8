import { AdminArea } from "../shell/admin-area.tsx";
import { useMember } from "../shell/signed-in-area.tsx";
import "./audit-log.css";
import { AuditLog } from "./audit-log.tsx";

/** `/ContactAdmin/audit-log`: who did what, for owners. */
export function AuditLogPage() {
  return (
    <AdminArea title="Audit log">
      <OwnersOnly />
    </AdminArea>
  );
}

function OwnersOnly() {
  const { role } = useMember();
  if (role === "owner") return <AuditLog />;
  return (
    <section>
      <h2>Only owners see the audit log</h2>
      <p>You are signed in as an agent. If you need to know something of it, please ask an owner of this desk.</p>
    </section>
  );
}
