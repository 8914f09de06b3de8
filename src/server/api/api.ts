import type { FastifyInstance, RouteOptions } from "fastify";
import { sendError } from "../errors.ts";
import type { Services } from "../services/services.ts";
import { auditRoutes } from "./audit-log.ts";
import { backupRoutes } from "./backups.ts";
import { binRoutes } from "./bin.ts";
import { channelChangeRoutes } from "./channel-changes.ts";
import { channelImportRoutes } from "./channel-import.ts";
import { inquiryRoutes } from "./contact-inquiries.ts";
import { contactRoutes } from "./contacts.ts";
import { impostorReportRoutes } from "./impostor-reports.ts";
import { inboxRoutes } from "./inbox.ts";
import { inboxEventRoutes } from "./inbox-events.ts";
import { inboxExportRoutes } from "./inbox-export.ts";
import { savedReplyRoutes } from "./saved-replies.ts";
import { deliveryRoutes } from "./deliveries.ts";
import { ownPasswordRoutes } from "./own-password.ts";
import { privacyRoutes } from "./privacy.ts";
import { stepUpRoutes } from "./step-up.ts";
import { secondFactorRoutes } from "./second-factor.ts";
import { secondStepRoutes } from "./second-step.ts";
import { settingsRoutes } from "./settings.ts";
import { memberRoutes } from "./members.ts";
import { sessionRoutes } from "./session.ts";
import { sessionListRoutes } from "./sessions.ts";
import { verifyRoutes } from "./verify.ts";

/** Registers the JSON API under the prefix of `app`, with its OpenAPI document at `openapi.json`. */
export async function apiRoutes(
  app: FastifyInstance,
  deps: { services: Services; acceptedMessage: string; sessionHours: number; timeZone: string },
): Promise<void> {
  const { services } = deps;
  app.setErrorHandler(sendError);
  // JSON only: other content types get 415.
  app.removeContentTypeParser("text/plain");

  const routes: RouteOptions[] = [];
  app.addHook("onRoute", (route) => void routes.push(route));
  // A change by the team may have ended a session or changed permissions.
  app.addHook("onResponse", async ({ method, signedIn }) => {
    if (method !== "GET" && method !== "HEAD" && signedIn !== null) await services.inboxFeed.check();
  });
  await app.register(contactRoutes(services));
  await app.register(channelChangeRoutes(services));
  await app.register(channelImportRoutes({ ...services, timeZone: deps.timeZone }));
  await app.register(inquiryRoutes({ ...services, accepted: deps.acceptedMessage }));
  await app.register(impostorReportRoutes(services));
  await app.register(verifyRoutes(services.verify));
  await app.register(inboxRoutes(services));
  await app.register(binRoutes(services));
  await app.register(inboxExportRoutes(services));
  await app.register(inboxEventRoutes({ feed: services.inboxFeed, sessions: services.sessions }));
  await app.register(savedReplyRoutes(services.savedReplies));
  await app.register(sessionRoutes({ ...services, sessionHours: deps.sessionHours }));
  await app.register(secondStepRoutes({ ...services, sessionHours: deps.sessionHours }));
  await app.register(secondFactorRoutes(services));
  await app.register(stepUpRoutes(services.proof));
  await app.register(ownPasswordRoutes(services));
  await app.register(privacyRoutes(services.settings));
  await app.register(settingsRoutes(services));
  await app.register(deliveryRoutes(services.outbox));
  await app.register(backupRoutes(services.keeper));
  await app.register(sessionListRoutes(services.sessions));
  await app.register(memberRoutes(services));
  await app.register(auditRoutes(services.audit));
  let document: unknown;
  app.get("/openapi.json", { config: { access: "anyone" }, schema: { hide: true } }, async () => {
    const { describeRoutes } = await import("./openapi.ts");
    document ??= await describeRoutes(routes);
    return document;
  });
}
