import { teamCopy } from "#copy/current.ts";
import type { Viewer } from "#contract/inbox/inbox-events.ts";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import { maySnooze } from "#domain/inquiries/snooze.ts";
import { Ago, useNow } from "#web/admin/shell/ago.tsx";
import { useDateFormats } from "#web/admin/shell/dates.ts";
import { AdminIcon } from "#web/admin/shell/icons.tsx";
import { useMember } from "#web/admin/shell/member.ts";
import { Avatar, personName } from "#web/admin/shell/person.tsx";
import { Link } from "#web/page/router.tsx";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/buttons/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/panels/menu.tsx";
import { joined } from "#web/ui/joined.ts";
import { langOf } from "#web/ui/text-language.ts";
import { useToast } from "#web/ui/messages/toast.tsx";
import { answeringText, assignedText } from "../change-text.ts";
import { choiceChange } from "../team-fields.ts";
import { obstacleTo } from "../merge/merge-dialog.tsx";
import { isSnoozed, snoozeState, untilText } from "../snooze/snooze-text.ts";
import type { InquiryActions } from "../use-changes.ts";
import type { InboxView } from "../use-inbox-view.ts";

interface BackProps {
  view: InboxView;
  onBack: () => void;
}

/** Shows the visitor and who else has the inquiry open, with the actions on it. */
export function ConversationHead(
  props: BackProps & {
    inquiry: InquiryDetail;
    viewers: readonly Viewer[];
    actions: InquiryActions;
    /** Whether the details are a column of their own. */
    isColumn: boolean;
    onDetails: () => void;
    onSnooze: (inquiry: InquiryDetail) => void;
    onMerge: () => void;
    onNext?: () => void;
  },
) {
  const { inquiry, viewers, actions, isColumn, onDetails, onSnooze, onMerge, onNext } = props;
  const { name, reference, status, assignee, snooze, receivedAt } = inquiry;
  const me = useMember();
  const dates = useDateFormats();
  const now = useNow();
  const ready = useHydrated();
  const toast = useToast();
  const others = viewers.filter((person) => person.id !== me.id);
  const isClosed = status === "closed";

  async function copyLink() {
    try {
      await navigator.clipboard.writeText(location.href);
      toast("success", teamCopy.inquiry.head.linkCopied);
    } catch {
      toast("error", teamCopy.inquiry.head.linkNotCopied);
    }
  }
  const close = () => actions.change([inquiry], ...choiceChange("status", "closed"));
  const mayGoOn = inquiry.binned === null && !isClosed && onNext !== undefined;
  const closeAndNext = mayGoOn
    ? () => {
        close();
        onNext();
      }
    : undefined;
  const isAsleep = isSnoozed(inquiry);
  const wake = () => actions.change([inquiry], { snoozedUntil: null }, teamCopy.inbox.words.woken);
  return (
    <header className="conversation-head">
      <BackLink {...props} />
      <div className={joined("conversation-title", snooze !== null && "with-snooze")}>
        <h2 dir="auto" lang={langOf(name)} title={name}>
          {name || teamCopy.inbox.report}
        </h2>
        <p>
          {snooze !== null && (
            <>
              <span className="head-snooze" title={snoozeState(snooze, dates)}>
                <AdminIcon name="moon" />
                {!snooze.isOver && <span className="visually-hidden">{teamCopy.inbox.snooze.snoozed} </span>}
                {snooze.isOver ? teamCopy.inbox.snooze.over : untilText(snooze.until, dates)}
              </span>
              {" · "}
            </>
          )}
          <span className="inquiry-reference">{reference}</span>
          {/* Shown beside the conversation where the details are a column. */}
          {!isColumn && (
            <>
              {" · "}
              {teamCopy.inbox.statuses[status]}
              {" · "}
              <Ago at={receivedAt} now={now} dates={dates} />
            </>
          )}
        </p>
      </div>
      <div className="viewers" role="status">
        {others.map(({ id, email }) => (
          <Avatar key={id} email={email} />
        ))}
        {others.length > 0 && <span title={others.map(({ email }) => email).join(", ")}>{viewersText(others)}</span>}
      </div>
      {inquiry.binned === null && maySnooze(status) && (
        <Button
          variant="quiet"
          className="head-action"
          title={isAsleep ? teamCopy.inbox.snooze.wake : teamCopy.inbox.snooze.snooze}
          aria-haspopup={isAsleep ? undefined : "dialog"}
          disabled={!ready}
          onClick={() => (isAsleep ? wake() : onSnooze(inquiry))}
        >
          <AdminIcon name={isAsleep ? "bell" : "moon"} />
          <span>{isAsleep ? teamCopy.inbox.snooze.wake : teamCopy.inbox.snooze.snooze}</span>
        </Button>
      )}
      {inquiry.binned === null && inquiry.mergedInto === null && (
        <Button
          variant="quiet"
          className="head-action"
          title={isClosed ? teamCopy.inquiry.head.reopen : teamCopy.inquiry.head.close}
          disabled={!ready}
          onClick={() => (isClosed ? actions.change([inquiry], ...choiceChange("status", "in progress")) : close())}
        >
          {isClosed ? <AdminIcon name="undo" /> : <Icon name="check" />}
          <span>{isClosed ? teamCopy.inquiry.head.reopen : teamCopy.inquiry.head.close}</span>
        </Button>
      )}
      {isColumn && closeAndNext !== undefined && (
        <IconButton
          label={teamCopy.inbox.closeNext}
          title={`${teamCopy.inbox.closeNext} (Shift E)`}
          disabled={!ready}
          onClick={closeAndNext}
        >
          <AdminIcon name="closeNext" />
        </IconButton>
      )}
      {!isColumn && (
        <IconButton
          label={teamCopy.inquiry.details.title}
          title={teamCopy.inquiry.details.title}
          aria-haspopup="dialog"
          disabled={!ready}
          onClick={onDetails}
        >
          <AdminIcon name="person" />
        </IconButton>
      )}
      <Menu label={teamCopy.inquiry.head.more} button={<AdminIcon name="more" />}>
        {inquiry.binned === null && (
          <>
            {!isColumn && closeAndNext !== undefined && (
              <MenuItem onClick={closeAndNext}>
                <AdminIcon name="closeNext" />
                {teamCopy.inbox.closeNext}
              </MenuItem>
            )}
            {isAsleep && (
              <MenuItem onClick={() => onSnooze(inquiry)}>
                <AdminIcon name="moon" />
                {teamCopy.inquiry.head.changeSnooze}
              </MenuItem>
            )}
            {assignee?.id !== me.id && (
              <MenuItem onClick={() => actions.change([inquiry], { assigneeId: me.id }, assignedText(me))}>
                <AdminIcon name="person" />
                {teamCopy.inbox.commands.assignToMe}
              </MenuItem>
            )}
            {obstacleTo(inquiry) === undefined && (
              <MenuItem onClick={onMerge}>
                <AdminIcon name="merge" />
                {teamCopy.inboxList.merge.title}
              </MenuItem>
            )}
          </>
        )}
        <MenuItem onClick={() => void copyLink()}>
          <Icon name="copy" />
          {teamCopy.inquiry.head.copyLink}
        </MenuItem>
      </Menu>
    </header>
  );
}

export function BackLink({ view, onBack }: BackProps) {
  return (
    <Link
      className="plain back"
      to={view.addressWith({ inquiry: undefined })}
      aria-label={teamCopy.inquiry.head.back}
      title={teamCopy.inquiry.head.back}
      onClick={(event) => {
        event.preventDefault();
        onBack();
      }}
    >
      <AdminIcon name="back" />
    </Link>
  );
}

/** Returns a text such as `Asha is also here`, or `Asha is replying`. */
function viewersText(others: readonly Viewer[]): string {
  const answering = others.filter(({ isAnswering }) => isAnswering);
  if (answering.length > 0) return answeringText(answering);
  const names = others.map(({ email }) => personName(email));
  const last = names.pop() ?? "";
  return names.length === 0
    ? teamCopy.inquiry.head.isHere(last)
    : teamCopy.inquiry.head.areHere(names.join(", "), last);
}
