import type { FastifyReply, FastifyRequest } from "fastify";

// The prefix makes browsers refuse a cookie that a neighbouring host or plain http planted (RFC 6265bis, section 4.1.3.2).
const securePrefix = "__Host-";

export function readSessionCookie(request: FastifyRequest): string | undefined {
  return request.cookies[nameFor(request, "session")];
}

/** Without a lifetime of its own: the server alone decides how long a session lasts, `maxAge` only bounds the copy. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  maxAgeSeconds: number,
): void {
  reply.setCookie(nameFor(request, "session"), token, { ...attributes(request), maxAge: maxAgeSeconds });
}

/** By which a browser is known in which a member has signed in before; a visitor's never gets one. */
export function readDeviceCookie(request: FastifyRequest): string | undefined {
  return request.cookies[nameFor(request, "device")];
}

export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, token: string, days: number): void {
  reply.setCookie(nameFor(request, "device"), token, { ...attributes(request), maxAge: days * 86_400 });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(nameFor(request, "session"), attributes(request));
}

function nameFor(request: FastifyRequest, name: "session" | "device"): string {
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
    /** Set where the public address is https, even if a proxy does not say so for each request. */
    secureCookies: boolean;
  }
}
