import { type InquiryKind, resendDays } from "#domain/inquiries/inquiry.ts";
import { filesOf } from "#web/ui/chosen-files/chosen-files.ts";
import { inquirySent } from "../inquiry/inquiry-copy.ts";
import { reportReceived } from "../report/report-copy.ts";
import type { QueuedMessage } from "./queue-store.ts";

const until = "Until then your message waits in this browser.";

/** What sending later does, shown before the choice. */
export const sendLaterHint = `${until} After ${resendDays} days it is not sent any more.`;

/** The name of each kind, and the text shown once it is accepted. */
const kinds: Record<InquiryKind, { noun: string; sent: string }> = {
  message: { noun: "message", sent: inquirySent },
  impostor: { noun: "report", sent: reportReceived },
};

/** The texts about a queued submission. */
export function queuedCopy({ kind, keptAt, files = [] }: Pick<QueuedMessage, "kind" | "keptAt" | "files">) {
  const { noun, sent } = kinds[kind];
  const time = new Intl.DateTimeFormat("en-IN", { dateStyle: "medium", timeStyle: "short" }).format(keptAt);
  const which = `Your ${noun} of ${time}${files.length === 0 ? "" : `, with ${filesOf(files.length)},`}`;
  return {
    waiting: `${which} is not sent yet. It waits in this browser and is sent by itself as soon as we can be reached.`,
    waitingHere:
      `${which} is not sent yet. Please keep this page open: this browser keeps nothing, and it is sent from here ` +
      "as soon as we can be reached.",
    refused: (why: string) => `${which} was not taken: ${why}`,
    // The response to an attempt may have been lost.
    expired:
      `${which} may not have reached us: we did not answer within ${resendDays} days, and this browser keeps it no ` +
      "longer.",
    sent,
  };
}
