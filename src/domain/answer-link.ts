import { channelLink } from "./channel-link.ts";

/** Where an inquiry can be answered, each a link that opens outside; null where the visitor left nothing to reach them by. */
export interface AnswerLinks {
  whatsapp: string | null;
  email: string | null;
  phone: string | null;
}

/**
 * The links that answer an inquiry with `text`. `internationalPhone` is the number with its country code, null where there is none.
 * Both messages carry the reference: the mail in its subject, the chat in its text (at the end, where the text does not name it).
 */
export function answerLinks(
  inquiry: { internationalPhone: string | null; email: string; reference: string },
  text: string,
): AnswerLinks {
  const number = e164(inquiry.internationalPhone);
  const mail = channelLink("email", inquiry.email);
  return {
    whatsapp: number && `https://wa.me/${number.slice(1)}?text=${encoded(withReference(text, inquiry.reference))}`,
    email: mail.ok
      ? `${mail.href}?subject=${encoded(`Your message ${inquiry.reference}`)}&body=${encoded(mailLines(text))}`
      : null,
    phone: number && `tel:${number}`,
  };
}

/** E.164: a country code and at most 15 digits. An extension is left out, since neither a chat nor a mobile dials it. */
function e164(international: string | null): string | null {
  const number = international?.split(" ext.")[0]?.replace(/[\s().-]/g, "") ?? "";
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null;
}

function withReference(text: string, reference: string): string {
  return text.includes(reference) ? text : `${text.trimEnd()}\n\nReference: ${reference}`.trimStart();
}

/** RFC 6068, section 5: lines end with CR LF. */
function mailLines(text: string): string {
  return text.replace(/\r?\n/g, "\r\n");
}

/** Half of a surrogate pair, which a cut text may end with, cannot be encoded. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
}
