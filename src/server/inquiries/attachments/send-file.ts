import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { fileName } from "./attachments.ts";
import type { StoredFile } from "./attachment-queries.ts";

/**
 * Sends a file of a visitor or of the team. An image, encoded by us, is shown; a PDF is only downloaded. Neither may
 * run anything, whatever it contains.
 */
export function sendFile(reply: FastifyReply, file: StoredFile, parts: AsyncIterable<Buffer>): FastifyReply {
  const isShown = file.type === "image/webp";
  return reply
    .header("cache-control", "no-store")
    .header("content-security-policy", "sandbox; default-src 'none'; frame-ancestors 'none'")
    .header("referrer-policy", "no-referrer")
    .header("content-disposition", `${isShown ? "inline" : "attachment"}; filename="${fileName(file)}"`)
    .header("content-length", String(file.size))
    .type(file.type)
    .send(Readable.from(parts, { highWaterMark: 1 }));
}
