import { lazy, Suspense } from "react";
import { Modal } from "../../components/modal.tsx";
import { Spinner } from "../../components/spinner.tsx";
import { useTakenOver } from "../../components/use-taken-over.ts";

/** `first`: in the place of the page. `asking`, `later`: the owners have required it while the member was at work. */
export type SetUpState = "done" | "first" | "asking" | "later";

/** Fetched by whom it concerns. */
const SecondFactorSetUp = lazy(async () => ({
  default: (await import("./security/second-factor-set-up.tsx")).SecondFactorSetUp,
}));

/** Has a member set up a second factor before anything else; over a page that is open already, so that nothing typed is lost. */
export function SetUpFirst({ state, onChange }: { state: SetUpState; onChange: (state: SetUpState) => void }) {
  const form = <SetUp onDone={() => onChange("done")} />;
  return (
    <>
      {state === "first" && form}
      {state === "later" && (
        <div className="refusal">
          <p>A second factor is required of everybody now. What you typed is still here.</p>
          <button type="button" className="button" onClick={() => onChange("asking")}>
            Set one up
          </button>
        </div>
      )}
      <Modal
        open={state === "asking"}
        onClose={() => {
          if (state === "asking") onChange("later");
        }}
        title="Please set up a second factor"
        id="set-up-first-title"
      >
        {/* Kept while it is closed: recovery codes that stand here are shown this once. */}
        {(state === "asking" || state === "later") && form}
      </Modal>
    </>
  );
}

/** Not in the server's document, which waits for no script. */
function SetUp({ onDone }: { onDone: () => void }) {
  const ready = useTakenOver();
  const wait = <Spinner text="Loading..." />;
  return ready ? (
    <Suspense fallback={wait}>
      <SecondFactorSetUp onDone={onDone} />
    </Suspense>
  ) : (
    wait
  );
}
