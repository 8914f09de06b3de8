import { createHash } from "node:crypto";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import type { OwnDocument, PageRenderer } from "#contract/page.ts";
import { languageOfAddress } from "#contract/paths.ts";
import type { PublicAddress } from "../address/public-address.ts";
import type { Language } from "#domain/languages.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * Whether it is a page of the team: those show the preview of the site, and pictures that the member has chosen.
     */
    isForTeam?: boolean;
  }
}

/** Scope of `Strict-Transport-Security`; only the operator knows whether all subdomains support https. */
type HstsScope = "host" | "subdomains" | "preload";

/** Seconds of two years; the preload list requires one (https://hstspreload.org/). */
const hstsSeconds = 63_072_000;

/** Sets the headers of every response, with those that need https while the site's address has it. */
export async function securityHeaders(
  app: FastifyInstance,
  options: { renderer: Pick<PageRenderer, "inline">; address: Pick<PublicAddress, "isHttps">; hsts: HstsScope },
): Promise<void> {
  const { renderer, address, hsts } = options;
  // Hashed once for each version of the site. A page has the hashes of its language only, since they do not compress.
  const policies = new Map<Language, { of: string; https: boolean; text: string; ofTeam: string }>();
  const policyNow = (language: Language) => {
    const inline = renderer.inline(language);
    const styleHash = inline.styles[0] ?? "";
    const known = policies.get(language);
    const https = address.isHttps;
    if (known?.of === styleHash && known.https === https) return known;
    const policy = {
      of: styleHash,
      https,
      text: contentSecurityPolicy(inline, https),
      ofTeam: contentSecurityPolicy(inline, https, true),
    };
    policies.set(language, policy);
    return policy;
  };
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // `no-referrer` would make forms send `Origin: null`.
    referrerPolicy: { policy: "same-origin" },
    strictTransportSecurity: false,
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    crossOriginEmbedderPolicy: { policy: "require-corp" },
    xFrameOptions: { action: "deny" },
  });
  const transport =
    `max-age=${hstsSeconds}` + (hsts === "host" ? "" : "; includeSubDomains") + (hsts === "preload" ? "; preload" : "");
  app.addHook("onRequest", async (request, reply) => {
    if (address.isHttps) reply.header("strict-transport-security", transport);
    const { text, ofTeam } = policyNow(languageOfAddress(request.url));
    reply.header("content-security-policy", request.routeOptions.config?.isForTeam === true ? ofTeam : text);
  });
  app.addHook("onSend", async (_request, reply) => {
    reply.header("permissions-policy", permissionsPolicy);
    // Cacheable responses set their own header; all others may contain personal data.
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
  });
}

/**
 * The policy for all responses (https://www.w3.org/TR/CSP3/); inline content is allowed by its hash. `isForTeam` adds
 * what only the team's pages need.
 */
function contentSecurityPolicy(inline: ReturnType<PageRenderer["inline"]>, https: boolean, isForTeam = false): string {
  return [
    "default-src 'none'",
    // `'strict-dynamic'` trusts what the loader adds. Browsers without it use `'self'`.
    ["script-src 'strict-dynamic' 'self'", ...inline.scripts.map(hashSource)].join(" "),
    ["style-src 'self'", ...inline.styles.map(hashSource)].join(" "),
    // Visitors' pages have their icon in them.
    isForTeam ? "img-src 'self' blob:" : "img-src 'self' data:",
    ...(isForTeam ? ["frame-src 'self'"] : []),
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The policy of the loader, web/app/loader.ts.
    "trusted-types loader",
    ...(https ? ["upgrade-insecure-requests"] : []),
  ].join(";");
}

/**
 * The policy of a document with its own scripts and styles. Its scripts may register the service worker, whose URL the
 * one Trusted Types policy makes.
 */
export function ownPolicy({ styles, scripts }: Pick<OwnDocument, "styles" | "scripts">, https: boolean): string {
  const hasScripts = scripts.length > 0;
  return [
    "default-src 'none'",
    ...(hasScripts ? [["script-src", ...scripts.map(hashSource)].join(" "), "worker-src 'self'"] : []),
    ["style-src", ...styles.map(hashSource)].join(" "),
    hasScripts ? "img-src 'self' data:" : "img-src 'self'",
    ...(hasScripts ? ["connect-src 'self'", "manifest-src 'self'"] : []),
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    hasScripts ? "trusted-types loader" : "trusted-types 'none'",
    ...(https ? ["upgrade-insecure-requests"] : []),
  ].join(";");
}

/** The policy of the service worker: it reads from this site and runs nothing else. */
export const workerPolicy =
  "default-src 'none';connect-src 'self';require-trusted-types-for 'script';trusted-types 'none'";

/** The headers of a document that this site shows in a frame: it runs no scripts, and leads nowhere. */
export function framedHeaders(styles: readonly string[]): Record<string, string> {
  return {
    "content-security-policy": [
      "default-src 'none'",
      ["style-src", ...styles.map(hashSource)].join(" "),
      // A logo that is not published yet.
      "img-src 'self' data:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ].join(";"),
    "x-frame-options": "SAMEORIGIN",
  };
}

/** The source expression of an inline text (https://www.w3.org/TR/CSP3/#grammardef-hash-source). */
function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** Features that the pages use: `clipboard-write` to copy a number, the others for passkeys. */
const usedFeatures = ["clipboard-write", "publickey-credentials-create", "publickey-credentials-get"];

/**
 * All other features of browsers (https://www.w3.org/TR/permissions-policy-1/); e2e/headers.spec.ts asks Chromium for
 * more.
 */
const refusedFeatures = [
  "accelerometer",
  "aria-notify",
  "autoplay",
  "browsing-topics",
  "camera",
  "captured-surface-control",
  "clipboard-read",
  "compute-pressure",
  "cross-origin-isolated",
  "deferred-fetch",
  "deferred-fetch-minimal",
  "digital-credentials-create",
  "digital-credentials-get",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "gamepad",
  "geolocation",
  "gyroscope",
  "hid",
  "identity-credentials-get",
  "idle-detection",
  "interest-cohort",
  "keyboard-map",
  "language-detector",
  "language-model",
  "local-fonts",
  "local-network",
  "local-network-access",
  "loopback-network",
  "magnetometer",
  "media-playback-while-not-visible",
  "microphone",
  "midi",
  "on-device-speech-recognition",
  "otp-credentials",
  "payment",
  "picture-in-picture",
  "private-state-token-issuance",
  "private-state-token-redemption",
  "screen-wake-lock",
  "serial",
  "speaker-selection",
  "storage-access",
  "summarizer",
  "sync-xhr",
  "translator",
  "unload",
  "usb",
  "window-management",
  "xr-spatial-tracking",
];

export const permissionsPolicy = [
  ...refusedFeatures.map((feature) => `${feature}=()`),
  ...usedFeatures.map((feature) => `${feature}=(self)`),
].join(", ");
