import { teamCopy } from "#copy/current.ts";
import { type RefObject, useEffect, useRef } from "react";
import { useDateFormats } from "#web/admin/shell/dates.ts";
import { isBusyTyping } from "#web/admin/shell/focus.ts";
import { useMember } from "#web/admin/shell/member.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import { whatChanged, whoWrote } from "../what-changed.ts";

/**
 * Says who has written or changed something since a reply or a note was begun. After a press on its button it asks
 * whether to send or add it anyway.
 */
export function ReplyConflict(props: {
  before: InquiryDetail;
  current: InquiryDetail;
  /** The question it asks; undefined while the member still writes. */
  asks: "send" | "log" | "note" | undefined;
  /** The text of the reply or the note. */
  box: RefObject<HTMLTextAreaElement | null>;
  onSend: () => void;
  /** Goes back to the text. */
  onLeave: () => void;
  onRead: () => void;
}) {
  const { before, current, asks, box, onSend, onLeave, onRead } = props;
  const me = useMember();
  const dates = useDateFormats();
  const notice = useRef<HTMLDivElement>(null);
  const isQuestion = asks !== undefined;
  useEffect(() => {
    if (!isQuestion) return;
    // A member who types something else by now keeps the focus.
    if (!isBusyTyping() || document.activeElement === box.current) notice.current?.focus();
  }, [box, isQuestion]);

  const who = whoWrote(before, current, me.id);
  const said = who === undefined ? teamCopy.inquiry.changes.changed : teamCopy.inquiry.changes.wrote(who.text);
  if (!isQuestion) {
    return (
      <Alert tone="info" className="stale-notice written-since" role="status">
        <p>
          <strong>{said}</strong>
        </p>
        <Button variant="secondary" size="small" onClick={onRead}>
          {teamCopy.inquiry.conflict.read}
        </Button>
      </Alert>
    );
  }
  const { question, action, leave } = teamCopy.inquiry.conflict.again[asks];
  return (
    <Alert ref={notice} className="stale-notice" role="alert" tabIndex={-1}>
      <p>
        <strong>
          {said} {question}
        </strong>
      </p>
      {who === undefined && (
        <ul>
          {whatChanged(before, current, dates).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <p>{teamCopy.inquiry.conflict.textSaved}</p>
      <div className="form-actions">
        <Button variant="secondary" size="small" onClick={onSend}>
          {action}
        </Button>
        <Button variant="quiet" size="small" onClick={onLeave}>
          {leave}
        </Button>
      </div>
    </Alert>
  );
}
