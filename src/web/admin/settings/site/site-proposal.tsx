import type { SiteView } from "#contract/site-settings.ts";
import { settingsApi } from "#web/api/settings-api.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { actionFailureText } from "../../forms/failure.tsx";
import { useDateWords } from "../../shell/dates.ts";
import { Differences } from "./site-history.tsx";
import { isStale, useSiteChange } from "./use-site.ts";

const replaced = "This is another change than the one before. Read it first.";

/** A change of the site that waits: what it changes, and its approval or withdrawal. */
export function SiteProposal({ proposal }: { proposal: NonNullable<SiteView["proposal"]> }) {
  const { id, changes, by, publishesAt, isStale: hasChanged, canApprove, approvesFrom } = proposal;
  const dates = useDateWords();
  const approve = useSiteChange<void>({
    make: () => settingsApi.approveSite(id),
    confirms: "publish the change",
    done: "Change published",
  });
  const withdraw = useSiteChange<void>({
    make: () => settingsApi.withdrawSite(id),
    confirms: "withdraw the change",
    done: "Change withdrawn",
  });
  const error = approve.error ?? withdraw.error;
  const isBusy = approve.isPending || withdraw.isPending;
  return (
    <Alert tone="warn">
      <p>
        <strong>A change by {by ?? "an owner"} waits.</strong>{" "}
        {publishesAt === null ? "Another owner has to approve it." : `It is published on ${dates.full(publishesAt)}.`}
        {hasChanged && " The same was changed since, so that it cannot be published: withdraw it, and change it again."}
        {approvesFrom !== null &&
          publishesAt === null &&
          ` You can approve changes from ${dates.full(approvesFrom)} on.`}
      </p>
      <Differences changes={changes} />
      {error !== null && <p>{isStale(error) ? replaced : actionFailureText(error)}</p>}
      <div className="actions">
        {canApprove && !hasChanged && (
          <Button variant="secondary" busy={approve.isPending} onClick={() => isBusy || approve.mutate()}>
            Approve and publish
          </Button>
        )}
        <Button variant="quiet" busy={withdraw.isPending} onClick={() => isBusy || withdraw.mutate()}>
          Withdraw
        </Button>
      </div>
    </Alert>
  );
}
