import swagger from "@fastify/swagger";
import Fastify, { type RouteOptions } from "fastify";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { zodSchemas } from "./zod-schemas.ts";

/**
 * Returns the OpenAPI document of these routes as a JSON object. The library must see each route being added, so they
 * are added to an app that serves nobody.
 */
export async function describeRoutes(routes: readonly RouteOptions[]): Promise<unknown> {
  const app = Fastify({ schemaController: zodSchemas, exposeHeadRoutes: false });
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Front desk", version: "1", description: "Errors are problem details (RFC 9457)." },
      components: {
        securitySchemes: {
          session: { type: "apiKey", in: "cookie", name: "session" },
          apiToken: { type: "http", scheme: "bearer", description: "An API token that an owner made (docs/api.md)." },
        },
      },
    },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route);
      if (route.route.config?.access === "anyone") return { url, schema };
      const scope = route.route.config?.scope;
      const security = [{ session: [] }, ...(scope === undefined ? [] : [{ apiToken: [scope] }])];
      return { url, schema: { ...schema, security } };
    },
    transformObject: jsonSchemaTransformObject,
  });
  for (const { method, url, schema = {}, config = {} } of routes) {
    // Fastify adds a HEAD route for each GET.
    if (method === "HEAD") continue;
    app.route({ method, url, schema, config, handler: () => undefined });
  }
  await app.ready();
  return app.swagger();
}
