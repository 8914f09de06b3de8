import type { Site } from "#contract/site/site.ts";
import { type Language, languageCodes, languageOf } from "#domain/languages.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { languageField } from "#contract/language.ts";
import { visitorPaths } from "#contract/paths.ts";
import {
  legalFactsSchema,
  settingsInputSchema,
  settingsSavedSchema,
  settingsSchema,
  staleSettingsSchema,
  testMessageSchema,
  type TestOutcome,
  testOutcomeSchema,
} from "#contract/settings.ts";
import { settingsPaths } from "#contract/team-api-paths.ts";
import type { Member } from "#contract/auth/session.ts";
import { say } from "#copy/server/say.ts";
import type { DeliveryChannel } from "#domain/delivery.ts";
import type { Sessions } from "../auth/sessions.ts";
import { freshStepUp, memberOf } from "../http/access.ts";
import { cachedByVersion } from "../http/cache/cached-response.ts";
import { problems, sendFieldErrors, sendNoVersion, sendProblem } from "../http/problem.ts";
import { namedVersion, versionTag } from "../http/version-tag.ts";
import { siteVersion } from "../site/live-site.ts";
import { particularsIn } from "../site/shown-site.ts";
import type { ReadSupportAddress } from "../site/support-address.ts";
import type { SettingsService } from "./settings.ts";

const stale = {
  description: "The settings are no longer those that were changed",
  content: { "application/problem+json": { schema: staleSettingsSchema } },
};

/**
 * `/api/privacy`: how inquiries are handled. `/api/settings`: the owners' settings and tests of them. Replacing them
 * needs a recent step-up: they set where owners are notified of channel changes, and what sends the password links.
 */
export function settingsRoutes(deps: {
  settings: SettingsService;
  notifications: { test: (channel: DeliveryChannel, actor: Member) => Promise<TestOutcome> };
  sessions: Sessions;
  secondFactor: { isOn: (memberId: string) => Promise<boolean> };
  site: Site;
  supportAddress: ReadSupportAddress;
}): FastifyPluginAsyncZod {
  const { settings, notifications, site, supportAddress } = deps;
  return async (app) => {
    const sendPrivacy = (language: Language) =>
      cachedByVersion(
        async () => {
          const { version, privacySettings } = await settings.forPrivacyPage();
          const { email } = await supportAddress();
          const particulars = particularsIn(site, language);
          const make = () => JSON.stringify({ ...privacySettings, ...particulars, support: { email } });
          return { version: `${version} ${siteVersion(site)} ${email}`, make };
        },
        { "content-type": "application/json; charset=utf-8" },
      );
    const sends = {} as Record<Language, ReturnType<typeof sendPrivacy>>;
    for (const language of languageCodes) sends[language] = sendPrivacy(language);

    app.get(
      visitorPaths.privacy,
      {
        config: { access: "anyone" },
        schema: {
          summary: "What the legal pages state",
          querystring: z.object(languageField),
          response: { 200: legalFactsSchema, ...problems() },
        },
      },
      // Sent as prepared bytes, bypassing the schema's serializer.
      async (request, reply) => void (await sends[languageOf(request.query.language)](request, reply)),
    );

    app.get(
      settingsPaths.settings,
      {
        config: { access: "owner" },
        schema: {
          summary: "The settings, without their secrets",
          response: { 200: settingsSchema, ...problems(401, 403) },
        },
      },
      async (_request, reply) => {
        const view = await settings.view();
        return reply.header("etag", versionTag(view.version)).send(view);
      },
    );

    app.put(
      settingsPaths.settings,
      {
        config: { access: "owner" },
        preHandler: freshStepUp(deps.sessions),
        schema: {
          summary: "Replace the settings; a secret that is left out stays",
          body: settingsInputSchema,
          response: {
            200: settingsSavedSchema,
            202: settingsSavedSchema,
            412: stale,
            ...problems(400, 401, 403, 409, 413, 415, 422, 428),
          },
        },
      },
      async (request, reply) => {
        const version = namedVersion(request.headers);
        if (version === null) return sendNoVersion(reply);
        const member = memberOf(request);
        const actor = { ...member, hasSecondFactor: await deps.secondFactor.isOn(member.id) };
        const saved = await settings.save(request.body, version, actor);
        if (saved.ok) {
          const { settings: view, webhookSecret, incomingSecret, waits } = saved;
          const answer = {
            settings: view,
            webhookSecret,
            incomingSecret,
            ...(waits.length > 0 && { waits: [...waits] }),
          };
          reply.header("etag", versionTag(view.version));
          return reply.code(waits.length > 0 ? 202 : 200).send(answer);
        }
        switch (saved.reason) {
          case "stale":
            reply.header("etag", versionTag(saved.current.version));
            return sendProblem(reply, 412, say("settings.stale"), undefined, {
              current: saved.current,
            });
          case "alarm":
            return sendProblem(reply, 409, say("settings.alarm"));
          case "waits already":
            return sendProblem(reply, 409, say("trust.section-waits"));
          case "refused":
            return sendFieldErrors(reply, saved.errors);
        }
      },
    );

    app.post(
      settingsPaths.restore,
      {
        config: { access: "owner" },
        preHandler: freshStepUp(deps.sessions),
        schema: {
          summary: "End an alarm about the settings: put the last good ones back",
          response: { 200: settingsSchema, ...problems(400, 401, 403, 409, 413, 415) },
        },
      },
      async (_request, reply) => {
        if (!(await settings.restore())) return sendProblem(reply, 409, say("settings.no-alarm"));
        const view = await settings.view();
        return reply.header("etag", versionTag(view.version)).send(view);
      },
    );

    app.post(
      settingsPaths.test,
      {
        config: { access: "owner" },
        schema: {
          summary: "Send a test at once, and say how that went",
          body: testMessageSchema,
          response: { 200: testOutcomeSchema, ...problems(400, 401, 403, 413, 415, 422) },
        },
      },
      (request) => notifications.test(request.body.channel, memberOf(request)),
    );
  };
}
