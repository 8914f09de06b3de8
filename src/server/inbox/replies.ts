import type { InquiryDetail, ReplyInput } from "#contract/inbox/inbox.ts";
import { leavesAfterMs } from "#domain/inquiries/conversation.ts";
import { languageOf } from "#domain/languages.ts";
import type { Audit } from "../audit/audit.ts";
import type { EntryProofs } from "../inquiries/entry-proofs.ts";
import type { Attachments, FileProblem } from "../inquiries/attachments/attachments.ts";
import { noFiles, type SentFiles } from "../lib/sent-files.ts";
import type { ConversationStore } from "../inquiries/conversation-queries.ts";
import type { Store } from "../open-store.ts";
import type { Outbox } from "../notifications/outbox.ts";
import type { Profiles } from "../profiles/profiles.ts";
import type { Actor, Inbox } from "./inbox.ts";

export type Replies = ReturnType<typeof createReplies>;

type SendResult =
  | { ok: true; inquiry: InquiryDetail }
  | { ok: false; reason: "stale"; current: InquiryDetail }
  | { ok: false; reason: "refused files"; problem: FileProblem }
  | { ok: false; reason: "gone" | "binned" | "merged" | "no email" };

type TakeBackResult = { ok: true; inquiry: InquiryDetail } | { ok: false; reason: "left" | "gone" };

/** The team's side of conversations. `publishInbox` is called after each durable change. */
export function createReplies(deps: {
  store: ConversationStore;
  acceptedAnswers: Store["acceptedAnswers"];
  inbox: Pick<Inbox, "find" | "recipientOf">;
  attachments: Pick<Attachments, "check">;
  profiles: Pick<Profiles, "authorFor">;
  proofs: Pick<EntryProofs, "proofOfNew" | "unprovedIn" | "vouch">;
  audit: Pick<Audit, "draft" | "written">;
  outbox: Pick<Outbox, "messagesForReply" | "payloadOfReply">;
  publishInbox: () => void;
  now: () => number;
}) {
  const { store, inbox, audit, outbox, now } = deps;

  function announce(): void {
    audit.written();
    deps.publishInbox();
  }

  return {
    /**
     * Adds a reply if the inquiry is still at this version. It leaves after `leavesAfterMs`; until then its author can
     * take it back.
     */
    async send(
      id: string,
      version: number,
      reply: ReplyInput & { files?: SentFiles },
      actor: Actor,
    ): Promise<SendResult> {
      const recipient = await inbox.recipientOf(id);
      if (recipient === null) return { ok: false, reason: "gone" };
      if (reply.way === "email" && !recipient.mayEmail) return { ok: false, reason: "no email" };
      const { problem } = reply.files ?? noFiles;
      if (problem !== undefined) return { ok: false, reason: "refused files", problem };
      const checked = await deps.attachments.check(reply.files ?? noFiles, { by: "team" });
      if (!checked.ok) return { ok: false, reason: "refused files", problem: checked.reason };
      const messages = await outbox.messagesForReply(reply, recipient);
      const time = now();
      const memberId = actor.tokenName === undefined ? actor.id : null;
      const shownAs =
        memberId === null ? null : await deps.profiles.authorFor(memberId, languageOf(recipient.language));
      const author = shownAs === null ? null : JSON.stringify(shownAs);
      const proof = await deps.proofs.proofOfNew(id, { ...reply, author }, checked.checked, time);
      const outcome = await store.addReply(
        { id, version },
        {
          ...reply,
          memberId,
          author,
          tokenName: actor.tokenName ?? null,
          status: reply.status,
          leavesAt: time + leavesAfterMs,
          attachments: checked.checked,
          proof,
        },
        messages,
        audit.draft({
          kind: "inquiry-replied",
          by: { id: actor.id, email: actor.email },
          about: { inquiry: id, way: reply.way },
        }),
        time,
      );
      if (outcome === "added") announce();
      const inquiry = await inbox.find(id);
      if (inquiry === null) return { ok: false, reason: "gone" };
      if (outcome === "gone") return { ok: false, reason: "binned" };
      if (outcome === "merged") return { ok: false, reason: outcome };
      return outcome === "stale" ? { ok: false, reason: outcome, current: inquiry } : { ok: true, inquiry };
    },

    /** Takes back a member's own reply that has not left, with the status that it set. */
    async takeBack(id: string, member: { id: string; email: string }): Promise<TakeBackResult> {
      const found = await store.authorOf(id);
      if (found === null) return { ok: false, reason: "gone" };
      const { inquiryId } = found;
      const entry = audit.draft({
        kind: "reply-taken-back",
        by: { id: member.id, email: member.email },
        about: { inquiry: inquiryId },
      });
      const outcome = await store.takeBack(inquiryId, id, member.id, entry, now());
      if (outcome !== "taken back") return { ok: false, reason: outcome };
      announce();
      const inquiry = await inbox.find(inquiryId);
      return inquiry === null ? { ok: false, reason: "gone" } : { ok: true, inquiry };
    },

    /** Takes an answer by email whose sender can be forged as the visitor's, or takes that back; null if it is gone. */
    async setAccepted(id: string, isVisitors: boolean, memberId: string): Promise<InquiryDetail | null> {
      const inquiryId = await deps.acceptedAnswers.setAccepted(id, isVisitors, memberId, now());
      if (inquiryId === null) return null;
      deps.publishInbox();
      return inbox.find(inquiryId);
    },

    /** Sends the email of a reply again now; null if it is gone or was delivered. */
    async retry(id: string): Promise<InquiryDetail | null> {
      const found = await store.authorOf(id);
      const reply = await store.find(id);
      const recipient = found === null ? null : await inbox.recipientOf(found.inquiryId);
      if (found === null || reply === null || recipient === null) return null;
      // Whoever sends it again has the text before them.
      const isUnproved = (await deps.proofs.unprovedIn([found.inquiryId])).has(id);
      if (isUnproved) await deps.proofs.vouch(id);
      const payload = await outbox.payloadOfReply({ id, text: reply.text }, recipient);
      if (!(await store.retry(id, found.inquiryId, payload, now())) && !isUnproved) return null;
      deps.publishInbox();
      return inbox.find(found.inquiryId);
    },
  };
}
