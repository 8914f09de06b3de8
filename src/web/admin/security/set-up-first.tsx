import { lazy, Suspense } from "react";
import { teamCopy } from "#copy/current.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Dialog } from "#web/ui/panels/dialog.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { useHydrated } from "#web/page/use-hydrated.ts";

/** `first`: in place of the page. `asking`, `later`: the owners have required it while the member was working. */
export type SetUpState = "done" | "first" | "asking" | "later";

/** Loaded on demand. */
const SecondFactorSetUp = lazy(async () => ({
  default: (await import("./second-factor-set-up.tsx")).SecondFactorSetUp,
}));

/** Makes a member set up a second factor first; over an open page, so that nothing typed is lost. */
export function SetUpFirst({ state, onChange }: { state: SetUpState; onChange: (state: SetUpState) => void }) {
  const form = <SetUp onDone={() => onChange("done")} />;
  return (
    <>
      {state === "first" && form}
      {state === "later" && (
        <Alert>
          <p>
            <strong>{teamCopy.security.setUpFirst.required}</strong> {teamCopy.security.setUpFirst.kept}
          </p>
          <Button variant="secondary" onClick={() => onChange("asking")}>
            {teamCopy.security.setUpFirst.setUp}
          </Button>
        </Alert>
      )}
      <Dialog
        open={state === "asking"}
        onClose={() => {
          if (state === "asking") onChange("later");
        }}
        title={teamCopy.security.setUpFirst.title}
        id="set-up-first-title"
      >
        {/* Mounted while closed: its recovery codes are shown only once. */}
        {(state === "asking" || state === "later") && form}
      </Dialog>
    </>
  );
}

/** Left out of the server's document, since the server does not wait for lazy scripts. */
function SetUp({ onDone }: { onDone: () => void }) {
  const ready = useHydrated();
  const wait = <Spinner text={teamCopy.forms.loading} />;
  return ready ? (
    <Suspense fallback={wait}>
      <SecondFactorSetUp onDone={onDone} />
    </Suspense>
  ) : (
    wait
  );
}
