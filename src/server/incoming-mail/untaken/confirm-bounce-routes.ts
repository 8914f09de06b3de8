import { say } from "#copy/server/say.ts";
import { route } from "../../http/route.ts";
import type { ConfirmBounce } from "./confirm-bounce.ts";

/** `/api/untaken-mails/{id}/undelivered`: a report of failed delivery that is perhaps about a reply. */
export const confirmBounceRoutes = ({ confirmBounce }: { confirmBounce: ConfirmBounce }) => [
  route("PUT /untaken-mails/:id/undelivered", {
    does: "Mark the reply that a report of failed delivery is perhaps about as not delivered",
    refuses: { gone: [404, say("bounce.gone")], none: [409, say("bounce.no-reply")] },
    run: async ({ id, member }) => {
      const confirmed = await confirmBounce(id, member);
      return confirmed.ok ? { message: say("bounce.confirmed"), inquiryId: confirmed.inquiryId } : confirmed;
    },
  }),
];
