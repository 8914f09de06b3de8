import { AdminArea } from "../admin-area.tsx";

export function TeamPage() {
  return <AdminArea title="Team">{null}</AdminArea>;
}
