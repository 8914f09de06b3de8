import { AdminArea } from "../admin-area.tsx";
import "../../../styles/settings.css";
import "../../../styles/team.css";
import "../../../styles/security.css";
import { OwnPassword } from "./own-password.tsx";
import { SecondFactorManager } from "./second-factor-manager.tsx";
import { Sessions } from "./sessions.tsx";

/** `/ContactAdmin/security`: the member's own sign-in methods and sessions. */
export function SecurityPage() {
  return (
    <AdminArea title="Your security">
      <SecondFactorManager />
      <OwnPassword />
      <Sessions />
    </AdminArea>
  );
}
