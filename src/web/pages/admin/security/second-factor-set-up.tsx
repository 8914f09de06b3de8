import "../../../styles/settings.css";
import "../../../styles/team.css";
import "../../../styles/security.css";
import { SecondFactorManager } from "./second-factor-manager.tsx";

/** What a member meets who must have a second factor and has none; `onDone` once there is one, and its recovery codes are kept. */
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
