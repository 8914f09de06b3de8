import { AdminArea } from "../admin-area.tsx";

export function RepliesPage() {
  return <AdminArea title="Saved replies">{null}</AdminArea>;
}
