import type { ServerText } from "#copy/server/say.ts";
import { say } from "#copy/server/say.ts";
import { route } from "../http/route.ts";
import { binned, gone, staleInquiry, withTag } from "./inquiry-responses.ts";
import type { Merging } from "./merging.ts";

const refuses = {
  gone,
  binned,
  stale: staleInquiry(say("inquiry.changed-or-answered")),
  refused: [409, ({ problem }: { problem: ServerText }) => ({ message: problem })],
} as const;

/** `/api/contact-inquiries/:id/merge`: merges an inquiry into another one, and undoes it. */
export const mergeRoutes = ({ merging }: { merging: Merging }) => [
  route("PUT /contact-inquiries/:id/merge", {
    does:
      "Merge an inquiry into another one, and close it; If-Match names its version that was seen, the body the " +
      "other one's",
    refuses,
    run: async ({ id, body, version, member, reply }) => {
      const result = await merging.merge({ id, version }, body.into, member);
      return result.ok ? withTag(reply, result.inquiry) : result;
    },
  }),

  route("DELETE /contact-inquiries/:id/merge", {
    does: "Undo a merge: the inquiry is on its own again; If-Match names the version that was seen",
    refuses,
    run: async ({ id, version, member, reply }) => {
      const result = await merging.unmerge({ id, version }, member);
      return result.ok ? withTag(reply, result.inquiry) : result;
    },
  }),
];
