import type { Site } from "#contract/site/site.ts";
import type { FastifyInstance, RouteOptions } from "fastify";
import { sendError } from "./http/problem.ts";
import { addRoutes } from "./http/route.ts";
import { requestLanguage } from "./http/request-language.ts";
import { withSentences } from "./http/sentences.ts";
import type { Services } from "./compose.ts";
import { channelChangeRoutes } from "./channels/change-routes.ts";
import { binRoutes } from "./inbox/bin/bin-routes.ts";
import { inboxEventRoutes } from "./inbox/feed/event-routes.ts";
import { auditRoutes } from "./audit/audit-routes.ts";
import { backupRoutes } from "./backup/backup-routes.ts";
import { sessionRoutes } from "./auth/session-routes.ts";
import { conversationRoutes, impostorReportRoutes, inquiryRoutes } from "./inquiries/inquiry-routes.ts";
import { contactRoutes } from "./channels/contact-routes.ts";
import { replyRoutes } from "./inbox/reply-routes.ts";
import { inboxRoutes } from "./inbox/inbox-routes.ts";
import { inboxExportRoutes } from "./inbox/export-routes.ts";
import { blockedSenderRoutes } from "./inbox/blocked-sender-routes.ts";
import { mergeRoutes } from "./inbox/merge-routes.ts";
import { draftRoutes } from "./inbox/draft-routes.ts";
import { savedReplyRoutes } from "./inbox/saved-replies/saved-reply-routes.ts";
import { savedViewRoutes } from "./inbox/saved-views/saved-view-routes.ts";
import { tagRoutes } from "./inbox/tags/tag-routes.ts";
import { incomingMailRoutes } from "./incoming-mail/incoming-mail-routes.ts";
import { confirmBounceRoutes } from "./incoming-mail/untaken/confirm-bounce-routes.ts";
import { untakenMailRoutes } from "./incoming-mail/untaken/untaken-mail-routes.ts";
import { bellRoutes } from "./bell/bell-routes.ts";
import { reportRoutes } from "./reports/report-routes.ts";
import { deliveryRoutes } from "./notifications/delivery-routes.ts";
import { setupRoutes } from "./setup/setup-routes.ts";
import { trustRoutes } from "./trust/trust-routes.ts";
import { siteRoutes } from "./site/site-routes.ts";
import { settingsRoutes } from "./settings/settings-routes.ts";
import { secondFactorRoutes } from "./auth/second-factor/second-factor-routes.ts";
import { ownPasswordRoutes, sessionListRoutes, stepUpRoutes } from "./auth/own-account-routes.ts";
import { apiTokenRoutes } from "./auth/api-tokens/api-token-routes.ts";
import { memberRoutes } from "./auth/team/member-routes.ts";
import { ownSettingsRoutes } from "./own-settings/own-settings-routes.ts";
import { turnRoutes } from "./auth/team/turn-routes.ts";
import { profileRoutes } from "./profiles/profile-routes.ts";
import { verifyRoutes } from "./verify/verify-routes.ts";

/**
 * Registers the JSON API under the prefix of `app`, with its OpenAPI document at `openapi.json`. The imports above
 * determine the order of its schemas.
 */
export async function apiRoutes(
  app: FastifyInstance,
  deps: { services: Services; sessionHours: number; site: Site },
): Promise<void> {
  const { services } = deps;
  app.setErrorHandler(sendError);
  app.addHook("preSerialization", async (request, _reply, payload) => withSentences(requestLanguage(request), payload));
  // JSON only: other content types get 415.
  app.removeContentTypeParser("text/plain");

  const routes: RouteOptions[] = [];
  app.addHook("onRoute", (route) => void routes.push(route));
  // A change by the team may have ended a session or changed permissions.
  app.addHook("onResponse", async ({ method, signedIn }) => {
    if (method !== "GET" && method !== "HEAD" && signedIn !== null) await services.inboxFeed.check();
  });
  await app.register(contactRoutes(services));
  await app.register(channelChangeRoutes({ ...services, site: deps.site }));
  await app.register(inquiryRoutes({ ...services, site: deps.site }));
  await app.register(impostorReportRoutes(services));
  await app.register(verifyRoutes(services.verify));
  await app.register(conversationRoutes(services));
  await app.register(inboxRoutes(services));
  await app.register(replyRoutes(services));
  await app.register(blockedSenderRoutes(services));
  await app.register(mergeRoutes(services));
  await app.register(binRoutes(services));
  await app.register(inboxExportRoutes(services));
  await app.register(
    inboxEventRoutes({ feed: services.inboxFeed, sessions: services.sessions, inbox: services.inbox }),
  );
  await app.register(bellRoutes(services));
  await app.register(draftRoutes(services));
  await addRoutes(app, services.sessions, savedReplyRoutes(services));
  await addRoutes(app, services.sessions, tagRoutes(services));
  await addRoutes(app, services.sessions, savedViewRoutes(services));
  await app.register(sessionRoutes({ ...services, sessionHours: deps.sessionHours }));
  await app.register(secondFactorRoutes(services));
  await app.register(stepUpRoutes(services.stepUp));
  await app.register(ownPasswordRoutes(services));
  await app.register(settingsRoutes({ ...services, site: deps.site }));
  await app.register(trustRoutes(services));
  await app.register(setupRoutes(services));
  await app.register(siteRoutes(services));
  await app.register(incomingMailRoutes(services));
  await app.register(untakenMailRoutes(services));
  await app.register(confirmBounceRoutes(services));
  await app.register(reportRoutes(services.reports));
  await app.register(deliveryRoutes(services.outbox));
  await app.register(backupRoutes(services.backups, services.space, services.filesWatch, services.backupPassphrases));
  await app.register(sessionListRoutes(services.sessions));
  await app.register(memberRoutes(services));
  await app.register(turnRoutes(services));
  await app.register(ownSettingsRoutes(services));
  await app.register(profileRoutes(services));
  await addRoutes(app, services.sessions, apiTokenRoutes(services));
  await app.register(auditRoutes(services));
  let document: unknown;
  app.get("/openapi.json", { config: { access: "anyone" }, schema: { hide: true } }, async () => {
    const { describeRoutes } = await import("./http/openapi.ts");
    document ??= await describeRoutes(routes);
    return document;
  });
}
