import { teamCopy } from "#copy/current.ts";
import type { ProposalEntry } from "#contract/channels/channel-list.ts";
import { paths } from "#contract/paths.ts";
import { channelApi } from "#web/api/channel-api.ts";
import { useDateFormats } from "#web/admin/shell/dates.ts";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import { PersonName } from "#web/admin/shell/person.tsx";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button, ButtonLink } from "#web/ui/buttons/button.tsx";
import { EmptyState } from "../../shell/empty-state.tsx";
import { changedValue, changeTitle } from "../history/change-sentences.ts";
import { ChangedValue, Difference } from "../history/difference.tsx";
import { ScheduleText } from "../schedule/schedules.tsx";
import { useChannelChange } from "../use-team-channels.ts";

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
    <Alert tone="warn" className="pending" role="region" aria-label={teamCopy.channels.banners.pending.label}>
      <p>
        <strong>{count === 1 ? waitsFor(newest) : teamCopy.channels.banners.pending.several(count)}</strong>{" "}
        <ProposalText proposal={newest} />{" "}
        <span className="hint">
          <ProposedBy proposal={newest} />
          {teamCopy.channels.banners.pending.notSeen(count)}
        </span>
      </p>
      <ButtonLink variant="secondary" size="small" to={waitingView}>
        {teamCopy.channels.banners.pending.review}
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
      <EmptyState icon="check">
        <p>{teamCopy.channels.banners.pending.none}</p>
      </EmptyState>
    );
  }
  return (
    <ol className="plain-list pending-list" aria-label={teamCopy.channels.banners.pending.label}>
      {proposals.toReversed().map((proposal) => (
        <li key={proposal.id} className="card pending-change">
          <h3>
            <ProposalText proposal={proposal} />
          </h3>
          <p className="hint">
            <ProposedBy proposal={proposal} />
          </p>
          <Difference change={proposal} skipsValue={changedValue(proposal) !== undefined} />
          {proposal.schedule !== undefined && <ScheduleText schedule={proposal.schedule} />}
          <WaitText proposal={proposal} />
          <div className="form-actions">
            <ProposalActions proposal={proposal} isOwner={isOwner} onDone={onDone} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function ProposalText({ proposal }: { proposal: ProposalEntry }) {
  const value = changedValue(proposal);
  return value === undefined ? changeTitle(proposal) : <ChangedValue change={value} />;
}

function ProposedBy({ proposal: { by, at } }: { proposal: ProposalEntry }) {
  const { short, full } = useDateFormats();
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

/** Returns the text about what this proposal waits for. */
function waitsFor({ publishesAt, canApprove }: ProposalEntry): string {
  if (publishesAt !== null) return teamCopy.channels.banners.pending.toBePublished;
  return canApprove ? teamCopy.channels.banners.pending.forYou : teamCopy.channels.banners.pending.forOther;
}

function WaitText({ proposal: { publishesAt, canApprove, isStale, approvesFrom } }: { proposal: ProposalEntry }) {
  const { recent } = useDateFormats();
  if (isStale) {
    return <p>{teamCopy.channels.banners.pending.stale}</p>;
  }
  return (
    <>
      <p>
        {publishesAt !== null
          ? teamCopy.channels.banners.pending.publishedOn(recent(publishesAt))
          : canApprove
            ? teamCopy.channels.banners.pending.onceYouApprove
            : teamCopy.channels.banners.pending.onceApproved}
      </p>
      {approvesFrom !== null && <p>{teamCopy.channels.banners.pending.approvesFrom(recent(approvesFrom))}</p>}
    </>
  );
}

function ProposalActions(props: { proposal: ProposalEntry; isOwner: boolean; onDone: () => void }) {
  const { proposal, isOwner, onDone } = props;
  const { id, isStale, canApprove } = proposal;
  const approve = useChannelChange({ mutationFn: channelApi.approve, confirms: teamCopy.channels.tasks.approve });
  const withdraw = useChannelChange({ mutationFn: channelApi.withdraw, confirms: teamCopy.channels.tasks.withdraw });
  const busy = approve.isPending || withdraw.isPending;
  const error = approve.error ?? withdraw.error;
  const title = changeTitle(proposal);
  return (
    <>
      {isOwner && canApprove && !isStale && (
        <Button
          variant="secondary"
          size="small"
          aria-label={`${teamCopy.channels.banners.pending.approve}: ${title}`}
          busy={busy}
          onClick={() => approve.mutate(id, { onSuccess: onDone })}
        >
          {approve.isPending ? teamCopy.channels.banners.pending.approving : teamCopy.channels.banners.pending.approve}
        </Button>
      )}
      <Button
        variant="quiet"
        size="small"
        aria-label={`${teamCopy.channels.banners.pending.withdraw}: ${title}`}
        busy={busy}
        onClick={() => withdraw.mutate(id, { onSuccess: onDone })}
      >
        {withdraw.isPending
          ? teamCopy.channels.banners.pending.withdrawing
          : teamCopy.channels.banners.pending.withdraw}
      </Button>
      {error !== null && (
        <p className="pending-error" role="alert">
          {actionFailureText(error)}
        </p>
      )}
    </>
  );
}
