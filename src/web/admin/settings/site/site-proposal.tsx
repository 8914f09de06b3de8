import { teamCopy } from "#copy/current.ts";
import { isStale } from "#web/api/team-call.ts";
import type { SiteView } from "#contract/site/site-settings.ts";
import { settingsApi } from "#web/api/settings-api.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { actionFailureText } from "../../forms/failure.tsx";
import { useDateFormats } from "../../shell/dates.ts";
import { Differences } from "./site-history.tsx";
import { useSiteChange } from "./use-site.ts";

/** A change of the site that waits: what it changes, and its approval or withdrawal. */
export function SiteProposal({ proposal }: { proposal: NonNullable<SiteView["proposal"]> }) {
  const { id, changes, by, publishesAt, isStale: hasChanged, canApprove, approvesFrom } = proposal;
  const dates = useDateFormats();
  const approve = useSiteChange<void>({
    make: () => settingsApi.approveSite(id),
    confirms: teamCopy.site.confirms.publishChange,
    done: teamCopy.site.proposal.published,
  });
  const withdraw = useSiteChange<void>({
    make: () => settingsApi.withdrawSite(id),
    confirms: teamCopy.site.confirms.withdrawChange,
    done: teamCopy.site.proposal.withdrawn,
  });
  const error = approve.error ?? withdraw.error;
  const isBusy = approve.isPending || withdraw.isPending;
  return (
    <Alert tone="warn">
      <p>
        <strong>{teamCopy.site.proposal.waits(by ?? teamCopy.site.anOwner)}</strong>{" "}
        {publishesAt === null
          ? teamCopy.site.proposal.needsOther
          : teamCopy.site.proposal.publishes(dates.full(publishesAt))}
        {hasChanged && ` ${teamCopy.site.proposal.conflicts}`}
        {approvesFrom !== null &&
          publishesAt === null &&
          ` ${teamCopy.site.proposal.approvesFrom(dates.full(approvesFrom))}`}
      </p>
      <Differences changes={changes} />
      {error !== null && <p>{isStale(error) ? teamCopy.site.proposal.replaced : actionFailureText(error)}</p>}
      <div className="actions">
        {canApprove && !hasChanged && (
          <Button variant="secondary" busy={approve.isPending} onClick={() => isBusy || approve.mutate()}>
            {teamCopy.site.proposal.approve}
          </Button>
        )}
        <Button variant="quiet" busy={withdraw.isPending} onClick={() => isBusy || withdraw.mutate()}>
          {teamCopy.site.proposal.withdraw}
        </Button>
      </div>
    </Alert>
  );
}
