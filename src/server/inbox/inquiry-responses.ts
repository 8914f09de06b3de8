import type { FastifyReply } from "fastify";
import type { InquiryDetail } from "#contract/inbox/inbox.ts";
import { say, type ServerText } from "#copy/server/say.ts";
import { versionTag } from "../http/version-tag.ts";

/** Refusals that several calls about an inquiry have in common. */
export const gone = [404, say("inquiry.gone")] as const;
export const binned = [409, say("inquiry.binned")] as const;
export const merged = [409, say("inquiry.merged")] as const;

/** The refusal of a call whose inquiry is no longer at the version that it names; it has the present one. */
export function staleInquiry(message: ServerText) {
  return [
    412,
    ({ current }: { current: InquiryDetail }, reply: FastifyReply) => ({
      message,
      more: { current: withTag(reply, current) },
    }),
  ] as const;
}

/** An inquiry with its version as the `ETag`. */
export function withTag(reply: FastifyReply, inquiry: InquiryDetail): InquiryDetail {
  reply.header("etag", versionTag(inquiry.version));
  return inquiry;
}
