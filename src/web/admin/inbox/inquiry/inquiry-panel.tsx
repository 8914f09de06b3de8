import { type ReactNode, useEffect, useRef } from "react";
import type { InquiryDetail, Person } from "#contract/inbox.ts";
import { ApiError } from "#web/api/api-client.ts";
import { reportLabel } from "#web/public/receipt/status-copy.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import type { Drafts } from "./drafts.ts";
import { actionFailureText } from "#web/admin/shell/failure-text.ts";
import { useMember } from "#web/admin/shell/signed-in-area.tsx";
import { AnswerForm } from "./answer-form.tsx";
import { useDateWords } from "#web/admin/shell/dates.ts";
import { InquiryControls } from "./inquiry-controls.tsx";
import { InquiryFields } from "./inquiry-fields.tsx";
import { InquiryHistory } from "./inquiry-history.tsx";
import { InquiryNotes } from "./inquiry-notes.tsx";
import { OtherInquiries } from "./other-inquiries.tsx";
import { BinNotice } from "../bin/bin-notice.tsx";
import { StaleNotice } from "./stale-notice.tsx";
import type { InquiryActions, StaleChange } from "../use-changes.ts";
import type { InboxView } from "../use-inbox-view.ts";
import { useInquiry } from "../list/use-inquiries.ts";
import { openPanelId } from "../list/use-row-focus.ts";

interface PanelProps {
  id: string;
  view: InboxView;
  team: readonly Person[];
  viewers: readonly Person[];
  actions: InquiryActions;
  stale: StaleChange | undefined;
  drafts: Drafts;
  /** Whether opening it moves the focus to it. */
  takesFocus: boolean;
  onBack: () => void;
  onErase: (inquiry: InquiryDetail) => void;
}

/** The open inquiry, beside the list or over it. */
export function InquiryPanel(props: PanelProps) {
  const { id, view, viewers, drafts, takesFocus, onBack } = props;
  const me = useMember();
  const { data: inquiry, error, refetch, isFetching } = useInquiry(id);
  const panel = useRef<HTMLElement>(null);
  const others = viewers.filter((person) => person.id !== me.id);

  useEffect(() => {
    // On opening, not on the response.
    if (takesFocus) panel.current?.focus();
  }, [takesFocus]);

  const isGone = error instanceof ApiError && error.status === 404;
  useEffect(() => {
    if (isGone) drafts.forget(id);
  }, [isGone, drafts, id]);
  return (
    <section
      ref={panel}
      id={openPanelId}
      className="inquiry-panel"
      tabIndex={-1}
      aria-label={inquiry === undefined ? "Inquiry" : `Inquiry ${inquiry.reference}${fromWhom(inquiry)}`}
    >
      <div className="panel-head">
        <ButtonLink
          variant="secondary"
          className="back"
          to={view.addressWith({ inquiry: undefined })}
          onClick={(event) => {
            event.preventDefault();
            onBack();
          }}
        >
          <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M19 12H5M11 6l-6 6 6 6" />
          </svg>
          Back to the list
        </ButtonLink>
        <div className="viewers" role="status">
          {others.length > 0 && <p>{viewersText(others)}</p>}
        </div>
      </div>
      {isGone ? (
        <Notice>This inquiry is no longer there. It was erased for good, or its time was over.</Notice>
      ) : error !== null && inquiry === undefined ? (
        <Notice>
          The inquiry could not be loaded. {actionFailureText(error)}
          <Button busy={isFetching} onClick={() => void refetch()}>
            {isFetching ? "Loading..." : "Try again"}
          </Button>
        </Notice>
      ) : inquiry === undefined ? (
        <Spinner text="Loading inquiry..." />
      ) : (
        <OpenInquiry {...props} inquiry={inquiry} />
      )}
    </section>
  );
}

function OpenInquiry(props: PanelProps & { inquiry: InquiryDetail }) {
  const { inquiry, view, team, actions, stale, drafts, onErase } = props;
  const dates = useDateWords();
  const { binned } = inquiry;
  return (
    <>
      <header className="inquiry-head">
        <h2 dir="auto">{inquiry.name || reportLabel}</h2>
        <p>
          <strong className="inquiry-reference">{inquiry.reference}</strong>{" "}
          <time dateTime={inquiry.receivedAt}>{dates.full(inquiry.receivedAt)}</time>
        </p>
      </header>
      {stale?.before.id === inquiry.id && <StaleNotice stale={stale} team={team} actions={actions} />}
      {binned === null ? (
        <InquiryControls inquiry={inquiry} team={team} actions={actions} />
      ) : (
        <BinNotice id={inquiry.id} reference={inquiry.reference} binned={binned} />
      )}
      <InquiryFields inquiry={inquiry} />
      {binned === null && <AnswerForm inquiry={inquiry} actions={actions} drafts={drafts} />}
      <InquiryNotes inquiry={inquiry} drafts={drafts} />
      <OtherInquiries others={inquiry.others} view={view} />
      <InquiryHistory history={inquiry.history} />
      {binned === null && (
        <div>
          <Button variant="danger-outline" onClick={() => onErase(inquiry)}>
            Delete this inquiry
          </Button>
        </div>
      )}
    </>
  );
}

function fromWhom({ name }: InquiryDetail): string {
  return name === "" ? "" : ` from ${name}`;
}

function Notice({ children }: { children: ReactNode }) {
  return <Alert>{children}</Alert>;
}

/** Such as `asha@example.com is looking at this, too.` */
function viewersText(others: readonly Person[]): string {
  const names = others.map(({ email }) => email);
  const last = names.pop() ?? "";
  return names.length === 0
    ? `${last} is looking at this, too.`
    : `${names.join(", ")} and ${last} are looking at this, too.`;
}
