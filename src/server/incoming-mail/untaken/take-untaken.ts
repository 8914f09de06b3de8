import { randomUUID } from "node:crypto";
import { mayBeTaken } from "#domain/inquiries/untaken-mail.ts";
import type { Audit } from "../../audit/audit.ts";
import type { IncomingMail } from "../incoming-mail.ts";
import type { TakeStore } from "./take-queries.ts";
import type { UntakenMails } from "./untaken-mail.ts";

interface Member {
  id: string;
  email: string;
}

export type TakingUntaken = ReturnType<typeof createTakingUntaken>;

/** `unreadable`: it cannot be read here. `busy`: try again. */
type Taken = { ok: true; inquiryId: string } | { ok: false; reason: "gone" | "unreadable" | "busy" };

/** `worked on`: somebody has answered since, or written a note. */
type Undone = { ok: true } | { ok: false; reason: "gone" | "worked on" };

/** Takes emails of the list at a member's press, and takes that back. */
export function createTakingUntaken(deps: {
  store: TakeStore;
  mails: Pick<UntakenMails, "find" | "content">;
  incomingMail: Pick<IncomingMail, "takeListed">;
  audit: Pick<Audit, "draft" | "written">;
  publishInbox: () => void;
  now: () => number;
}) {
  const { store, mails, audit, now } = deps;

  return {
    /** Makes an inquiry of an email, or an answer; again, it changes nothing. */
    async take(id: string, { id: memberId }: Pick<Member, "id">): Promise<Taken> {
      const mail = await mails.find(id);
      if (mail === null) return { ok: false, reason: "gone" };
      if (mail.inquiryId !== null) return { ok: true, inquiryId: mail.inquiryId };
      if (!mayBeTaken(mail.reason)) return { ok: false, reason: "unreadable" };
      const { takeId, kept, size } = mail;
      const taken = await deps.incomingMail.takeListed(await mails.content(id), { takeId, isCut: kept < size });
      if (taken.ok) await store.setTaken({ id, takeId }, { inquiryId: taken.inquiryId, by: memberId, at: now() });
      return taken;
    },

    /** Takes back what taking an email made, as long as nobody has worked on it. */
    async undoTake(id: string, actor: Member): Promise<Undone> {
      const entryOf = (inquiry: string) =>
        audit.draft({
          kind: "inquiry-erased",
          by: { id: actor.id, email: actor.email },
          about: { inquiry, reason: "team" },
        });
      const outcome = await store.undo(id, { by: actor.id, takeId: randomUUID(), entryOf, now: now() });
      if (outcome !== "undone") return { ok: false, reason: outcome };
      audit.written();
      deps.publishInbox();
      return { ok: true };
    },
  };
}
