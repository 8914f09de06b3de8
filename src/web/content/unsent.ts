import type { InquiryKind } from "#domain/inquiry.ts";
import { resendDays } from "#domain/submission.ts";
import { inquirySent } from "./inquiry.ts";
import { reportReceived } from "./report.ts";

/** The button that keeps a message to be sent later. */
export const sendLater = "Send when I'm back online";

/** What that choice does, said before it is made. */
export const sendLaterHint = `Until then your message waits in this browser, for ${resendDays} days at most.`;

/** How a message is called, and what is said once it is with the team. */
const kinds: Record<InquiryKind, { noun: string; sent: string }> = {
  message: { noun: "message", sent: inquirySent },
  impostor: { noun: "report", sent: reportReceived },
};

/** What the page says of a message that was to be sent later. */
export function unsentWords(kind: InquiryKind, keptAt: number) {
  const { noun, sent } = kinds[kind];
  const time = new Intl.DateTimeFormat("en-IN", { dateStyle: "medium", timeStyle: "short" }).format(keptAt);
  const which = `Your ${noun} of ${time}`;
  return {
    waiting: `${which} is not sent yet. It waits in this browser and is sent by itself when you are back online.`,
    waitingHere: `${which} is not sent yet. Please keep this page open: this browser keeps nothing, and it is sent from here when you are back online.`,
    refused: (why: string) => `${which} was not taken: ${why}`,
    expired: `${which} was not sent: it could not be sent within ${resendDays} days, and this browser keeps it no longer.`,
    sent,
  };
}
