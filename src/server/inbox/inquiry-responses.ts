import type { FastifyReply } from "fastify";
import { type InquiryDetail, staleSchema } from "#contract/inbox/inbox.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import { sendProblem } from "../http/problem.ts";
import { versionTag } from "../http/version-tag.ts";

/** Response 412 of calls that name a version, for their schemas. */
export const stale = {
  description: "A colleague has changed it; `current` is how it is now",
  content: { "application/problem+json": { schema: staleSchema } },
};

/** An inquiry with its version as the `ETag`. */
export function withTag(reply: FastifyReply, inquiry: InquiryDetail): InquiryDetail {
  reply.header("etag", versionTag(inquiry.version));
  return inquiry;
}

export function sendStale(reply: FastifyReply, message: ServerText, current: InquiryDetail): FastifyReply {
  return sendProblem(reply, 412, message, undefined, { current: withTag(reply, current) });
}

export function sendInBin(reply: FastifyReply): FastifyReply {
  return sendProblem(reply, 409, say("inquiry.binned"));
}

export function sendMerged(reply: FastifyReply): FastifyReply {
  return sendProblem(reply, 409, say("inquiry.merged"));
}

export function sendGone(reply: FastifyReply): FastifyReply {
  return sendProblem(reply, 404, say("inquiry.gone"));
}
