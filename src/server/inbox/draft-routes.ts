import { say } from "#copy/server/say.ts";
import type { Store } from "../open-store.ts";
import { refused, route } from "../http/route.ts";

const stale = [412, say("draft.stale")] as const;

/** `/api/drafts`: unsent texts of the member who asks, and of nobody else. `id` is that of the inquiry. */
export const draftRoutes = ({ drafts, now }: { drafts: Store["drafts"]; now: () => number }) => [
  route("GET /drafts", {
    does: "Which drafts you have, without their texts",
    run: async ({ member }) => ({ drafts: await drafts.list(member.id) }),
  }),

  route("GET /drafts/:id", {
    does: "Your drafts for an inquiry",
    run: async ({ id, member }) => ({ drafts: await drafts.find(member.id, id) }),
  }),

  route("PUT /drafts/:id", {
    does: "Save your draft for an inquiry; If-Match names the version that it replaces, or 0 for a new one",
    refuses: { stale, "no inquiry": [404, say("inquiry.gone")] },
    run: async ({ id, body, member, version }) => {
      const place = { memberId: member.id, inquiryId: id, kind: body.kind };
      const saved = await drafts.save(place, body, version ?? 0, now());
      return saved.ok ? saved.draft : saved;
    },
  }),

  route("DELETE /drafts/:id", {
    does: "Discard your drafts for an inquiry, or that of one kind; with If-Match, only if it is of that version",
    refuses: { stale },
    run: async ({ id, query, member, version }) =>
      (await drafts.delete({ memberId: member.id, inquiryId: id, kind: query.kind }, version))
        ? { message: say("draft.discarded") }
        : refused("stale"),
  }),
];
