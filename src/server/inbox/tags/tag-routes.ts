import type { FastifyReply, FastifyRequest } from "fastify";
import { say } from "#copy/server/say.ts";
import { tagLimits } from "#domain/inquiries/tag.ts";
import { memberOf } from "../../http/access.ts";
import { sendProblem } from "../../http/problem.ts";
import { route } from "../../http/route.ts";
import type { SettingsService } from "../../settings/settings.ts";
import type { Tags } from "./tags.ts";

const gone = [404, say("tag.gone")] as const;
const taken = [422, { name: say("tag.name-taken") }] as const;

/** `/api/tags`: the tags of inquiries, for every role; merging and deleting as for several inquiries at once. */
export function tagRoutes({ tags, settings }: { tags: Tags; settings: Pick<SettingsService, "mayBulk"> }) {
  async function rejectOthers(request: FastifyRequest, reply: FastifyReply) {
    if (await settings.mayBulk(memberOf(request))) return undefined;
    return sendProblem(reply, 403, say("tags.not-allowed"));
  }

  return [
    route("GET /tags", { does: "All tags", run: ({ member }) => tags.list(member) }),

    route("POST /tags", {
      does: "Add a tag",
      refuses: { taken, full: [409, say("tags.full", { count: tagLimits.all })] },
      run: async ({ body, member }) => {
        const saved = await tags.add(body, member);
        return saved.ok ? saved.tag : saved;
      },
    }),

    route("PUT /tags/:id", {
      does: "Change the name or the colour of a tag",
      refuses: { taken, gone },
      run: async ({ id, body, member }) => {
        const saved = await tags.change(id, body, member);
        return saved.ok ? saved.tag : saved;
      },
    }),

    route("POST /tags/:id/merge", {
      does: "Give all inquiries of a tag another one instead, and delete it",
      refuses: { gone, itself: [422, { into: say("tag.choose-other-target") }] },
      onRequest: rejectOthers,
      run: async ({ id, body, member }) => {
        const merged = await tags.merge(id, body.into, member);
        if (!merged.ok) return merged;
        const { inquiries } = merged;
        return { message: say("tag.merged", { inquiries: say("unit.inquiries", { count: inquiries }) }), inquiries };
      },
    }),

    route("DELETE /tags/:id", {
      does: "Delete a tag, and take it off all inquiries",
      refuses: { gone },
      onRequest: rejectOthers,
      run: async ({ id, member }) => {
        const deleted = await tags.delete(id, member);
        if (!deleted.ok) return deleted;
        const { inquiries } = deleted;
        return { message: say("tag.deleted", { inquiries: say("unit.inquiries", { count: inquiries }) }), inquiries };
      },
    }),
  ];
}
