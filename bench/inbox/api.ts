import cookies from "@fastify/cookie";
import Fastify from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { guard } from "#server/http/access.ts";
import { apiRoutes } from "#server/api.ts";
import { readConfig } from "#server/config.ts";
import { createServices } from "#server/compose.ts";
import { openSigning } from "#server/signing/create-signing.ts";
import { createTestSigning } from "#server/signing/testing.ts";
import type { Store } from "#server/open-store.ts";

/** The current time of the measured inbox. */
export const now = Date.UTC(2026, 10, 21);

/** The API on a store, with the headers of a member's request. The key of a store in `dataDir` is kept beside it. */
export async function serveInbox(store: Store, dataDir?: string) {
  const config = readConfig({ LOG_LEVEL: "silent" });
  const signing =
    dataDir === undefined ? await createTestSigning() : await openSigning({ dataDir, keyFile: undefined });
  const services = await createServices(store, config, signing, () => now);
  const member = { id: "member", email: "owner@example.com", role: "owner" as const };
  await store.members.insertFirst({ ...member, passwordHash: "none" }, now);
  const { token } = await services.sessions.start(member);

  const app = Fastify({ logger: false })
    .setValidatorCompiler(validatorCompiler)
    .setSerializerCompiler(serializerCompiler);
  app.decorate("secureCookies", false);
  app.decorate("logStoreFailure", (error: unknown) => {
    console.error(error);
  });
  await app.register(cookies);
  await app.register(
    async (api) => {
      guard(api, { ...services, address: { url: undefined } });
      await apiRoutes(api, { services, sessionHours: 1, site: config.site });
    },
    { prefix: "/api" },
  );
  return { app, services, headers: { cookie: `session=${token}` } };
}
