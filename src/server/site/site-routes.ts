import type { FastifyReply, FastifyRequest } from "fastify";
import { say } from "#copy/server/say.ts";
import { memberOf } from "../http/access.ts";
import { sendFieldErrors, sendProblem } from "../http/problem.ts";
import { anotherOwner, approvalRefusals, newOwnerText, settingsAlarm } from "../http/refusals.ts";
import { route } from "../http/route.ts";
import { versionTag } from "../http/version-tag.ts";
import type { SiteOutcome, SiteService } from "./site.ts";

/** The names, texts, figures and lists of the site: a few kilobytes; all of them in Hindi are more. */
const maxBodyBytes = 262_144;

const refusals = {
  alarm: settingsAlarm,
  fixed: [409, say("site.from-file")],
  "waits already": [409, say("site.waits-already")],
  missing: [404, say("site.gone")],
  "changed since": [409, say("site.changed-since")],
  "not allowed": anotherOwner,
  "older proposal": approvalRefusals["older proposal"],
} as const;

/**
 * `/api/site`: what the site says of itself, for owners. Publishing needs a recent step-up, since it shows visitors
 * addresses, numbers and links.
 */
export function siteRoutes({ siteSettings }: { siteSettings: SiteService }) {
  async function respond(request: FastifyRequest, reply: FastifyReply, outcome: SiteOutcome): Promise<FastifyReply> {
    const site = await siteSettings.view(memberOf(request));
    reply.header("etag", versionTag(site.version));
    if (outcome.ok && !outcome.isPending) return reply.send(site);
    if (outcome.ok) {
      const message =
        site.proposal?.publishesAt === null ? say("publication.waits-for-owner") : say("publication.waits-for-delay");
      return reply.code(202).send({ message, site });
    }
    if (outcome.reason === "wrong field") return sendFieldErrors(reply, outcome.errors);
    if (outcome.reason === "stale") {
      const message = say("site.stale");
      return sendProblem(reply, 412, message, undefined, { current: site });
    }
    if (outcome.reason === "new owner") return sendProblem(reply, 403, newOwnerText(outcome.from));
    const [status, message] = refusals[outcome.reason];
    return sendProblem(reply, status, message);
  }

  return [
    route("GET /site", {
      does: "What the site says, with its history",
      access: "owner",
      run: async ({ member, reply }) => {
        const view = await siteSettings.view(member);
        reply.header("etag", versionTag(view.version));
        return view;
      },
    }),

    route("PUT /site", {
      does: "Publish what the site says; addresses, numbers and links may wait for a second owner",
      access: "owner",
      stepUp: true,
      bodyLimit: maxBodyBytes,
      statuses: { also: [409] },
      run: async ({ body, version, member, request, reply }) =>
        respond(request, reply, await siteSettings.save(body.values, version, member)),
    }),

    route("PUT /site/figures/:id", {
      does: "Confirm a figure, change it, or take it off the site",
      access: "owner",
      stepUp: true,
      statuses: { also: [404, 409] },
      run: async ({ id, body, version, member, request, reply }) =>
        respond(request, reply, await siteSettings.decideFigure(id, body.value, version, member)),
    }),

    route("PUT /site/draft", {
      does: "Save a draft for all owners, or discard it",
      access: "owner",
      bodyLimit: maxBodyBytes,
      statuses: { also: [409] },
      run: async ({ body, version, member, request, reply }) =>
        respond(request, reply, await siteSettings.saveDraft(body.values, version, member)),
    }),

    route("POST /site/history/:id/undo", {
      does: "Undo a change of the site",
      access: "owner",
      stepUp: true,
      statuses: { also: [404, 409, 422] },
      run: async ({ id, member, request, reply }) => respond(request, reply, await siteSettings.undo(id, member)),
    }),

    route("POST /site/proposals/:id/approve", {
      does: "Publish a change of the site that another owner has proposed",
      access: "owner",
      stepUp: true,
      statuses: { also: [404, 409, 422] },
      run: async ({ id, member, request, reply }) => respond(request, reply, await siteSettings.approve(id, member)),
    }),

    route("DELETE /site/proposals/:id", {
      does: "Withdraw the change of the site that waits",
      access: "owner",
      statuses: { also: [404, 409] },
      run: async ({ id, member, request, reply }) => respond(request, reply, await siteSettings.withdraw(id, member)),
    }),

    route("POST /site/notices/removal", {
      does: "Take a notice down at once, without a step-up and whatever the publishing rule says",
      access: "owner",
      statuses: { also: [404, 409] },
      run: async ({ body, member, request, reply }) =>
        respond(request, reply, await siteSettings.takeDown(body.text, member)),
    }),

    route("GET /site/export.json", {
      does: "What the site says, as a configuration file",
      access: "owner",
      run: async ({ reply }) => {
        reply.header("content-disposition", 'attachment; filename="site.json"');
        return siteSettings.file();
      },
    }),
  ];
}
