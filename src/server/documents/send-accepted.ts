import type { FastifyReply } from "fastify";
import type { PageRenderer } from "#contract/page.ts";
import { receiptLink } from "#contract/paths.ts";
import type { Site } from "#contract/site.ts";
import type { Contacts } from "../channels/contacts.ts";
import type { Inquiries } from "../inquiries/inquiries.ts";
import type { SpamGuard } from "../inquiries/spam-guard/spam-guard.ts";
import { sendPrivate, sendUncached } from "./documents.ts";
import { newPlainForm } from "./plain-form.ts";

/**
 * Sends the page after a form: `message` about the submission with the receipt key `sent`, and WhatsApp to go on; a new
 * form if the key is unknown. `url` is the requested path with its query.
 */
export async function sendAccepted(
  reply: FastifyReply,
  deps: { site: Site; renderer: PageRenderer; inquiries: Inquiries; spamGuard: SpamGuard; contacts: Contacts },
  { url, sent, message }: { url: string; sent: string; message: string },
): Promise<FastifyReply> {
  const { site, renderer, spamGuard } = deps;
  const inquiry = sent === "" ? null : await deps.inquiries.findByReceipt(sent);
  if (inquiry === null)
    return sendUncached(reply, renderer.render(url, { site, accepted: null, form: newPlainForm(spamGuard) }));
  const accepted = { message, reference: inquiry.reference, receipt: receiptLink(sent) };
  return sendPrivate(reply, renderer.render(url, { site, accepted, chat: await deps.contacts.chat() }));
}
