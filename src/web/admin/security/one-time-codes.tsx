import { useRef, useState } from "react";
import type { CodesSetUp } from "#contract/second-factor.ts";
import { securityApi } from "#web/api/security-api.ts";
import { ConfirmedChange } from "../shell/confirmed-change.tsx";
import { actionFailureText } from "../shell/failure-text.ts";
import { CodesSetUpForm } from "./codes-set-up-form.tsx";
import { useSecondFactorChange } from "./use-second-factor.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";

/** One-time codes of an app: set-up and removal. `onCodes` gets the recovery codes that come with the first factor. */
export function OneTimeCodes({ isOn, onCodes }: { isOn: boolean; onCodes: (codes: readonly string[]) => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [begun, setBegun] = useState<CodesSetUp>();
  const [isAsking, setAsking] = useState(false);
  const begin = useSecondFactorChange({
    mutationFn: securityApi.beginCodes,
    failed: "Failed to begin",
  });
  const remove = useSecondFactorChange({
    mutationFn: securityApi.removeCodes,
    done: "One-time codes removed",
    failed: "Failed to remove the one-time codes",
  });

  return (
    <section className="settings-section" aria-labelledby="codes-title">
      <div className="settings-head">
        <h2 id="codes-title" ref={heading} tabIndex={-1}>
          One-time codes
        </h2>
        <Badge tone={isOn ? "good" : undefined}>{isOn ? "On" : "Off"}</Badge>
      </div>
      <p>An authenticator app on your phone shows six digits that change every half minute. It needs no network.</p>
      {begin.error !== null && <Alert role="alert">{actionFailureText(begin.error)}</Alert>}
      {begun !== undefined && !isOn ? (
        <CodesSetUpForm
          setUp={begun}
          onCancel={() => {
            setBegun(undefined);
            heading.current?.focus();
          }}
          onOn={(recoveryCodes) => {
            setBegun(undefined);
            if (recoveryCodes === null) heading.current?.focus();
            else onCodes(recoveryCodes);
          }}
        />
      ) : (
        <div className="form-actions">
          {isOn ? (
            <Button variant="danger-outline" onClick={() => setAsking(true)}>
              Remove the one-time codes
            </Button>
          ) : (
            <Button busy={begin.isPending} onClick={() => begin.mutate(undefined, { onSuccess: setBegun })}>
              {begin.isPending ? "Making a secret..." : "Set up one-time codes"}
            </Button>
          )}
        </div>
      )}
      <ConfirmedChange
        open={isAsking}
        title="Remove the one-time codes?"
        id="remove-codes"
        action="Remove"
        busyAction="Removing..."
        change={remove}
        input={undefined}
        onClose={() => setAsking(false)}
        onDone={() => heading.current?.focus()}
      >
        The codes that your app shows are worth nothing then. You can set them up again, with a new secret.
      </ConfirmedChange>
    </section>
  );
}
