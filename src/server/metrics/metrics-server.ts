import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { ConfigError } from "../lib/errors.ts";
import type { Exposition } from "./exposition.ts";
import type { FastifyInstance } from "fastify";
import { createHash, timingSafeEqual } from "node:crypto";

/** Few clients connect here, and none is a visitor. */
const limits = { connections: 50, milliseconds: 10_000 };

/**
 * Serves only `/metrics`, on a separate port. `close` releases the port.
 * @throws ConfigError if it cannot listen there
 */
export async function serveMetrics(
  metrics: Exposition,
  { host, port, token }: { host: string; port: number; token: string | undefined },
  failed: (error: unknown) => void,
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url !== "/metrics") return respond(response, 404, {}, "Only /metrics is here.\n");
    if (request.method !== "GET" && request.method !== "HEAD")
      return respond(response, 405, { allow: "GET, HEAD" }, "Only GET and HEAD are answered here.\n");
    if (token !== undefined && !bears(request.headers.authorization, token))
      return respond(response, unauthorized.status, unauthorized.headers, unauthorized.text);
    metrics.text().then(
      (text) => respond(response, 200, { "content-type": metrics.contentType, "cache-control": "no-store" }, text),
      (error: unknown) => {
        failed(error);
        respond(response, 500, {}, "The metrics are unavailable.\n");
      },
    );
  });
  server.maxConnections = limits.connections;
  server.headersTimeout = server.requestTimeout = limits.milliseconds;
  server.listen({ port, host });
  try {
    await once(server, "listening");
  } catch (error) {
    throw refused(error, { host, port });
  }
  const address = server.address();
  return {
    // The system chooses the port if `METRICS_PORT` is 0.
    port: typeof address === "object" && address !== null ? address.port : port,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function respond(response: ServerResponse, status: number, headers: Record<string, string>, text: string): void {
  response
    .writeHead(status, { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff", ...headers })
    .end(text);
}

/** Returns an error that says in one line why it cannot listen, and names the setting. */
function refused(error: unknown, { host, port }: { host: string; port: number }): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const cause = { cause: error };
  if (code === "EADDRINUSE")
    return new ConfigError(`METRICS_PORT: port ${port} is in use; stop the other program, or set it to another`, cause);
  if (code === "EACCES") return new ConfigError(`METRICS_PORT: port ${port} may not be used by this user`, cause);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return new ConfigError(`METRICS_HOST: this machine has no address ${host}`, cause);
  return error;
}

/** `/metrics` on the site's port; requires the token. */
export function metricsRoute(app: FastifyInstance, metrics: Exposition, token: string): void {
  app.get("/metrics", { config: { access: "anyone" }, logLevel: "warn" }, async (request, reply) => {
    if (!bears(request.headers.authorization, token)) {
      return reply.code(unauthorized.status).headers(unauthorized.headers).type("text/plain").send(unauthorized.text);
    }
    return reply
      .header("cache-control", "no-store")
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Returns whether an `Authorization` header holds the token (RFC 6750), compared in constant time. */
function bears(header: string | undefined, token: string): boolean {
  const [, given = ""] = /^bearer +(\S+) *$/i.exec(header ?? "") ?? [];
  return timingSafeEqual(digest(given), digest(token));
}

/** The response to a request without the token. */
const unauthorized = {
  status: 401,
  headers: { "www-authenticate": 'Bearer realm="metrics"', "cache-control": "no-store" },
  text: "Please send the token: Authorization: Bearer ...\n",
} as const;
