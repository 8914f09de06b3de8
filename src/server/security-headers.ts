import { createHash } from "node:crypto";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import type { PageRenderer } from "#contract/page.ts";

/** The headers that every answer carries; `https` adds what makes sense only there. */
export async function securityHeaders(
  app: FastifyInstance,
  options: { inline: PageRenderer["inline"]; https: boolean },
): Promise<void> {
  const { inline, https } = options;
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...inline.scripts.map(hashSource)],
        styleSrc: ["'self'", ...inline.styles.map(hashSource)],
        imgSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // With `no-referrer` a form would post `Origin: null`.
    referrerPolicy: { policy: "same-origin" },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: "deny" },
  });
  app.addHook("onSend", async (_request, reply) => {
    reply.header("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), browsing-topics=()");
  });
}

/** The source expression of an inline text (https://www.w3.org/TR/CSP3/#grammardef-hash-source). */
function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
