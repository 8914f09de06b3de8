import { teamCopy } from "#copy/current.ts";
import { Button } from "#web/ui/button.tsx";
import type { Replies } from "../../use-replies.ts";

/** Replies that were not sent, of inquiries that are not open: the open one shows its own. */
export function UnsentReplies(props: { replies: Replies; openId: string | undefined; onOpen: (id: string) => void }) {
  const { replies, openId, onOpen } = props;
  const failed = Object.entries(replies.unsent).filter(([id, { state }]) => id !== openId && state !== "sending");
  return (
    <div className="unsent-replies" role="status">
      {failed.map(([id, unsent]) => {
        if (unsent.state === "sending") return null;
        const reference = unsent.state === "failed" ? unsent.reference : unsent.current.reference;
        return (
          <div key={id}>
            <p>
              <strong>{teamCopy.inquiry.composer.unsentReply(reference)}</strong> {teamCopy.inquiry.composer.unsentKept}
            </p>
            <Button variant="secondary" size="small" onClick={() => onOpen(id)}>
              {teamCopy.inquiry.composer.open(reference)}
            </Button>
            <Button variant="quiet" size="small" onClick={() => replies.dismiss(id)}>
              {teamCopy.inbox.dismiss}
            </Button>
          </div>
        );
      })}
    </div>
  );
}
