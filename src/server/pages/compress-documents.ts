import type { FastifyInstance } from "fastify";
import { compress, pickEncoding } from "../encoding.ts";

/** Compresses each document that was made for one visitor as it is sent; those that are the same for everybody are kept compressed. */
export function compressDocuments(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    if (typeof payload !== "string" || !String(reply.getHeader("content-type")).startsWith("text/html")) return payload;
    reply.header("vary", "Accept-Encoding");
    const encoding = pickEncoding(request.headers["accept-encoding"]);
    if (encoding === "identity") return payload;
    reply.header("content-encoding", encoding);
    return compress(Buffer.from(payload), encoding, "quick");
  });
}
