import { teamCopy } from "#copy/current.ts";
import { Button } from "#web/ui/buttons/button.tsx";
import type { Replies } from "../../use-replies.ts";

/** Replies that were not sent, of the inquiries that `isShown` names: the open one's composer shows its own. */
export function UnsentReplies(props: {
  replies: Replies;
  isShown: (id: string) => boolean;
  /** Opens their inquiry, unless it is open. */
  onOpen?: (id: string) => void;
}) {
  const { replies, isShown, onOpen } = props;
  const failed = Object.entries(replies.unsent).filter(([id, { state }]) => isShown(id) && state !== "sending");
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
            {onOpen && (
              <Button variant="secondary" size="small" onClick={() => onOpen(id)}>
                {teamCopy.inquiry.composer.open(reference)}
              </Button>
            )}
            <Button variant="quiet" size="small" onClick={() => replies.dismiss(id)}>
              {teamCopy.inbox.dismiss}
            </Button>
          </div>
        );
      })}
    </div>
  );
}
