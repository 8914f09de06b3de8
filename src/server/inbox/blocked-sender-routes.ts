import { say } from "#copy/server/say.ts";
import { refused, route } from "../http/route.ts";
import type { BlockedSenders } from "../inquiries/blocked-senders.ts";
import type { Inbox } from "./inbox.ts";
import { binned, gone, staleInquiry, withTag } from "./inquiry-responses.ts";

const full = [409, say("blocking.full")] as const;

/** `/api/contact-inquiries/:id/blocked` and `/api/blocked-senders`: whose messages are put aside unread. */
export const blockedSenderRoutes = (deps: { blockedSenders: BlockedSenders; inbox: Pick<Inbox, "find"> }) => [
  route("PUT /contact-inquiries/:id/blocked", {
    does: "Block or unblock the sender of an inquiry; If-Match names the version that was seen",
    refuses: {
      full,
      gone,
      binned,
      stale: staleInquiry(say("inquiry.changed")),
      "no email": [422, { email: say("blocking.nothing-left", { what: "address" }) }],
      "no phone": [422, { phone: say("blocking.nothing-left", { what: "number" }) }],
    },
    run: async ({ id, body, member, version, reply }) => {
      const outcome = await deps.blockedSenders.set(id, version, body, member);
      if (outcome === "full") return refused("full");
      if (outcome === "no such field") return refused(body.email ? "no email" : "no phone");
      const inquiry = await deps.inbox.find(id);
      if (inquiry === null) return refused("gone");
      if (outcome === "gone") return refused("binned");
      return outcome === "stale" ? { ...refused("stale"), current: inquiry } : withTag(reply, inquiry);
    },
  }),

  route("GET /blocked-senders", {
    does: "The blocked senders",
    run: async () => ({ senders: await deps.blockedSenders.list() }),
  }),

  route("DELETE /blocked-senders/:id", {
    does: "Unblock a sender, and remove all that is kept of it",
    refuses: { gone: [404, say("blocking.gone")] },
    run: async ({ id, member }) => {
      const unblocked = await deps.blockedSenders.unblock(id, member);
      return unblocked === null ? refused("gone") : { message: say("blocking.unblocked"), ...unblocked };
    },
  }),

  route("POST /blocked-senders/restore", {
    does: "Undo an unblocking of the last ten minutes",
    refuses: { full, "too late": [409, say("blocking.undo-too-late")] },
    run: async ({ body, member }) => {
      const outcome = await deps.blockedSenders.restore(body.undo, member);
      if (outcome === "restored") return { message: say("blocking.blocked-again") };
      return refused(outcome === "full" ? "full" : "too late");
    },
  }),
];
