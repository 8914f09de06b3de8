import { SecondFactorManager } from "./second-factor-manager.tsx";

/**
 * Shown to a member who must set up a second factor; `onDone` runs once it is set up and its recovery codes are saved.
 */
export function SecondFactorSetUp({ onDone }: { onDone: () => void }) {
  return (
    <div className="security-set-up">
      <p>The owners of this desk require a second factor of everybody. Once you have set one up, you can go on.</p>
      <SecondFactorManager onKept={onDone} />
    </div>
  );
}
