import type { FastifyReply, FastifyRequest } from "fastify";
import { day, minute, second } from "#domain/time/durations.ts";

// Browsers reject a cookie with this prefix from a sibling host or plain http (RFC 6265bis, section 4.1.3.2).
const securePrefix = "__Host-";

export function readSessionCookie(request: FastifyRequest): string | undefined {
  return request.cookies[nameFor(request, "session")];
}

/** The server alone decides when a session ends; `maxAge` only limits the browser's copy. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  maxAgeSeconds: number,
): void {
  reply.setCookie(nameFor(request, "session"), token, { ...attributes(request), maxAge: maxAgeSeconds });
}

/** Reads the cookie that identifies a browser in which a member has signed in. Visitors never get it. */
export function readDeviceCookie(request: FastifyRequest): string | undefined {
  return request.cookies[nameFor(request, "device")];
}

export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, token: string, days: number): void {
  reply.setCookie(nameFor(request, "device"), token, { ...attributes(request), maxAge: (days * day) / second });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(nameFor(request, "session"), attributes(request));
}

/** A sign-in that is under way at the identity provider. `lax`: its answer comes from there. */
export function setProviderCookie(request: FastifyRequest, reply: FastifyReply, value: string, minutes: number): void {
  const lax = { ...attributes(request), sameSite: "lax" as const, maxAge: (minutes * minute) / second };
  reply.setCookie(nameFor(request, "provider"), value, lax);
}

/** Returns and ends it: each answer of the provider has one try. */
export function takeProviderCookie(request: FastifyRequest, reply: FastifyReply): string | undefined {
  reply.clearCookie(nameFor(request, "provider"), { ...attributes(request), sameSite: "lax" });
  return request.cookies[nameFor(request, "provider")];
}

function nameFor(request: FastifyRequest, name: "session" | "device" | "provider"): string {
  return isHttps(request) ? `${securePrefix}${name}` : name;
}

function attributes(request: FastifyRequest) {
  return { path: "/", httpOnly: true, sameSite: "strict", secure: isHttps(request) } as const;
}

function isHttps(request: FastifyRequest): boolean {
  return request.server.secureCookies || request.protocol === "https";
}

declare module "fastify" {
  interface FastifyInstance {
    /** Set if the public URL is https, even if a proxy does not forward the scheme. */
    secureCookies: boolean;
  }
}
