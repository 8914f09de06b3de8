import { teamCopy } from "#copy/current.ts";
import { type RefObject, useEffect, useRef } from "react";
import { useDateFormats } from "#web/admin/shell/dates.ts";
import { isBusyTyping } from "#web/admin/shell/focus.ts";
import { useMember } from "#web/admin/shell/member.ts";
import { Alert } from "#web/ui/messages/alert.tsx";
import { Button } from "#web/ui/buttons/button.tsx";
import type { StaleReply } from "../../use-replies.ts";
import { whatChanged, whoWrote } from "../what-changed.ts";

/** Says who wrote or changed something before a reply was sent, and asks whether to send it all the same. */
export function ReplyConflict(props: {
  stale: StaleReply;
  /** The text of the reply. */
  box: RefObject<HTMLTextAreaElement | null>;
  onSend: () => void;
  onLeave: () => void;
}) {
  const { stale, box, onSend, onLeave } = props;
  const { before, current, fields } = stale;
  const me = useMember();
  const dates = useDateFormats();
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Who types something else by now, as a note, goes on typing there.
    if (!isBusyTyping() || document.activeElement === box.current) notice.current?.focus();
  }, [box]);

  const who = whoWrote(before, current, me.id);
  const { question, action } =
    teamCopy.inquiry.conflict.again[fields.way === "whatsapp" || fields.way === "phone" ? "log" : "send"];
  return (
    <Alert ref={notice} className="stale-notice" role="alert" tabIndex={-1}>
      <p>
        <strong>
          {who === undefined ? teamCopy.inquiry.changes.changed : teamCopy.inquiry.changes.wrote(who.text)} {question}
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
          {teamCopy.inquiry.conflict.leaveIt}
        </Button>
      </div>
    </Alert>
  );
}
