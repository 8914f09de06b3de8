import type { FastifyReply } from "fastify";
import { type InquiryDetail, staleSchema } from "#contract/inbox/inbox.ts";
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

export function sendStale(reply: FastifyReply, message: string, current: InquiryDetail): FastifyReply {
  return sendProblem(reply, 412, message, undefined, { current: withTag(reply, current) });
}

export function sendInBin(reply: FastifyReply): FastifyReply {
  return sendProblem(reply, 409, "This inquiry is in the bin. Restore it first.");
}

export function sendMerged(reply: FastifyReply): FastifyReply {
  return sendProblem(reply, 409, "This inquiry is merged into another one. Go on there, or undo the merge first.");
}

export function sendGone(reply: FastifyReply): FastifyReply {
  return sendProblem(reply, 404, "This inquiry is no longer there.");
}
