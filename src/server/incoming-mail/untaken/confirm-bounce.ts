import type { Outbox } from "../../notifications/outbox.ts";
import type { IncomingMailStore } from "../incoming-mail-queries.ts";
import type { TakeStore } from "./take-queries.ts";
import type { UntakenMails } from "./untaken-mail.ts";

export type ConfirmBounce = ReturnType<typeof createConfirmBounce>;

/** `none`: no email of a reply is left that could have come back. */
type Confirmed = { ok: true; inquiryId: string } | { ok: false; reason: "gone" | "none" };

/**
 * Marks, at a member's press, the reply that a report of failed delivery is perhaps about: it names the visitor's
 * address, but nothing that nobody could guess.
 */
export function createConfirmBounce(deps: {
  store: Pick<IncomingMailStore, "findByReference" | "newestMailed">;
  taken: Pick<TakeStore, "setTaken">;
  mails: Pick<UntakenMails, "find">;
  outbox: Pick<Outbox, "markBounced">;
  now: () => number;
}) {
  return async (id: string, { id: memberId }: { id: string }): Promise<Confirmed> => {
    const mail = await deps.mails.find(id);
    if (mail === null || mail.reason !== "perhaps" || mail.about === null) return { ok: false, reason: "gone" };
    if (mail.inquiryId !== null) return { ok: true, inquiryId: mail.inquiryId };
    const inquiry = await deps.store.findByReference(mail.about);
    const reply = inquiry === null ? null : await deps.store.newestMailed(inquiry.id, mail.receivedAt);
    if (inquiry === null || reply === null || !(await deps.outbox.markBounced([reply], null)))
      return { ok: false, reason: "none" };
    await deps.taken.setTaken({ id, takeId: mail.takeId }, { inquiryId: inquiry.id, by: memberId, at: deps.now() });
    return { ok: true, inquiryId: inquiry.id };
  };
}
