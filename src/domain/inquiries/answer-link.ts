import { replyTexts } from "#languages/compiled/facts/reply-texts.ts";
import { defaultLanguage, type Language } from "../languages.ts";
import { channelLink } from "../channels/channel-link.ts";

/** Links for replying to an inquiry; all open outside the app. Null if the visitor left no way to reach them. */
interface AnswerLinks {
  whatsapp: string | null;
  email: string | null;
  phone: string | null;
}

/**
 * Links that reply to an inquiry with `text`. `internationalPhone` is the number with its country code, or null. Both
 * messages carry the reference: the email in its subject, the chat at the end of its text unless the text already has
 * it.
 */
export function answerLinks(
  inquiry: { internationalPhone: string | null; email: string; reference: string; language?: Language | null },
  text: string,
): AnswerLinks {
  const words = replyTexts[inquiry.language ?? defaultLanguage];
  const number = e164(inquiry.internationalPhone);
  const mail = channelLink("email", inquiry.email);
  return {
    whatsapp:
      number &&
      `https://wa.me/${number.slice(1)}?text=${encoded(withReference(text, inquiry.reference, words.reference))}`,
    email: mail.ok
      ? `${mail.href}?subject=${encoded(words.subject(inquiry.reference))}&body=${encoded(mailLines(text))}`
      : null,
    phone: number && `tel:${number}`,
  };
}

/** E.164: a country code and up to 15 digits. Drops the extension: chats and mobiles do not dial it. */
function e164(international: string | null): string | null {
  const number = international?.split(" ext.")[0]?.replace(/[\s().-]/g, "") ?? "";
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null;
}

function withReference(text: string, reference: string, label: string): string {
  return text.includes(reference) ? text : `${text.trimEnd()}\n\n${label}: ${reference}`.trimStart();
}

/** RFC 6068, section 5: lines end with CR LF. */
function mailLines(text: string): string {
  return text.replace(/\r?\n/g, "\r\n");
}

/** Truncated text may end with half a surrogate pair, which cannot be encoded. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
}
