import { AdminArea } from "../shell/admin-area.tsx";
import { useMember } from "../shell/signed-in-area.tsx";
import "./settings.css";
import { SettingsManager } from "./settings-manager.tsx";

export function SettingsPage() {
  return (
    <AdminArea title="Settings">
      <OwnersOnly />
    </AdminArea>
  );
}

function OwnersOnly() {
  const { role } = useMember();
  if (role === "owner") return <SettingsManager />;
  return (
    <section className="settings-section">
      <h2>Only owners change the settings</h2>
      <p>You are signed in as an agent. If something here should be different, please ask an owner of this desk.</p>
    </section>
  );
}
