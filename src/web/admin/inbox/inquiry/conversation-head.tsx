import type { InquiryDetail, Viewer } from "#contract/inbox.ts";
import { maySnooze } from "#domain/inquiries/snooze.ts";
import { Ago, useNow } from "#web/admin/shell/ago.tsx";
import { useDateWords } from "#web/admin/shell/dates.ts";
import { AdminIcon } from "#web/admin/shell/icons.tsx";
import { useMember } from "#web/admin/shell/member.ts";
import { Avatar, personName } from "#web/admin/shell/person.tsx";
import { Link } from "#web/page/router.tsx";
import { useHydrated } from "#web/page/use-hydrated.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { joined } from "#web/ui/joined.ts";
import { langOf } from "#web/ui/text-language.ts";
import { useToast } from "#web/ui/toast.tsx";
import { answeringText, assignedWords, closeNextLabel, markedWords } from "../change-copy.ts";
import { reportLabel, snoozedLabel, statusLabels } from "../inbox-copy.ts";
import { mergeCopy } from "../merge/merge-copy.ts";
import { obstacleTo } from "../merge/merge-dialog.tsx";
import { snoozeOver, snoozeState, untilWords, wakeLabel, wokenWords } from "../snooze/snooze-copy.ts";
import { type InquiryActions, isSnoozed } from "../use-changes.ts";
import type { InboxView } from "../use-inbox-view.ts";

interface BackProps {
  view: InboxView;
  onBack: () => void;
}

/** Who wrote and who else has it open, with the actions on the inquiry. */
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
  const dates = useDateWords();
  const now = useNow();
  const ready = useHydrated();
  const toast = useToast();
  const others = viewers.filter((person) => person.id !== me.id);
  const isClosed = status === "closed";

  async function copyLink() {
    try {
      await navigator.clipboard.writeText(location.href);
      toast("success", "Link copied");
    } catch {
      toast("error", "Copying is not allowed here. The link is the address of this page.");
    }
  }
  const close = () => actions.change([inquiry], { status: "closed" }, markedWords("closed"));
  const mayGoOn = inquiry.binned === null && !isClosed && onNext !== undefined;
  const closeAndNext = mayGoOn
    ? () => {
        close();
        onNext();
      }
    : undefined;
  const isAsleep = isSnoozed(inquiry);
  const wake = () => actions.change([inquiry], { snoozedUntil: null }, wokenWords);
  return (
    <header className="conversation-head">
      <BackLink {...props} />
      <div className={joined("conversation-title", snooze !== null && "with-snooze")}>
        <h2 dir="auto" lang={langOf(name)} title={name}>
          {name || reportLabel}
        </h2>
        <p>
          {snooze !== null && (
            <>
              <span className="head-snooze" title={snoozeState(snooze, dates)}>
                <AdminIcon name="moon" />
                {!snooze.isOver && <span className="visually-hidden">{snoozedLabel} </span>}
                {snooze.isOver ? snoozeOver : untilWords(snooze.until, dates)}
              </span>
              {" · "}
            </>
          )}
          <span className="inquiry-reference">{reference}</span>
          {/* Beside the conversation where the details are a column. */}
          {!isColumn && (
            <>
              {" · "}
              {statusLabels[status]}
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
          title={isAsleep ? wakeLabel : "Snooze"}
          aria-haspopup={isAsleep ? undefined : "dialog"}
          disabled={!ready}
          onClick={() => (isAsleep ? wake() : onSnooze(inquiry))}
        >
          <AdminIcon name={isAsleep ? "bell" : "moon"} />
          <span>{isAsleep ? wakeLabel : "Snooze"}</span>
        </Button>
      )}
      {inquiry.binned === null && inquiry.mergedInto === null && (
        <Button
          variant="quiet"
          className="head-action"
          title={isClosed ? "Reopen" : "Close"}
          disabled={!ready}
          onClick={() =>
            isClosed ? actions.change([inquiry], { status: "in progress" }, markedWords("in progress")) : close()
          }
        >
          {isClosed ? <AdminIcon name="undo" /> : <Icon name="check" />}
          <span>{isClosed ? "Reopen" : "Close"}</span>
        </Button>
      )}
      {isColumn && closeAndNext !== undefined && (
        <IconButton
          label={closeNextLabel}
          title={`${closeNextLabel} (Shift E)`}
          disabled={!ready}
          onClick={closeAndNext}
        >
          <AdminIcon name="closeNext" />
        </IconButton>
      )}
      {!isColumn && (
        <IconButton label="Details" title="Details" aria-haspopup="dialog" disabled={!ready} onClick={onDetails}>
          <AdminIcon name="person" />
        </IconButton>
      )}
      <Menu label="More actions" button={<AdminIcon name="more" />}>
        {inquiry.binned === null && (
          <>
            {!isColumn && closeAndNext !== undefined && (
              <MenuItem onClick={closeAndNext}>
                <AdminIcon name="closeNext" />
                {closeNextLabel}
              </MenuItem>
            )}
            {isAsleep && (
              <MenuItem onClick={() => onSnooze(inquiry)}>
                <AdminIcon name="moon" />
                Change the snooze
              </MenuItem>
            )}
            {assignee?.id !== me.id && (
              <MenuItem onClick={() => actions.change([inquiry], { assigneeId: me.id }, assignedWords(me))}>
                <AdminIcon name="person" />
                Assign to me
              </MenuItem>
            )}
            {obstacleTo(inquiry) === undefined && (
              <MenuItem onClick={onMerge}>
                <AdminIcon name="merge" />
                {mergeCopy.title}
              </MenuItem>
            )}
          </>
        )}
        <MenuItem onClick={() => void copyLink()}>
          <Icon name="copy" />
          Copy the link
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
      aria-label="Back to the list"
      title="Back to the list"
      onClick={(event) => {
        event.preventDefault();
        onBack();
      }}
    >
      <AdminIcon name="back" />
    </Link>
  );
}

/** Such as `Asha is here, too`, or `Asha is answering`. */
function viewersText(others: readonly Viewer[]): string {
  const answering = others.filter(({ isAnswering }) => isAnswering);
  if (answering.length > 0) return answeringText(answering);
  const names = others.map(({ email }) => personName(email));
  const last = names.pop() ?? "";
  return names.length === 0 ? `${last} is here, too` : `${names.join(", ")} and ${last} are here, too`;
}
