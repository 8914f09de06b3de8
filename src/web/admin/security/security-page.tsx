import { AdminArea } from "../shell/admin-area.tsx";
import "../settings/settings.css";
import "../team/team.css";
import "./security.css";
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
