import "./untaken.css";
import { teamCopy } from "#copy/current.ts";
import { useEffect, useRef } from "react";
import type { UntakenMail } from "#contract/inbox/untaken-mail.ts";
import { paths } from "#contract/paths.ts";
import { untakenDays, untakenLimits } from "#domain/inquiries/untaken-mail.ts";
import { actionFailureText, LoadFailure } from "#web/admin/forms/failure.tsx";
import { type DateFormats, useDateFormats } from "#web/admin/shell/dates.ts";
import { Button, buttonClass, ButtonLink } from "#web/ui/buttons/button.tsx";
import { Alert } from "#web/ui/messages/alert.tsx";
import { EmptyState } from "../../shell/empty-state.tsx";
import { Spinner } from "#web/ui/messages/spinner.tsx";
import { useToast } from "#web/ui/messages/toast.tsx";
import { addressOf } from "#web/api/team-call.ts";
import { AdminIcon } from "../../shell/icons.tsx";
import { PageHead } from "../../shell/page.tsx";
import { useChanges } from "../changes-provider.tsx";
import { Connection } from "../connection.tsx";
import { InboxViews } from "../list/inbox-views.tsx";
import { useInboxFeed } from "../list/use-inbox-feed.ts";
import { type UntakenAction, useTaking, useUntakenList } from "./use-untaken.ts";

const none: UntakenMail[] = [];

/** Emails that were not taken: why, and what the team can do with each. */
export function Untaken() {
  const query = useUntakenList();
  const feed = useInboxFeed({ openId: undefined, isAnswering: false, isUnread: false }, useChanges().drafts);
  const toast = useToast();
  const dates = useDateFormats();
  const mails = query.data?.pages.flatMap((page) => page.mails) ?? none;
  const taking = useTaking((action) => toast("success", teamCopy.untaken.done[action]));
  return (
    <>
      <InboxViews />
      <Connection feed={feed} />
      <PageHead title={teamCopy.untaken.title}>
        <p className="hint page-hint">
          {teamCopy.untaken.lead} {teamCopy.untaken.kept(untakenDays, untakenLimits.count, untakenLimits.megabytes)}
        </p>
      </PageHead>
      {taking.error !== null && <Alert role="alert">{actionFailureText(taking.error)}</Alert>}
      <LoadFailure what={teamCopy.untaken.what} query={query} />
      {query.data === undefined ? (
        query.errorUpdateCount === 0 && <Spinner text={teamCopy.untaken.loading} />
      ) : mails.length === 0 ? (
        <EmptyState icon="mail" className="empty-list">
          <h2>{teamCopy.untaken.empty.title}</h2>
          <p>{teamCopy.untaken.empty.text}</p>
          <ButtonLink variant="secondary" to={paths.inbox}>
            {teamCopy.shell.toInbox}
          </ButtonLink>
        </EmptyState>
      ) : (
        <ol className="untaken-list" aria-label={teamCopy.untaken.list}>
          {mails.map((mail) => (
            <UntakenRow
              key={mail.id}
              mail={mail}
              dates={dates}
              isBusy={taking.isPending && taking.variables.id === mail.id}
              onAction={(action) => taking.mutate({ id: mail.id, action })}
            />
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <div className="load-more">
          <Button
            variant="secondary"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage({ cancelRefetch: false })}
          >
            {query.isFetchingNextPage ? teamCopy.forms.loading : teamCopy.untaken.more}
          </Button>
        </div>
      )}
    </>
  );
}

function UntakenRow(props: {
  mail: UntakenMail;
  dates: DateFormats;
  isBusy: boolean;
  onAction: (action: UntakenAction) => void;
}) {
  const { mail, dates, isBusy, onAction } = props;
  const { id, senderName, senderAddress, subject, preview, reason, about, receivedAt, inquiryId } = mail;
  const sender = senderName || senderAddress || teamCopy.untaken.noSender;
  const named = teamCopy.untaken.named(subject || teamCopy.untaken.noSubject, sender);
  const actions = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  const before = useRef(inquiryId);
  useEffect(() => {
    const place = actions.current;
    if (before.current === inquiryId) return;
    before.current = inquiryId;
    // The button that was pressed is gone.
    if (isPressed.current) (place?.querySelector("button") ?? place?.querySelector("a"))?.focus();
    isPressed.current = false;
  }, [inquiryId]);
  const press = (action: UntakenAction) => {
    isPressed.current = true;
    onAction(action);
  };
  return (
    <li className="untaken-row target-row">
      <div className="untaken-text">
        <p className="untaken-head">
          <strong dir="auto">{sender}</strong>
          {senderName !== "" && <span dir="auto">{senderAddress}</span>}
          <time dateTime={receivedAt}>{dates.recent(receivedAt)}</time>
        </p>
        <p className="untaken-subject" dir="auto">
          {subject || teamCopy.untaken.noSubject}
        </p>
        {preview !== "" && (
          <p className="untaken-preview" dir="auto">
            {preview}
          </p>
        )}
        <p className="untaken-reason">
          {reason === "perhaps" ? teamCopy.untaken.perhaps(about ?? "") : teamCopy.untaken.reasons[reason]}
        </p>
      </div>
      <div ref={actions} className="untaken-actions">
        {inquiryId !== null ? (
          <>
            <ButtonLink
              className="row-target"
              variant="secondary"
              size="small"
              to={`${paths.inbox}?inquiry=${inquiryId}`}
            >
              {teamCopy.untaken.open}
            </ButtonLink>
            {/* A reply that is marked as not delivered is sent again in its inquiry. */}
            {reason !== "perhaps" && (
              <Button
                variant="quiet"
                size="small"
                aria-label={teamCopy.untaken.undoOne(named)}
                busy={isBusy}
                onClick={() => press("undo")}
              >
                <AdminIcon name="undo" />
                {teamCopy.forms.undo}
              </Button>
            )}
          </>
        ) : reason === "perhaps" ? (
          <Button
            variant="secondary"
            size="small"
            aria-label={teamCopy.untaken.confirmOne(about ?? "")}
            busy={isBusy}
            onClick={() => press("confirm")}
          >
            {teamCopy.untaken.confirm}
          </Button>
        ) : (
          mail.mayBeTaken && (
            <Button
              variant="secondary"
              size="small"
              aria-label={teamCopy.untaken.takeOne(named)}
              busy={isBusy}
              onClick={() => press("take")}
            >
              {teamCopy.untaken.take}
            </Button>
          )
        )}
        <a
          className={buttonClass("quiet", "small")}
          href={addressOf("GET /untaken-mails/:id/email.eml", { id })}
          aria-label={teamCopy.untaken.downloadOne(named)}
          download
        >
          <AdminIcon name="download" />
          {teamCopy.untaken.download}
        </a>
      </div>
    </li>
  );
}
