import { AdminArea } from "../admin-area.tsx";
import "../../../styles/team.css";
import { Members } from "./members.tsx";

/** `/ContactAdmin/team`: the members of the team. */
export function TeamPage() {
  return (
    <AdminArea title="Team">
      <Members />
    </AdminArea>
  );
}
