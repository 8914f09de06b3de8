import { copy } from "#copy/current.ts";
import { momentText } from "#copy/locale/moment.ts";
import { resendDays } from "#domain/inquiries/inquiry.ts";
import type { QueuedMessage } from "./queue-store.ts";

/** The texts about a queued submission. */
export function queuedCopy({ kind, keptAt, files = [] }: Pick<QueuedMessage, "kind" | "keptAt" | "files">) {
  const time = momentText(keptAt, copy.channels.clock);
  const isMessage = kind === "message";
  const it = isMessage ? copy.offlineQueue.message(time) : copy.offlineQueue.impostor(time);
  const which = files.length === 0 ? it : copy.offlineQueue.withFiles(it, files.length);
  return {
    waiting: copy.offlineQueue.waiting(which),
    waitingHere: copy.offlineQueue.waitingHere(which),
    refused: (why: string) => copy.offlineQueue.refused(which, why),
    // The response to an attempt may have been lost.
    expired: copy.offlineQueue.expired(which, resendDays),
    sent: isMessage ? copy.message.sent : copy.report.received,
  };
}
