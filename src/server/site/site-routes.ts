import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import {
  figureInputSchema,
  figureParamsSchema,
  noticeRemovalSchema,
  siteDraftInputSchema,
  siteInputSchema,
  siteProposedSchema,
  siteViewSchema,
  staleSiteSchema,
} from "#contract/site/site-settings.ts";
import { siteFieldsSchema } from "#contract/site/site.ts";
import { settingsPaths } from "#contract/team-api-paths.ts";
import { say } from "#copy/server/say.ts";
import type { Sessions } from "../auth/sessions.ts";
import { freshStepUp, memberOf } from "../http/access.ts";
import { problems, sendFieldErrors, sendNoVersion, sendProblem } from "../http/problem.ts";
import { anotherOwner, sendApprovalRefusal, settingsAlarm } from "../http/refusals.ts";
import { namedVersion, versionTag } from "../http/version-tag.ts";
import type { SiteOutcome, SiteService } from "./site.ts";

/** The names, texts, figures and lists of the site: a few kilobytes; all of them in Hindi are more. */
const maxBodyBytes = 262_144;

const proposalParams = z.object({ id: z.string().max(100) });

const refusals = {
  alarm: settingsAlarm,
  fixed: [409, say("site.from-file")],
  "waits already": [409, say("site.waits-already")],
  missing: [404, say("site.gone")],
  "changed since": [409, say("site.changed-since")],
  "not allowed": anotherOwner,
} as const;

/**
 * `/api/site`: what the site says of itself, for owners. Publishing needs a recent step-up, since it shows visitors
 * addresses, numbers and links.
 */
export function siteRoutes(deps: { siteSettings: SiteService; sessions: Sessions }): FastifyPluginAsyncZod {
  const { siteSettings } = deps;
  const stepUp = freshStepUp(deps.sessions);
  const stale = {
    description: "Changed meanwhile",
    content: { "application/problem+json": { schema: staleSiteSchema } },
  };
  const responses = { 200: siteViewSchema, 202: siteProposedSchema };

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
    if (outcome.reason === "new owner" || outcome.reason === "older proposal")
      return sendApprovalRefusal(reply, outcome);
    const [status, message] = refusals[outcome.reason];
    return sendProblem(reply, status, message);
  }

  return async (app) => {
    app.get(
      settingsPaths.site,
      {
        config: { access: "owner" },
        schema: {
          summary: "What the site says, with its history",
          response: { 200: siteViewSchema, ...problems(401, 403) },
        },
      },
      async (request, reply) => {
        const view = await siteSettings.view(memberOf(request));
        return reply.header("etag", versionTag(view.version)).send(view);
      },
    );

    app.put(
      settingsPaths.site,
      {
        config: { access: "owner" },
        preHandler: stepUp,
        bodyLimit: maxBodyBytes,
        schema: {
          summary: "Publish what the site says; addresses, numbers and links may wait for a second owner",
          body: siteInputSchema,
          response: { ...responses, 412: stale, ...problems(400, 401, 403, 409, 413, 415, 422, 428) },
        },
      },
      async (request, reply) => {
        const version = namedVersion(request.headers);
        if (version === null) return sendNoVersion(reply);
        return respond(request, reply, await siteSettings.save(request.body.values, version, memberOf(request)));
      },
    );

    app.put(
      settingsPaths.siteFigure,
      {
        config: { access: "owner" },
        preHandler: stepUp,
        schema: {
          summary: "Confirm a figure, change it, or take it off the site",
          params: figureParamsSchema,
          body: figureInputSchema,
          response: { ...responses, 412: stale, ...problems(400, 401, 403, 404, 409, 413, 415, 422, 428) },
        },
      },
      async (request, reply) => {
        const version = namedVersion(request.headers);
        if (version === null) return sendNoVersion(reply);
        const { id: name } = request.params;
        const decided = await siteSettings.decideFigure(name, request.body.value, version, memberOf(request));
        return respond(request, reply, decided);
      },
    );

    app.put(
      settingsPaths.siteDraft,
      {
        config: { access: "owner" },
        bodyLimit: maxBodyBytes,
        schema: {
          summary: "Save a draft for all owners, or discard it",
          body: siteDraftInputSchema,
          response: { 200: siteViewSchema, 412: stale, ...problems(400, 401, 403, 409, 413, 415, 422, 428) },
        },
      },
      async (request, reply) => {
        const version = namedVersion(request.headers);
        if (version === null) return sendNoVersion(reply);
        return respond(request, reply, await siteSettings.saveDraft(request.body.values, version, memberOf(request)));
      },
    );

    app.post(
      settingsPaths.siteUndo,
      {
        config: { access: "owner" },
        preHandler: stepUp,
        schema: {
          summary: "Undo a change of the site",
          params: z.object({ id: z.coerce.number().int().min(1).max(1e15) }),
          response: { ...responses, ...problems(400, 401, 403, 404, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => respond(request, reply, await siteSettings.undo(request.params.id, memberOf(request))),
    );

    app.post(
      settingsPaths.siteApproval,
      {
        config: { access: "owner" },
        preHandler: stepUp,
        schema: {
          summary: "Publish a change of the site that another owner has proposed",
          params: proposalParams,
          response: { 200: siteViewSchema, 412: stale, ...problems(400, 401, 403, 404, 409, 413, 415, 422) },
        },
      },
      async (request, reply) =>
        respond(request, reply, await siteSettings.approve(request.params.id, memberOf(request))),
    );

    app.delete(
      settingsPaths.siteProposal,
      {
        config: { access: "owner" },
        schema: {
          summary: "Withdraw the change of the site that waits",
          params: proposalParams,
          response: { 200: siteViewSchema, 412: stale, ...problems(400, 401, 403, 404, 409, 413, 415) },
        },
      },
      async (request, reply) =>
        respond(request, reply, await siteSettings.withdraw(request.params.id, memberOf(request))),
    );

    app.post(
      settingsPaths.siteNoticeRemoval,
      {
        config: { access: "owner" },
        schema: {
          summary: "Take a notice down at once, without a step-up and whatever the publishing rule says",
          body: noticeRemovalSchema,
          response: { 200: siteViewSchema, ...problems(400, 401, 403, 404, 409, 413, 415, 422) },
        },
      },
      async (request, reply) =>
        respond(request, reply, await siteSettings.takeDown(request.body.text, memberOf(request))),
    );

    app.get(
      settingsPaths.siteExport,
      {
        config: { access: "owner" },
        schema: {
          summary: "What the site says, as a configuration file",
          response: { 200: siteFieldsSchema, ...problems(401, 403) },
        },
      },
      async (_request, reply) =>
        reply.header("content-disposition", 'attachment; filename="site.json"').send(await siteSettings.file()),
    );
  };
}
