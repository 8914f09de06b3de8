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
    .header("content-disposition", `${isShown ? "inline" : "attachment"}; ${named(fileName(file))}`)
    .header("content-length", String(file.size))
    .type(file.type)
    .send(Readable.from(parts, { highWaterMark: 1 }));
}

/** The parameters of a name (RFC 6266); browsers that do not read the second get its ASCII. */
function named(name: string): string {
  const plain = name.replaceAll(/[^\w .()-]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return plain === name ? `filename="${name}"` : `filename="${plain}"; filename*=UTF-8''${encoded}`;
}
