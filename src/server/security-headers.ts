import { createHash } from "node:crypto";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import type { PageRenderer } from "#contract/page.ts";
import { permissionsPolicy } from "./permissions-policy.ts";

/** How far `Strict-Transport-Security` reaches; whether all subdomains speak https, only the operator knows. */
export type HstsScope = "host" | "subdomains" | "preload";

/** Two years, which the preload list asks for at least one of (https://hstspreload.org/). */
const hstsSeconds = 63_072_000;

/** The headers that every answer carries; `https` adds what makes sense only there. */
export async function securityHeaders(
  app: FastifyInstance,
  options: { inline: PageRenderer["inline"]; https: boolean; hsts: HstsScope },
): Promise<void> {
  const { inline, https, hsts } = options;
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        // What the loader adds is trusted because it is. Browsers that do not know `'strict-dynamic'` go by `'self'`.
        scriptSrc: ["'strict-dynamic'", "'self'", ...inline.scripts.map(hashSource)],
        styleSrc: ["'self'", ...inline.styles.map(hashSource)],
        imgSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        // The loader's, web/loader.ts.
        trustedTypes: ["loader"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // With `no-referrer` a form would post `Origin: null`.
    referrerPolicy: { policy: "same-origin" },
    strictTransportSecurity: https
      ? { maxAge: hstsSeconds, includeSubDomains: hsts !== "host", preload: hsts === "preload" }
      : false,
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    crossOriginEmbedderPolicy: { policy: "require-corp" },
    xFrameOptions: { action: "deny" },
  });
  app.addHook("onSend", async (_request, reply) => {
    reply.header("permissions-policy", permissionsPolicy);
    // No script without its integrity (https://w3c.github.io/webappsec-subresource-integrity/#integrity-policy-section).
    reply.header("integrity-policy", "blocked-destinations=(script)");
    // What may be kept says so itself; all else may hold something of one person's.
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
  });
}

/** The source expression of an inline text (https://www.w3.org/TR/CSP3/#grammardef-hash-source). */
function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
