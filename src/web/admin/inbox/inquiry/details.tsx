import { type ReactNode, useId, useRef } from "react";
import type { HistoryEntry, InquiryDetail, MergedInquiry, Person } from "#contract/inbox.ts";
import { answerLinks } from "#domain/inquiries/answer-link.ts";
import { inquiryStatuses } from "#domain/inquiries/inquiry.ts";
import { ChannelIcon } from "#web/public/channels/channel-parts.tsx";
import { statusLabels } from "../inbox-copy.ts";
import { Ago, useNow } from "#web/admin/shell/ago.tsx";
import { useDateWords } from "#web/admin/shell/dates.ts";
import { AdminIcon } from "#web/admin/shell/icons.tsx";
import { useMember } from "#web/admin/shell/member.ts";
import { Avatar, personName } from "#web/admin/shell/person.tsx";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { Select } from "#web/ui/field.tsx";
import { langOf } from "#web/ui/text-language.ts";
import { useFocusOnUnmount } from "#web/ui/use-focus-on-unmount.ts";
import { ValueText } from "#web/ui/value-text.tsx";
import { blockedCopy } from "../blocked/blocked-copy.ts";
import { assignedWords, historyWords, markedWords } from "../change-copy.ts";
import { languageNote } from "../language-copy.ts";
import { mergeCopy } from "../merge/merge-copy.ts";
import { openPanelId } from "../list/use-row-focus.ts";
import { StatusIcon } from "../list/status.tsx";
import { TagField, type TagFieldProps } from "../tags/tag-field.tsx";
import type { InboxView } from "../use-inbox-view.ts";
import { OtherInquiries } from "./other-inquiries.tsx";

interface DetailsProps extends TagFieldProps {
  view: InboxView;
  team: readonly Person[];
  onErase: (inquiry: InquiryDetail) => void;
  onBlock: (inquiry: InquiryDetail) => void;
}

/** What stands beside the conversation: the visitor, the status, their other inquiries, and the history. */
export function Details(props: DetailsProps) {
  const { inquiry, view, team, actions, onErase, onBlock } = props;
  const dates = useDateWords();
  const now = useNow();
  const isBinned = inquiry.binned !== null;
  return (
    <>
      <Visitor inquiry={inquiry} />
      <Blocked inquiry={inquiry} actions={actions} />
      <section>
        {!isBinned && inquiry.mergedInto === null && <Controls inquiry={inquiry} team={team} actions={actions} />}
        <TagField {...props} />
        <p className="details-received">
          <span>Received</span> <Ago at={inquiry.receivedAt} now={now} dates={dates} />
        </p>
        {languageNote(inquiry.language) !== null && (
          <p className="details-received">
            <span>Language</span> {languageNote(inquiry.language)}
          </p>
        )}
      </section>
      <OtherInquiries inquiry={inquiry} view={view} actions={actions} dates={dates} now={now} />
      <History inquiry={inquiry} actions={actions} />
      {!isBinned && (
        <section>
          {inquiry.blocked.length < inquiry.blockable.length && (
            <Button variant="quiet" className="danger-text" onClick={() => onBlock(inquiry)}>
              <AdminIcon name="hidden" />
              {blockedCopy.block}
            </Button>
          )}
          <Button variant="quiet" className="danger-text" onClick={() => onErase(inquiry)}>
            <AdminIcon name="trash" />
            Delete this inquiry
          </Button>
        </section>
      )}
    </>
  );
}

/** Who wrote, and how to reach them. */
function Visitor({ inquiry }: { inquiry: InquiryDetail }) {
  const { kind, name, city, email, phone, internationalPhone } = inquiry;
  const call = answerLinks(inquiry, "").phone;
  return (
    <section>
      <div className="details-person">
        <Avatar email={name || null} size="large" />
        <div>
          <strong dir="auto" lang={langOf(name)}>
            {name || (kind === "impostor" ? "No name given" : "A visitor")}
          </strong>
          {city !== "" && (
            <span dir="auto" lang={langOf(city)}>
              {city}
            </span>
          )}
        </div>
      </div>
      <Reach value={internationalPhone ?? phone} label="Phone">
        {call !== null && (
          <a className="plain" href={call} aria-label={`Call ${internationalPhone}`} title="Call">
            <ChannelIcon type="phone" />
          </a>
        )}
      </Reach>
      {internationalPhone === null && phone !== "" && <p className="hint">Nobody can be called at this number.</p>}
      <Reach value={email} label="Email" />
    </section>
  );
}

/** Whether the sender is blocked, and how to end it. */
function Blocked({ inquiry, actions }: Pick<DetailsProps, "inquiry" | "actions">) {
  const { blocked, binned } = inquiry;
  if (blocked.length === 0) return null;
  return (
    <section>
      <p className="details-blocked">
        <AdminIcon name="hidden" />
        {blockedCopy.blocked(blocked)}
      </p>
      {binned === null && (
        <Button
          variant="secondary"
          size="small"
          onClick={() => {
            // The button goes with the block.
            document.getElementById(openPanelId)?.focus();
            actions.block({ inquiry, input: { phone: false, email: false } });
          }}
        >
          {blockedCopy.unblock}
        </Button>
      )}
    </section>
  );
}

