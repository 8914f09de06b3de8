import type { FastifyReply, FastifyRequest } from "fastify";

// The prefix makes browsers refuse a cookie that a neighbouring host or plain http planted (RFC 6265bis, section 4.1.3.2).
const secureName = "__Host-session";
const plainName = "session";

export function readSessionCookie(request: FastifyRequest): string | undefined {
  return request.cookies[nameFor(request)];
}

/** Without a lifetime of its own: the server alone decides how long a session lasts, `maxAge` only bounds the copy. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  maxAgeSeconds: number,
): void {
  reply.setCookie(nameFor(request), token, { ...attributes(request), maxAge: maxAgeSeconds });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(nameFor(request), attributes(request));
}

function nameFor(request: FastifyRequest): string {
  return isHttps(request) ? secureName : plainName;
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
