import { type ReactNode, type Ref, useEffect, useId, useImperativeHandle, useRef } from "react";
import type { InquiryDetail, Person } from "#contract/inbox.ts";
import { ApiError } from "#web/api/api-client.ts";
import { reportLabel, statusLabels } from "#web/public/receipt/status-copy.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import type { Drafts } from "./drafts.ts";
import { actionFailureText } from "#web/admin/shell/failure.tsx";
import { useMember } from "#web/admin/shell/member.ts";
import { AnswerForm } from "./answer-form.tsx";
import { useDateWords } from "#web/admin/shell/dates.ts";
import { InquiryControls } from "./inquiry-controls.tsx";
import { InquiryNotes } from "./inquiry-notes.tsx";
import { BinNotice } from "../bin/bin-notice.tsx";
import { StaleNotice } from "./stale-notice.tsx";
import type { InquiryActions, StaleChange } from "../use-changes.ts";
import type { InboxView } from "../use-inbox-view.ts";
import { useInquiry } from "../list/use-inquiries.ts";
import { openPanelId } from "../list/use-row-focus.ts";
import { historyWords } from "../change-copy.ts";
import { Link } from "#web/page/router.tsx";

/** What the inbox's keys do in the open inquiry. */
export interface PanelCommands {
  /** Focuses the text of an answer or a note. */
  write: (what: "answer" | "note") => void;
  /** Opens or closes the details where they are a sheet. */
  toggleDetails: () => void;
}

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
  commands?: Ref<PanelCommands>;
  onBack: () => void;
  /** Opens the next inquiry of the list, after this one was closed. */
  onNext?: () => void;
  onErase: (inquiry: InquiryDetail) => void;
}

/** The open inquiry, beside the list or over it. */
export function InquiryPanel(props: PanelProps) {
  const { id, view, viewers, drafts, takesFocus, commands, onBack } = props;
  const me = useMember();
  const { data: inquiry, error, refetch, isFetching } = useInquiry(id);
  const panel = useRef<HTMLElement>(null);
  const others = viewers.filter((person) => person.id !== me.id);
  useImperativeHandle(commands, () => ({
    write(what) {
      const boxes = panel.current?.querySelectorAll("textarea");
      boxes?.[what === "answer" ? 0 : 1]?.focus();
    },
    toggleDetails: () => undefined,
  }));

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

/** The visitor's text. */
function InquiryFields({ inquiry }: { inquiry: InquiryDetail }) {
  const { kind, reported, phone, internationalPhone, email, city, query } = inquiry;
  const isReport = kind === "impostor";
  return (
    <>
      {isReport && (
        <div className="inquiry-reported">
          <p>
            <span className="kind">{reportLabel}</span>
          </p>
          {/* As text: it is likely a thief's link. */}
          <p dir="auto">{reported}</p>
        </div>
      )}
      {(!isReport || query !== "") && (
        <p className="inquiry-message" dir="auto">
          {query}
        </p>
      )}
      <dl className="inquiry-fields">
        {(!isReport || phone !== "") && (
          <div>
            <dt>Phone</dt>
            <dd>
              {internationalPhone ?? phone}
              {internationalPhone === null && <span className="hint"> (not a number that can be called)</span>}
            </dd>
          </div>
        )}
        {(!isReport || email !== "") && (
          <div>
            <dt>Email</dt>
            <dd>{email}</dd>
          </div>
        )}
        {!isReport && (
          <div>
            <dt>City</dt>
            <dd dir="auto">{city}</dd>
          </div>
        )}
      </dl>
    </>
  );
}

/** The history of an inquiry, from the server. */
function InquiryHistory({ history }: { history: InquiryDetail["history"] }) {
  const id = useId();
  const dates = useDateWords();
  return (
    <section className="inquiry-history" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>History</h3>
      <ol>
        {history.map((entry) => (
          <li key={`${entry.at} ${entry.what}`}>
            {historyWords(entry)}{" "}
            <time className="hint" dateTime={entry.at}>
              {dates.full(entry.at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Other inquiries from the same number or address; renders nothing without any. */
function OtherInquiries({ others, view }: { others: InquiryDetail["others"]; view: InboxView }) {
  const id = useId();
  const dates = useDateWords();
  if (others.length === 0) return null;
  return (
    <section className="other-inquiries" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>From the same person ({others.length})</h3>
      <ul>
        {others.map((other) => (
          <li key={other.id}>
            <Link to={view.addressWith({ inquiry: other.id })}>
              <span className="inquiry-reference">{other.reference}</span>{" "}
              <span className="status" data-status={other.status}>
                {statusLabels[other.status]}
              </span>{" "}
              <time dateTime={other.receivedAt}>{dates.short(other.receivedAt)}</time>{" "}
              <span className="row-excerpt" dir="auto">
                {other.excerpt}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
