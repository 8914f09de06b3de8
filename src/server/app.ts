import { siteProbe } from "./address/address-routes.ts";
import { maxHeaderSize } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import cookie from "@fastify/cookie";
import Fastify, { type FastifyInstance, LogController } from "fastify";
import type { PageRenderer } from "#contract/page.ts";
import { examplesIn } from "#contract/site/site.ts";
import { providerRoutes } from "./auth/identity-provider/provider-routes.ts";
import { guard } from "./http/access.ts";
import { apiRoutes } from "./api.ts";
import { readableUrl, respondUnknownCalls } from "./http/unknown-calls.ts";
import type { Config } from "./config.ts";
import { logFloods } from "./http/admission/flood-log.ts";
import { closeAfterResponse, health } from "./http/health.ts";
import { createFileMemory } from "./http/file-memory.ts";
import { createHttpServer } from "./http/admission/http-server.ts";
import { countStoreFailures, loggerOptions, warnOfTls } from "./logger.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { channelFiles } from "./documents/channel-files.ts";
import { clientFiles } from "./documents/static-files.ts";
import { documentRoutes, respondNotFound, sendFault } from "./documents/documents.ts";
import { keptSite, posters } from "./documents/own-documents.ts";
import { spreadFiles } from "./documents/spread-files.ts";
import { messageForms, reportForms, verifyForms } from "./documents/form-pages.ts";
import { portraits } from "./documents/portraits.ts";
import { createLogoPictures, logos } from "./documents/logos.ts";
import { withShownSite } from "./site/shown-site.ts";
import { noticesFeed } from "./documents/notices-feed.ts";
import { sitePreview } from "./documents/site-preview.ts";
import { receiptPages } from "./documents/receipt-pages.ts";
import { securityTxt, siteFiles, wellKnown } from "./documents/well-known.ts";
import { createResponseCache } from "./http/cache/response-cache.ts";
import { createRequestIds, returnRequestIds } from "./http/request-id.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { withUsualAnswer } from "./reports/usual-answer.ts";
import type { Tracing } from "./tracing/tracing.ts";
import type { Services } from "./compose.ts";
import { zodSchemas } from "./http/zod-schemas.ts";

/**
 * Creates the app (API, documents, files) without listening. `clientDir` holds the built client files, `early` is a
 * page to render during the start, `metrics` is set if metrics are served, `tracing` if traces are exported.
 */
export async function createApp(deps: {
  config: Config;
  services: Services;
  renderer: PageRenderer;
  clientDir: string;
  early?: string;
  metrics?: Metrics | undefined;
  tracing?: Tracing | undefined;
}): Promise<FastifyInstance> {
  const { config, services, metrics, tracing } = deps;
  // The measured time replaces that of the site, in every language.
  const renderer = withShownSite(withUsualAnswer(deps.renderer, services.usualAnswer), config.site);
  const { site, limits, address } = config;

  const httpServer = createHttpServer({ limits: limits.http, trustProxy: config.trustProxy });

  const { requestId, traceParent } = createRequestIds(config.trustProxy);
  const isMarked = () => examplesIn(site).length > 0 || services.siteSettings.unconfirmedFigures().length > 0;
  const responseCache = createResponseCache(requestId, metrics?.responses, () => !isMarked());
  const app: FastifyInstance = Fastify({
    logger: await loggerOptions(config.logLevel),
    // The request line below is logged instead, without the URL.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    trustProxy: config.trustProxy,
    bodyLimit: limits.bodyBytes,
    schemaController: zodSchemas,
    serverFactory: (handler) => httpServer.serverFactory(handler, responseCache.inFrontOf),
    // While the server closes, requests on open connections get a normal response, the last one on the connection.
    return503OnClosing: false,
    // The framework's own responses to undecodable or overlong URLs skip the hooks and so the security headers.
    rewriteUrl: ({ url = "/" }) => readableUrl(url),
    routerOptions: { maxParamLength: maxHeaderSize },
  });
  app.setErrorHandler(sendFault(renderer));
  app.decorate("secureCookies", { getter: () => address.isHttps });
  const countFailure = countStoreFailures(app.log);
  app.decorate("logStoreFailure", (error: unknown) => {
    countFailure(error);
    services.space.storeFailed(error);
    services.filesWatch.requestFailed(error);
  });
  warnOfTls(app);
  app.decorate("sendCached", responseCache.sendCached);
  const fileMemory = createFileMemory(limits.http);
  app.decorate("fileMemory", fileMemory);
  tracing?.watch(app, traceParent);
  app.addHook("onResponse", async (request, reply) => {
    const { method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info(
      { method, route: routeOptions.url ?? "unknown", status: reply.statusCode, ms },
      "request completed",
    );
  });
  metrics?.responses.watch(app);
  metrics?.watchAdmission(httpServer.rejections);
  metrics?.watchFiles({ memory: fileMemory, refused: () => services.attachments.refused() });

  const isClosing = closeAfterResponse(app);
  logFloods(app, { spamGuard: services.spamGuard, rejections: httpServer.rejections });
  await securityHeaders(app, { renderer, address, hsts: config.hsts });
  returnRequestIds(app);
  responseCache.watch(app);
  await app.register(cookie);
  health(app, { ...services, isClosing });
  // The order matters: `/readyz` fails while requests are still served, so that proxies stop sending; then connections
  // end.
  app.addHook("preClose", () => sleep(limits.drainSeconds * 1000));
  app.addHook("preClose", async () => httpServer.closeUnused());
  metrics?.route(app, config.metrics);

  const pictures = createLogoPictures();
  await app.register(async (pages) => {
    documentRoutes({ ...services, site, renderer, early: deps.early })(pages);
    siteFiles({ site, renderer, address })(pages);
    securityTxt({ ...services, site, address, now: Date.now })(pages);
    logos({ site, pictures })(pages);
    portraits(services.profiles)(pages);
    noticesFeed({ site, address, now: services.now })(pages);
    wellKnown(services.officialList)(pages);
    siteProbe(services.probe)(pages);
    const { inquiries, conversations, addressConfirmation, spamGuard, channels } = services;
    channelFiles({ site, channels, address })(pages);
    keptSite({ site, renderer, address, usualAnswer: services.usualAnswer })(pages);
    posters({ site, renderer, address })(pages);
    spreadFiles({ site, channels, address })(pages);
    const forms = {
      site,
      renderer,
      inquiries,
      conversations,
      addressConfirmation,
      spamGuard,
      channels,
      address,
      verify: services.verify,
    };
    await pages.register(messageForms(forms));
    await pages.register(reportForms(forms));
    await pages.register(verifyForms(forms));
    await pages.register(receiptPages(forms));
    providerRoutes({ ...services, sessionHours: limits.sessionHours })(pages);
    await pages.register(sitePreview({ ...services, site, renderer, address }));
    clientFiles({ clientDir: deps.clientDir, site, pictures })(pages);
  });

  await app.register(
    async (api) => {
      respondUnknownCalls(api);
      guard(api, { ...services, address });
      await apiRoutes(api, {
        services,
        sessionHours: limits.sessionHours,
        site,
      });
    },
    { prefix: "/api" },
  );

  respondNotFound(app, { renderer, site });
  return app;
}
