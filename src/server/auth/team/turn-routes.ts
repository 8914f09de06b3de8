import { say } from "#copy/server/say.ts";
import { refused, route } from "#server/http/route.ts";
import type { Turns } from "#server/inquiries/turns.ts";

/** `/api/members/:id/turns`: whether a member takes turns at new inquiries. No step-up: it gives no rights. */
export const turnRoutes = ({ turns }: { turns: Turns }) => [
  route("PUT /members/:id/turns", {
    does: "Set whether a member takes turns at new inquiries: one's own or, for owners, anybody's",
    refuses: { "not allowed": [403, say("turns.owners-only")], gone: [404, say("member.gone")] },
    run: async ({ id, body: { takesTurns }, member }) => {
      if (member.role !== "owner" && member.id !== id) return refused("not allowed");
      if (!(await turns.set(id, takesTurns, member))) return refused("gone");
      return { message: takesTurns ? say("turns.takes") : say("turns.takes-none") };
    },
  }),
];
