import { AdminArea } from "../admin-area.tsx";
import "../../../styles/settings.css";
import "../../../styles/team.css";
import "../../../styles/security.css";
import { SecondFactorManager } from "./second-factor-manager.tsx";
import { Sessions } from "./sessions.tsx";

/** `/ContactAdmin/security`: how one signs in oneself, and where one is. */
export function SecurityPage() {
  return (
    <AdminArea title="Your security">
      <SecondFactorManager />
      <Sessions />
    </AdminArea>
  );
}
