import { teamCopy } from "#copy/current.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { memo, useEffect, useState } from "react";
import type { Entry } from "#contract/inbox/inbox.ts";
import { type EntryWay, leavesAfterMs } from "#domain/inquiries/conversation.ts";
import { inboxApi } from "#web/api/inbox-api.ts";
import { actionFailureText } from "#web/admin/forms/failure.tsx";
import type { DateFormats } from "#web/admin/shell/dates.ts";
import { AdminIcon } from "#web/admin/shell/icons.tsx";
import { useMember } from "#web/admin/shell/member.ts";
import { Avatar } from "#web/admin/shell/person.tsx";
import { ChannelIcon } from "#web/public/channels/channel-parts.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { reloadInquiries, showInquiry } from "../../list/use-inquiries.ts";
import { At, Author, EntryText, VisitorText } from "./entry-parts.tsx";
import { EntryFiles } from "./entry-files.tsx";

/** Shows a visitor's answer after the first message. */
export const Answer = memo(function Answer(props: {
  entry: Entry;
  name: string;
  /** The reference of the merged inquiry that it belongs to. */
  from: string | undefined;
  dates: DateFormats;
}) {
  const { entry, name, from, dates } = props;
  const isUnproven = needsDecision(entry);
  return (
    <li className="entry visitor">
      <header>
        <Avatar email={name || null} size="small" />
        <strong dir="auto">{name || teamCopy.inquiry.aVisitor}</strong>
        {entry.way === "email" && <WayIcon way="email" />}
        <span className="entry-kind">
          {entry.way === "email" ? teamCopy.inquiry.thread.answerByEmail : teamCopy.inquiry.thread.answer}
          {from !== undefined && ` · ${teamCopy.inboxList.merge.mark(from)}`}
        </span>
        <At at={entry.createdAt} dates={dates} />
      </header>
      {isUnproven && <Unproven entry={entry} />}
      {entry.sender !== null && !isUnproven && (
        <p className="entry-sender">
          {teamCopy.inquiry.thread.otherAddress} <bdi>{entry.sender}</bdi>
        </p>
      )}
      <VisitorText text={entry.text} isEmail={entry.way === "email"} files={entry.attachments} />
    </li>
  );
});

/** Returns whether its sender can be forged. The version before sends neither field: its answers show no decision. */
function needsDecision({ isProven = true, accepted = null }: Partial<Pick<Entry, "isProven" | "accepted">>): boolean {
  return !isProven || accepted !== null;
}

/** An answer whose sender can be forged, and the decision about it, which can be taken back. */
function Unproven({ entry }: { entry: Entry }) {
  const client = useQueryClient();
  const { accepted } = entry;
  const decide = useMutation({
    mutationFn: () => inboxApi.setAnswerSender(entry.id, accepted === null),
    onSuccess: (inquiry) => showInquiry(client, inquiry),
    onError: () => reloadInquiries(client),
  });
  const { isVisitors, notVisitors, acceptedBy, notProven } = teamCopy.inquiry.thread;
  return (
    <div className="entry-sender">
      <p>{accepted === null ? notProven : acceptedBy(accepted.by?.email ?? teamCopy.inbox.formerMember)}</p>
      <Button variant="secondary" size="small" busy={decide.isPending} onClick={() => decide.mutate()}>
        {accepted === null ? isVisitors : notVisitors}
      </Button>
      {decide.error !== null && <p role="alert">{actionFailureText(decide.error)}</p>}
    </div>
  );
}

/** Shows a member's reply to the visitor, or one that was logged, with the delivery of its email. */
export const Reply = memo(function Reply(props: { entry: Entry; from: string | undefined; dates: DateFormats }) {
  const { entry, from, dates } = props;
  const { way, author, text, createdAt, leavesAt, delivery } = entry;
  const me = useMember();
  const isSent = way === "page" || way === "email";
  const seconds = useSecondsUntil(leavesAt);
  const isLeaving = seconds > 0 && author?.id === me.id && isSent;
  const state = isLeaving ? teamCopy.inquiry.thread.leaving(seconds) : deliveryText(entry);
  return (
    <li className="entry reply">
      <header>
        <Author author={author} />
        <WayIcon way={way} />
        <span className="entry-kind">
          {teamCopy.inquiry.thread.ways[way]}
          {state !== undefined && ` · ${state}`}
          {from !== undefined && ` · ${teamCopy.inboxList.merge.mark(from)}`}
        </span>
        <At at={createdAt} dates={dates} />
      </header>
      <EntryText>{text}</EntryText>
      <EntryFiles files={entry.attachments} />
      {delivery === "dead" && <Undelivered entry={entry} />}
    </li>
  );
});

/** The state of the email; undefined if there is none, or `Undelivered` shows it. */
function deliveryText({ way, delivery, problem }: Entry): string | undefined {
  if (delivery === null || delivery === "dead") return undefined;
  const state = delivery === "delivered" ? "delivered" : problem === null ? "sending" : "again";
  // The reply is on the page in any case.
  return way === "page" ? teamCopy.inquiry.thread.noticeDelivery[state] : teamCopy.inquiry.thread.delivery[state];
}

function WayIcon({ way }: { way: EntryWay }) {
  if (way === "email") return <AdminIcon name="mail" />;
  return way === "page" ? <Icon name="page" /> : <ChannelIcon type={way} />;
}

/** Shows why an email did not get through, and a button to send it again. */
function Undelivered({ entry }: { entry: Entry }) {
  const client = useQueryClient();
  const again = useMutation({
    mutationFn: () => inboxApi.retryReply(entry.id),
    onSuccess: (inquiry) => showInquiry(client, inquiry),
    // The email may have got through meanwhile.
    onError: () => reloadInquiries(client),
  });
  return (
    <div className="entry-problem">
      <p>
        <Icon name="warning" />
        <span>
          {entry.way === "page"
            ? teamCopy.inquiry.thread.noticeUndelivered(entry.problem)
            : teamCopy.inquiry.thread.undelivered(entry.problem)}
        </span>
      </p>
      <Button variant="secondary" size="small" busy={again.isPending} onClick={() => again.mutate()}>
        {again.isPending ? teamCopy.inquiry.thread.sendingAgain : teamCopy.inquiry.thread.sendAgain}
      </Button>
      {again.error !== null && <p role="alert">{actionFailureText(again.error)}</p>}
    </div>
  );
}

/** The seconds until a time, counted down; 0 once it has come. */
function useSecondsUntil(at: string | null): number {
  const time = at === null ? 0 : Date.parse(at);
  const secondsNow = () => Math.ceil(Math.max(0, time - Date.now()) / 1000);
  const [seconds, setSeconds] = useState(secondsNow);
  useEffect(() => {
    const left = time - Date.now();
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setSeconds(secondsNow()), left % 1000 || 1000);
    return () => clearTimeout(timer);
  });
  return Math.min(seconds, leavesAfterMs / 1000);
}
