import { AdminArea } from "../shell/admin-area.tsx";
import "./team.css";
import { Members } from "./members.tsx";

/** `/ContactAdmin/team`: the members of the team. */
export function TeamPage() {
  return (
    <AdminArea title="Team">
      <Members />
    </AdminArea>
  );
}
