import { teamCopy } from "#copy/current.ts";
import { SecondFactorManager } from "./second-factor-manager.tsx";

/**
 * Shown to a member who must set up a second factor; `onDone` runs once it is set up and its recovery codes are saved.
 */
export function SecondFactorSetUp({ onDone }: { onDone: () => void }) {
  return (
    <div className="security-set-up">
      <p>{teamCopy.security.setUpFirst.about}</p>
      <SecondFactorManager onKept={onDone} />
    </div>
  );
}
