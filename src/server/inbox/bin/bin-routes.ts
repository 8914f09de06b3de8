import { say } from "#copy/server/say.ts";
import { stepUpNeeded } from "../../http/refusals.ts";
import { route } from "../../http/route.ts";
import type { Bin } from "./bin.ts";
import type { Sessions } from "../../auth/sessions.ts";

/** `/api/contact-inquiries/erase`, `restore` and `bin`: moves inquiries to the bin, restores them, and erases them. */
export const binRoutes = ({ bin, sessions }: { bin: Bin; sessions: Pick<Sessions, "hasSteppedUp"> }) => [
  route("POST /contact-inquiries/erase", {
    does:
      "Delete inquiries: move them to the bin, each only if it still is at its version; several only for " +
      "owners, and agents whom an owner allowed",
    refuses: { "step-up needed": stepUpNeeded, "not allowed": [403, say("inquiries.delete-not-allowed")] },
    run: async ({ body, signedIn }) => {
      const asking = { member: signedIn.member, hasSteppedUp: sessions.hasSteppedUp(signedIn) };
      const result = await bin.add(body.inquiries, asking);
      if (!result.ok) return result;
      const { binned, refused } = result;
      const message =
        refused.length === 0
          ? say("inquiries.binned", { count: binned })
          : say("inquiries.binned-but", {
              count: binned,
              rest: say("inquiries.rest-stale", { count: refused.length }),
            });
      return { message, erased: binned, refused };
    },
  }),

  route("POST /contact-inquiries/restore", {
    does: "Take inquiries out of the bin, each back to where it was",
    run: async ({ body, member }) => {
      const restored = await bin.restore(body.ids, member);
      return { message: say("inquiries.restored", { count: restored.length }), restored };
    },
  }),

  route("GET /contact-inquiries/bin", {
    does: "A page of the bin, what was deleted last first",
    run: ({ query }) => bin.list(query),
  }),

  route("POST /contact-inquiries/bin/erase", {
    does: "Erase inquiries of the bin for good, with all that was kept of them",
    access: "owner",
    stepUp: true,
    run: async ({ body, member }) => {
      const erased = await bin.erase(body.ids, member);
      return { message: say("inquiries.erased", { count: erased }), erased, isDone: true };
    },
  }),

  route("POST /contact-inquiries/bin/empty", {
    does: "Erase for good what was deleted until a time, some hundreds in one call",
    access: "owner",
    stepUp: true,
    run: async ({ body, member }) => {
      const { erased, isDone } = await bin.empty(Date.parse(body.until), member);
      const message = say(isDone ? "inquiries.erased" : "inquiries.erased-some", { count: erased });
      return { message, erased, isDone };
    },
  }),
];
