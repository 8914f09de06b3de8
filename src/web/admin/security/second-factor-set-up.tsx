import "../settings/settings.css";
import "../team/team.css";
import "./security.css";
import { SecondFactorManager } from "./second-factor-manager.tsx";

/**
 * Shown to a member who must set up a second factor; `onDone` runs once it is set up and its recovery codes are saved.
 */
export function SecondFactorSetUp({ onDone }: { onDone: () => void }) {
  return (
    <div className="settings">
      <p className="lead">
        The owners of this desk require a second factor of everybody. Set one up, and everything else opens.
      </p>
      <SecondFactorManager onKept={onDone} />
    </div>
  );
}
