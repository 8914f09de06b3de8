import { AdminArea } from "../admin-area.tsx";
import "../../../styles/team.css";
import { Members } from "./members.tsx";
import { Sessions } from "./sessions.tsx";

/** `/ContactAdmin/team`: who belongs to the team, and where one is signed in oneself. */
export function TeamPage() {
  return (
    <AdminArea title="Team">
      <Members />
      <Sessions />
    </AdminArea>
  );
}
