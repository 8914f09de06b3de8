import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Encoding, pickEncoding } from "./encoding.ts";

/** A complete answer, kept ready as it is and in each encoding that makes it smaller. */
export interface ReadyAnswer {
  headers: Record<string, string>;
  bodies: { identity: Buffer } & Partial<Record<Encoding, Buffer>>;
}

/** `headers` say what it is and how long it keeps; what tells its copies apart is added. */
export function readyAnswer(headers: Record<string, string>, bodies: ReadyAnswer["bodies"]): ReadyAnswer {
  // Weak: the encodings share it, and they are not the same bytes.
  const etag = `W/"${createHash("sha256").update(bodies.identity).digest("base64url").slice(0, 22)}"`;
  return { headers: { ...headers, vary: "Accept-Encoding", etag }, bodies };
}

/** Sends it in the best encoding that is accepted, or says that the reader's copy still holds. */
export function sendReady(request: FastifyRequest, reply: FastifyReply, answer: ReadyAnswer): FastifyReply {
  const { headers, bodies } = answer;
  reply.headers(headers);
  if (matches(request.headers["if-none-match"], headers["etag"] ?? "")) return reply.code(304).send();
  const encoding = pickEncoding(request.headers["accept-encoding"], (name) => bodies[name] !== undefined);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.serializer(asItIs).send(bodies[encoding]);
}

const asItIs = (payload: unknown) => payload as string;

/** The weak comparison of RFC 9110, section 8.8.3.2. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.split(",").some((tag) => tag.trim() === "*" || opaque(tag) === opaque(etag));
}
