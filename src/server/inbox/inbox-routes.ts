import { say, type ServerText } from "#copy/server/say.ts";
import { tagLimits } from "#domain/inquiries/tag.ts";
import { memberOf } from "../http/access.ts";
import { sendFieldErrors } from "../http/problem.ts";
import { refused, route } from "../http/route.ts";
import type { Inbox } from "./inbox.ts";
import type { SettingsService } from "../settings/settings.ts";
import type { SavedViews } from "./saved-views/saved-views.ts";
import { binned, gone, merged, staleInquiry, withTag } from "./inquiry-responses.ts";

const rejected = {
  "no such assignee": say("inquiry.member-gone"),
  "no such tag": say("tag.gone-choose"),
  "too many tags": say("tags.full-inquiry", { count: tagLimits.each }),
  "bad snooze": say("inquiry.snooze-range"),
};

/** `/api/contact-inquiries` and `/api/inbox`: the team's work on inquiries. */
export const inboxRoutes = (deps: {
  inbox: Inbox;
  settings: Pick<SettingsService, "mayBulk">;
  savedViews: Pick<SavedViews, "list">;
}) => [
  route("GET /contact-inquiries", {
    does: "A page of the inbox, the newest first unless sorted; without a status, all but possible spam (status suspected)",
    scope: "inquiries:read",
    run: async ({ query, caller, request }) => {
      const { after, limit, ...filter } = query;
      const page = await deps.inbox.list(filter, { after, limit }, caller.id);
      return { ...page, mayBulk: request.apiToken === null && (await deps.settings.mayBulk(memberOf(request))) };
    },
  }),

  route("GET /inbox/view-counts", {
    does: "How many inquiries the caller, nobody, each tag and each saved view has",
    run: async ({ member }) => deps.inbox.viewCounts(await deps.savedViews.list(member), member.id),
  }),

  route("GET /contact-inquiries/:id", {
    does: "An inquiry with its notes, its history and others by the same person; its version is the ETag",
    scope: "inquiries:read",
    refuses: { gone },
    run: async ({ id, query, reply }) => {
      const inquiry = await deps.inbox.find(id, query.entries);
      return inquiry === null ? refused("gone") : withTag(reply, inquiry);
    },
  }),

  route("PATCH /contact-inquiries/:id", {
    does: "Change the status, the assignee, the tags or the snooze of an inquiry; If-Match names the version that was seen",
    scope: "inquiries:status",
    refuses: {
      gone,
      binned,
      merged,
      stale: staleInquiry(say("inquiry.changed")),
      "no such assignee": [422, { assigneeId: rejected["no such assignee"] }],
      "no such tag": [422, { tags: rejected["no such tag"] }],
      "too many tags": [422, { tags: rejected["too many tags"] }],
      "bad snooze": [422, { snoozedUntil: rejected["bad snooze"] }],
    },
    run: async ({ id, body, version, caller, request, reply }) => {
      const { status: _status, ...others } = body;
      // The rest of an inquiry is the team's.
      const other = Object.keys(others)[0];
      if (request.apiToken !== null && other !== undefined)
        return sendFieldErrors(reply, { [other]: say("inquiry.token-status-only") });
      const result = await deps.inbox.change(id, version, body, caller);
      return result.ok ? withTag(reply, result.inquiry) : result;
    },
  }),

  route("POST /contact-inquiries/:id/notes", {
    does: "Add an internal note; answers the inquiry with it",
    refuses: { gone, binned, "no such member": [422, { mentions: say("note.mentioned-gone") }] },
    run: async ({ id, body, member, reply }) => {
      const added = await deps.inbox.addNote(id, body.text, member.id, body.mentions);
      if (added === null) return refused("gone");
      return added.ok ? withTag(reply, added.inquiry) : added;
    },
  }),

  route("POST /contact-inquiries/changes", {
    does: "Change several inquiries, each only where it still is at its version",
    refuses: {
      "no such assignee": [422, { changes: rejected["no such assignee"] }],
      "no such tag": [422, { changes: rejected["no such tag"] }],
      "too many tags": [422, { changes: rejected["too many tags"] }],
      "bad snooze": [422, { changes: rejected["bad snooze"] }],
    },
    run: async ({ body, member }) => {
      const result = await deps.inbox.changeSeveral(body, member);
      if (!result.ok) return result;
      const { changed, refused: unchanged } = result;
      return { message: changedText(changed.length, unchanged.length), changed, refused: unchanged };
    },
  }),
];

function changedText(count: number, unchanged: number): ServerText {
  return unchanged === 0
    ? say("inquiries.changed", { count })
    : say("inquiries.changed-but", { count, rest: say("inquiries.rest-stale", { count: unchanged }) });
}