function Reach({ value, label, children }: { value: string; label: string; children?: ReactNode }) {
  const shown = useRef<HTMLSpanElement>(null);
  if (value === "") return null;
  return (
    <p className="details-reach">
      <span className="visually-hidden">{label}: </span>
      <span ref={shown}>
        <ValueText value={value} />
      </span>
      {children}
      <CopyButton text={value} shown={shown} />
    </p>
  );
}

/** The status and the assignee. */
function Controls({ inquiry, team, actions }: Pick<DetailsProps, "inquiry" | "team" | "actions">) {
  const { status, assignee } = inquiry;
  const id = useId();
  const me = useMember();
  const assigneeSelect = useRef<HTMLSelectElement>(null);
  const passFocus = useFocusOnUnmount(assigneeSelect);
  const isListed = assignee === null || team.some((person) => person.id === assignee.id);
  // The team is empty until it is loaded.
  const isFormer = !isListed && team.length > 0;

  function assign(to: string) {
    const person = [...team, me].find((member) => member.id === to);
    actions.change([inquiry], { assigneeId: person?.id ?? null }, assignedWords(person));
  }

  return (
    <div className="details-controls">
      <div className="details-status">
        <Select
          id={`${id}-status`}
          label="Status"
          value={status}
          onChange={({ target }) => {
            const to = inquiryStatuses.find((known) => known === target.value) ?? status;
            actions.change([inquiry], { status: to }, markedWords(to));
          }}
        >
          {inquiryStatuses.map((name) => (
            <option key={name} value={name}>
              {statusLabels[name]}
            </option>
          ))}
        </Select>
        <StatusIcon status={status} />
      </div>
      <Select
        ref={assigneeSelect}
        id={`${id}-assignee`}
        label="Assigned to"
        value={assignee?.id ?? ""}
        onChange={({ target }) => assign(target.value)}
      >
        <option value="">Nobody</option>
        {!isListed && (
          <option value={assignee.id}>
            {nameAndAddress(assignee)}
            {isFormer && " (deactivated)"}
          </option>
        )}
        {team.map((person) => (
          <option key={person.id} value={person.id}>
            {nameAndAddress(person)}
          </option>
        ))}
      </Select>
      {isFormer && <p className="hint">{personName(assignee.email)} is deactivated and cannot answer.</p>}
      {assignee?.id !== me.id && (
        <Button ref={passFocus} variant="secondary" size="small" onClick={() => assign(me.id)}>
          Assign to me
        </Button>
      )}
    </div>
  );
}

function nameAndAddress({ email }: Person): string {
  return `${personName(email)} · ${email}`;
}

const shownOfHistory = 4;

/** The history from the server, newest first. A merge that lasts can be undone. */
function History({ inquiry, actions }: Pick<DetailsProps, "inquiry" | "actions">) {
  const id = useId();
  const dates = useDateWords();
  const now = useNow();
  const newestFirst = inquiry.history.toReversed();
  const undoable = (event: HistoryEntry) =>
    event.what === "absorbed" && newestFirst.find((each) => isMergeOf(each, event.other?.id)) === event
      ? inquiry.merged.find(({ id: mergedId }) => mergedId === event.other?.id)
      : undefined;
  const lines = (events: InquiryDetail["history"]) => (
    <ol>
      {events.map((event) => (
        <li key={`${event.at} ${event.what}`}>
          <span title={event.by?.email}>{historyWords(event, dates)}</span>{" "}
          <Ago at={event.at} now={now} dates={dates} />
          <UndoMerge from={undoable(event)} into={inquiry} actions={actions} />
        </li>
      ))}
    </ol>
  );
  return (
    <section className="details-history" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>History</h3>
      {lines(newestFirst.slice(0, shownOfHistory))}
      {newestFirst.length > shownOfHistory && (
        <Disclosure summary={`${newestFirst.length - shownOfHistory} earlier entries`}>
          {lines(newestFirst.slice(shownOfHistory))}
        </Disclosure>
      )}
    </section>
  );
}

const isMergeOf = (event: HistoryEntry, id: string | undefined) => event.what === "absorbed" && event.other?.id === id;

/** Undoes a merge into the open inquiry; renders nothing without one. */
function UndoMerge(props: { from: MergedInquiry | undefined; into: InquiryDetail; actions: DetailsProps["actions"] }) {
  const { from, into, actions } = props;
  if (from === undefined) return null;
  return (
    <Button
      variant="plain"
      className="undo-merge"
      aria-label={mergeCopy.undoOne(from.reference)}
      onClick={() => {
        // The button goes with the merge.
        document.getElementById(openPanelId)?.focus();
        actions.merge({ from, into, isUndo: true });
      }}
    >
      {mergeCopy.undo}
    </Button>
  );
}
