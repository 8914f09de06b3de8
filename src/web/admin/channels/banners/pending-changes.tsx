import type { ProposalEntry } from "#contract/channel-list.ts";
import { paths } from "#contract/paths.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { useDateWords } from "#web/admin/shell/dates.ts";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { PersonName } from "#web/admin/shell/person.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { changedValue, changeTitle } from "../history/change-copy.ts";
import { ChangedValue, Difference } from "../history/difference.tsx";
import { ScheduleWords } from "../schedule/schedules.tsx";
import { useChannelChange } from "../use-contacts.ts";

interface PendingProps {
  proposals: readonly ProposalEntry[];
  isOwner: boolean;
  /** The button that had the focus disappears with its change. */
  onDone: () => void;
}

/** One line on the changes that wait, with the newest of them; all of them stand in their view. */
export function PendingAlert({ proposals, isOwner, onDone }: PendingProps) {
  const newest = proposals.at(-1);
  if (newest === undefined) return null;
  const count = proposals.length;
  return (
    <Alert tone="warn" className="pending" role="region" aria-label="Changes that wait">
      <p>
        <strong>{count === 1 ? `1 change waits${waitsFor(newest)}.` : `${count} changes wait to be published.`}</strong>{" "}
        <ProposalWords proposal={newest} />{" "}
        <span className="hint">
          <ProposedBy proposal={newest} />. Visitors do not see {count === 1 ? "it" : "them"} yet.
        </span>
      </p>
      <ButtonLink variant="secondary" size="small" to={waitingView}>
        Review
      </ButtonLink>
      <ProposalActions proposal={newest} isOwner={isOwner} onDone={onDone} />
    </Alert>
  );
}

export const waitingView = `${paths.channels}?view=waiting`;

/** Every change that waits, in full, the newest first. */
export function PendingList({ proposals, isOwner, onDone }: PendingProps) {
  if (proposals.length === 0) {
    return (
      <EmptyState>
        <p>No change waits. What needs another owner&apos;s approval stands here.</p>
      </EmptyState>
    );
  }
  return (
    <ol className="plain-list pending-list" aria-label="Changes that wait">
      {proposals.toReversed().map((proposal) => (
        <li key={proposal.id} className="card pending-change">
          <h3>
            <ProposalWords proposal={proposal} />
          </h3>
          <p className="hint">
            <ProposedBy proposal={proposal} />
          </p>
          <Difference change={proposal} skipsValue={changedValue(proposal) !== undefined} />
          {proposal.schedule !== undefined && <ScheduleWords schedule={proposal.schedule} />}
          <WaitWords proposal={proposal} />
          <div className="form-actions">
            <ProposalActions proposal={proposal} isOwner={isOwner} onDone={onDone} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function ProposalWords({ proposal }: { proposal: ProposalEntry }) {
  const value = changedValue(proposal);
  return value === undefined ? changeTitle(proposal) : <ChangedValue change={value} />;
}

function ProposedBy({ proposal: { by, at } }: { proposal: ProposalEntry }) {
  const { short, full } = useDateWords();
  return (
    <>
      {by !== null && (
        <>
          <PersonName email={by} />,{" "}
        </>
      )}
      <time dateTime={at} title={full(at)}>
        {short(at)}
      </time>
    </>
  );
}

/** What it waits for, after "1 change waits". */
function waitsFor({ publishesAt, canApprove }: ProposalEntry): string {
  if (publishesAt !== null) return " to be published";
  return canApprove ? " for your approval" : " for another owner's approval";
}

function WaitWords({ proposal: { publishesAt, canApprove, isStale, approvesFrom } }: { proposal: ProposalEntry }) {
  const { recent } = useDateWords();
  if (isStale) {
    return <p>The list has changed meanwhile, so this can no longer be published. Withdraw it and make it again.</p>;
  }
  return (
    <>
      <p>
        {publishesAt !== null
          ? `It is published on ${recent(publishesAt)}, unless somebody withdraws it.`
          : canApprove
            ? "It is published once you approve it."
            : "It is published once another owner approves it."}
      </p>
      {approvesFrom !== null && <p>You became an owner recently. You can approve from {recent(approvesFrom)}.</p>}
    </>
  );
}

function ProposalActions(props: { proposal: ProposalEntry; isOwner: boolean; onDone: () => void }) {
  const { proposal, isOwner, onDone } = props;
  const { id, isStale, canApprove } = proposal;
  const approve = useChannelChange({ mutationFn: channelApi.approve, failed: "Failed to approve" });
  const withdraw = useChannelChange({ mutationFn: channelApi.withdraw, failed: "Failed to withdraw" });
  const busy = approve.isPending || withdraw.isPending;
  const error = approve.error ?? withdraw.error;
  const title = changeTitle(proposal);
  return (
    <>
      {isOwner && canApprove && !isStale && (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Approve: ${title}`}
          busy={busy}
          onClick={() => approve.mutate(id, { onSuccess: onDone })}
        >
          {approve.isPending ? "Approving..." : "Approve"}
        </Button>
      )}
      <Button
        variant="quiet"
        size="small"
        aria-label={`Withdraw: ${title}`}
        busy={busy}
        onClick={() => withdraw.mutate(id, { onSuccess: onDone })}
      >
        {withdraw.isPending ? "Withdrawing..." : "Withdraw"}
      </Button>
      {error !== null && (
        <p className="pending-error" role="alert">
          {actionFailureText(error)}
        </p>
      )}
    </>
  );
}
