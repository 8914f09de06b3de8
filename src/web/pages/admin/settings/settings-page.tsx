import { AdminArea } from "../admin-area.tsx";

export function SettingsPage() {
  return <AdminArea title="Settings">{null}</AdminArea>;
}
