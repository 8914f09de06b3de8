import type { Site } from "#contract/site/site.ts";
import type { FastifyInstance, RouteOptions } from "fastify";
import { sendError } from "./http/problem.ts";
import { addRoutes, type Route } from "./http/route.ts";
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
import { channelRoutes } from "./channels/channel-routes.ts";
import { replyRoutes } from "./inbox/reply-routes.ts";
import { inboxRoutes } from "./inbox/inbox-routes.ts";
import { inboxExportRoutes } from "./inbox/export-routes.ts";
import { blockedSenderRoutes } from "./inbox/blocked-sender-routes.ts";
import { mergeRoutes } from "./inbox/merge-routes.ts";
import { draftRoutes } from "./inbox/draft-routes.ts";
import { savedReplyRoutes } from "./inbox/saved-replies/saved-reply-routes.ts";
import { savedViewRoutes } from "./inbox/saved-views/saved-view-routes.ts";
import { tagRoutes } from "./inbox/tags/tag-routes.ts";
import { acceptRawMail, incomingMailRoutes } from "./incoming-mail/incoming-mail-routes.ts";
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
  const add = (some: readonly Route[]) => addRoutes(app, services.sessions, some);
  await add(channelRoutes(services));
  await add(channelChangeRoutes({ ...services, site: deps.site }));
  await add(inquiryRoutes({ ...services, site: deps.site }));
  await add(impostorReportRoutes(services));
  await add(verifyRoutes(services));
  await add(conversationRoutes(services));
  await add(inboxRoutes(services));
  await add(replyRoutes(services));
  await add(blockedSenderRoutes(services));
  await add(mergeRoutes(services));
  await add(binRoutes(services));
  await add(inboxExportRoutes(services));
  await add(inboxEventRoutes({ ...services, feed: services.inboxFeed }));
  // Event streams do not end by themselves, so a closing server would wait for them.
  app.addHook("preClose", async () => services.inboxFeed.close());
  await add(bellRoutes(services));
  await add(draftRoutes(services));
  await add(savedReplyRoutes(services));
  await add(tagRoutes(services));
  await add(savedViewRoutes(services));
  await add(sessionRoutes({ ...services, sessionHours: deps.sessionHours }));
  await add(secondFactorRoutes(services));
  await add(stepUpRoutes(services));
  await add(ownPasswordRoutes(services));
  await add(settingsRoutes({ ...services, site: deps.site }));
  await add(trustRoutes(services));
  await add(setupRoutes(services));
  await add(siteRoutes(services));
  await app.register(async (mail) => {
    acceptRawMail(mail);
    await addRoutes(mail, services.sessions, incomingMailRoutes(services));
  });
  await add(untakenMailRoutes(services));
  await add(confirmBounceRoutes(services));
  await add(reportRoutes(services));
  await add(deliveryRoutes(services));
  await add(backupRoutes(services));
  await add(sessionListRoutes(services));
  await add(memberRoutes(services));
  await add(turnRoutes(services));
  await add(ownSettingsRoutes(services));
  await add(profileRoutes(services));
  await add(apiTokenRoutes(services));
  await add(auditRoutes(services));
  let document: unknown;
  app.get("/openapi.json", { config: { access: "anyone" }, schema: { hide: true } }, async () => {
    const { describeRoutes } = await import("./http/openapi.ts");
    document ??= await describeRoutes(routes);
    return document;
  });
}
