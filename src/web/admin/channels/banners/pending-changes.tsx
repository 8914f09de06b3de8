import type { ProposalEntry } from "#contract/channel-list.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { useDateWords } from "#web/admin/shell/dates.ts";
import { actionFailureText } from "#web/admin/shell/failure.tsx";
import { changeTitle } from "../history/change-copy.ts";
import { Difference } from "../history/difference.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { ScheduleWords } from "../schedule/schedule-copy.tsx";
import { useChannelChange } from "../use-contacts.ts";

/** The number of channels shown of each change; an approver can open the others. */
const mostChannels = 3;

/** The pending changes (approval by a second owner, or a delay): the newest visible, the others behind a disclosure. */
export function WaitingChanges(props: { proposals: readonly ProposalEntry[]; isOwner: boolean; onDone: () => void }) {
  const { proposals, isOwner, onDone } = props;
  const [newest, ...others] = proposals.toReversed();
  if (newest === undefined) return null;
  const entry = (proposal: ProposalEntry) => (
    <WaitingChange key={proposal.id} proposal={proposal} isOwner={isOwner} onDone={onDone} />
  );
  return (
    <section className="notice" aria-label="Changes that wait">
      <p>
        <strong>
          {proposals.length === 1
            ? "1 change waits to be published."
            : `${proposals.length} changes wait to be published.`}
        </strong>{" "}
        {proposals.length === 1 ? "Visitors do not see it yet." : "Visitors do not see them yet."}
      </p>
      {entry(newest)}
      {others.length > 0 && (
        <Disclosure summary={others.length === 1 ? "1 more that waits" : `${others.length} more that wait`}>
          {others.map(entry)}
        </Disclosure>
      )}
    </section>
  );
}

function WaitingChange(props: { proposal: ProposalEntry; isOwner: boolean; onDone: () => void }) {
  const { proposal, isOwner, onDone } = props;
  const { by, at, publishesAt, isStale, canApprove, approvesFrom, schedule } = proposal;
  const { recent } = useDateWords();
  const approve = useChannelChange({ mutationFn: channelApi.approve, failed: "Failed to approve" });
  const withdraw = useChannelChange({ mutationFn: channelApi.withdraw, failed: "Failed to withdraw" });
  const busy = approve.isPending || withdraw.isPending;
  const error = approve.error ?? withdraw.error;
  const title = changeTitle(proposal);
  return (
    <div className="told-change">
      <p>
        {title}
        <span className="hint">
          {" "}
          · <time dateTime={at}>{recent(at)}</time>
          {by !== null && ` · ${by}`}
        </span>
      </p>
      <Difference change={proposal} most={mostChannels} />
      {schedule !== undefined && <ScheduleWords schedule={schedule} />}
      <p className="hint">{isStale ? staleText : waitText(publishesAt, canApprove, recent)}</p>
      {!isStale && approvesFrom !== null && (
        <p className="hint">You became an owner lately: you can approve from {recent(approvesFrom)} on.</p>
      )}
      <div className="form-actions">
        {isOwner && canApprove && !isStale && (
          <Button
            aria-label={`Approve: ${title}`}
            busy={busy}
            onClick={() => approve.mutate(proposal.id, { onSuccess: onDone })}
          >
            {approve.isPending ? "Approving..." : "Approve"}
          </Button>
        )}
        <Button
          variant="secondary"
          aria-label={`Withdraw: ${title}`}
          busy={busy}
          onClick={() => withdraw.mutate(proposal.id, { onSuccess: onDone })}
        >
          {withdraw.isPending ? "Withdrawing..." : "Withdraw"}
        </Button>
      </div>
      {error !== null && <Alert role="alert">{actionFailureText(error)}</Alert>}
    </div>
  );
}

const staleText =
  "The list has changed meanwhile, so that this cannot be published any more. Withdraw it, and make it anew.";

function waitText(publishesAt: string | null, canApprove: boolean, recent: (instant: string) => string): string {
  if (publishesAt !== null) return `It is published by itself on ${recent(publishesAt)}, unless somebody withdraws it.`;
  return canApprove ? "It is published once you approve it." : "It is published once another owner approves it.";
}
