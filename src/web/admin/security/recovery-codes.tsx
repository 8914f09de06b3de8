import { useState } from "react";
import { securityApi } from "#web/api/security-api.ts";
import { ConfirmedChange } from "../shell/confirmed-change.tsx";
import { useSecondFactorChange } from "./use-second-factor.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";

/** The number of remaining codes from which new ones are suggested. */
const few = 3;

/** The number of remaining recovery codes, and a button for new ones. */
export function RecoveryCodes({ left, onCodes }: { left: number; onCodes: (codes: readonly string[]) => void }) {
  const [isAsking, setAsking] = useState(false);
  const renew = useSecondFactorChange<void, string[]>({
    mutationFn: securityApi.renewRecoveryCodes,
    done: "The new recovery codes are ready",
    failed: "Failed to make new recovery codes",
  });

  return (
    <section className="settings-section" aria-labelledby="recovery-title">
      <div className="settings-head">
        <h2 id="recovery-title">Recovery codes</h2>
        <Badge tone={left <= few ? "bad" : "good"}>{left} left</Badge>
      </div>
      <p>
        With one of them you get in when your phone or your passkey is lost.{" "}
        {left <= few && "Please make new ones before they run out."}
      </p>
      <div className="form-actions">
        <Button variant="secondary" onClick={() => setAsking(true)}>
          Make new recovery codes
        </Button>
      </div>
      <ConfirmedChange
        open={isAsking}
        title="Make new recovery codes?"
        id="renew-recovery"
        action="Make new ones"
        busyAction="Making..."
        change={renew}
        input={undefined}
        onClose={() => setAsking(false)}
        onDone={onCodes}
      >
        The codes that you have kept are worth nothing then.
      </ConfirmedChange>
    </section>
  );
}
