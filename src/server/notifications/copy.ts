import { stopMailLink } from "#contract/conversation-paths.ts";
import { paths, receiptLink } from "#contract/paths.ts";
import type { Site } from "#contract/site.ts";
import { type Inquiry, inquiryFields } from "#domain/inquiries/inquiry.ts";
import { oneLine, plainText } from "#domain/text.ts";
import type { NotifiedInquiry } from "./outbox-queries.ts";

const labels: Record<keyof Inquiry, string> = {
  name: "Full Name",
  phone: "Phone Number",
  email: "Email Address",
  city: "City",
  query: "Message",
};

export interface EmailText {
  subject: string;
  text: string;
}

/**
 * Notifies the team of an inquiry: its reference and a link and, if `says` is `all`, what the visitor wrote, shortened
 * with a note if the text would exceed `maxCharacters`.
 */
export function inquiryNotification(
  inquiry: NotifiedInquiry,
  says: "reference" | "all",
  origin: string,
  maxCharacters = Infinity,
): EmailText & { data: Record<string, unknown> } {
  const { reference, receivedAt, kind } = inquiry;
  // Older versions may have stored line breaks.
  const reported = oneLine(inquiry.reported);
  const fields = cleanFields(inquiry.fields);
  const suspected = inquiry.status === "suspected";
  const link = inquiryLink(origin, inquiry.id);
  const isReport = kind === "impostor";
  const written = [
    ...(isReport ? [`Reported: ${reported}`] : []),
    // A report has few of these fields.
    ...inquiryFields
      .filter((field) => !isReport || fields[field] !== "")
      .map((field) => (field === "query" ? quoted(fields.query) : `${labels[field]}: ${fields[field]}`)),
  ].join("\n");
  const arrived = `${isReport ? "Impostor report" : "Inquiry"} ${reference} has arrived.`;
  const textWith = (what: string) =>
    [
      suspected ? `${arrived} It looks like spam.` : arrived,
      ...(what === "" ? [] : ["", what]),
      "",
      `Answer it: ${link}`,
    ].join("\n");
  const whole = textWith(says === "all" ? written : "");
  return {
    subject: `${suspected ? "Suspected spam" : isReport ? "Impostor report" : "New inquiry"} ${reference}`,
    text: whole.length <= maxCharacters ? whole : textWith(cutBy(whole.length - maxCharacters, written)),
    data: {
      reference,
      kind,
      receivedAt: new Date(receivedAt).toISOString(),
      suspected,
      link,
      ...(says === "all" ? { inquiry: isReport ? { reported, ...fields } : fields } : {}),
    },
  };
}

function cleanFields({ name, phone, email, city, query }: Inquiry): Inquiry {
  return {
    name: oneLine(name),
    phone: oneLine(phone),
    email: oneLine(email),
    city: oneLine(city),
    query: plainText(query),
  };
}

/** Prefixes each line, so that no visitor's line looks like one of ours. */
function quoted(message: string): string {
  return [`${labels.query}:`, ...message.split("\n").map((line) => `> ${line}`)].join("\n");
}

const cutNote = "…\n(Shortened: the whole message is in the inbox.)";

/** Shortens `text` by at least `count` characters and appends a note. */
function cutBy(count: number, text: string): string {
  const kept = text.slice(0, text.length - count - cutNote.length);
  // Do not leave half of a surrogate pair.
  return kept.replace(/[\uD800-\uDBFF]$/, "") + cutNote;
}

function inquiryLink(origin: string, id: string): string {
  return `${origin}${paths.inbox}?inquiry=${encodeURIComponent(id)}`;
}

/** Notifies the team of a visitor's answer, with its text if `says` is `all`, shortened to `maxCharacters`. */
export function answerNotification(
  { answer, id, reference }: NotifiedInquiry & { answer: string },
  says: "reference" | "all",
  origin: string,
  maxCharacters = Infinity,
): EmailText & { data: Record<string, unknown> } {
  const link = inquiryLink(origin, id);
  const text = plainText(answer);
  const textWith = (what: string) =>
    [
      `The visitor has answered on inquiry ${reference}.`,
      ...(what === "" ? [] : ["", what]),
      "",
      `Read it: ${link}`,
    ].join("\n");
  const written = says === "all" ? quoted(text) : "";
  const whole = textWith(written);
  return {
    subject: `Answer on inquiry ${reference}`,
    text: whole.length <= maxCharacters ? whole : textWith(cutBy(whole.length - maxCharacters, written)),
    data: { reference, link, ...(says === "all" ? { answer: text } : {}) },
  };
}

/** Tells a member that a note mentions them, with nothing of the note or the visitor. */
export function mentionNotification({ id, reference }: NotifiedInquiry, origin: string): EmailText {
  return {
    subject: `You were mentioned on inquiry ${reference}`,
    text: `A colleague mentioned you in a note on inquiry ${reference}.\n\nRead it: ${inquiryLink(origin, id)}`,
  };
}

/** The same for all emails about an inquiry, so that mail programs show them as one conversation. */
const subjectOf = (reference: string) => `Your message ${reference}`;

/** In an email whose files are too large for it. */
export const filesOnPage = "\n\n(The files of this reply are on your private page.)";

/**
 * A reply to a visitor; without `text`, only that there is one. `key` opens their private page. The HTML part is the same
 * text, for programs that make text parts hard to read.
 */
export function replyEmail(
  { reference, text, key }: { reference: string; text: string | null; key: string },
  { brands }: Site,
  origin: string,
): EmailText & { html: string } {
  const start = text ?? `${brands.contact.name} has replied to your message ${reference}.`;
  const read = `${origin}${receiptLink(key)}`;
  const stop = `${origin}${stopMailLink(key)}`;
  const rest = [
    `Read the conversation and answer: ${read}`,
    `Stop mails about this message: ${stop}`,
    "We never ask for a password, a PIN or an OTP.",
  ];
  const paragraph = (lines: string) => `<p>${escapeHtml(lines).replaceAll("\n", "<br>")}</p>`;
  return {
    subject: `Re: ${subjectOf(reference)}`,
    text: [start, "", "-- ", `${brands.contact.name}, reference ${reference}`, ...rest].join("\n"),
    html:
      paragraph(start) +
      `<hr><p>${escapeHtml(brands.contact.name)}, reference ${reference}<br>` +
      `<a href="${read}">Read the conversation and answer</a><br>` +
      `<a href="${stop}">Stop mails about this message</a><br>${rest[2]}</p>`,
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Acknowledges an inquiry. Repeats nothing that was typed: the address may belong to somebody else. */
export function acknowledgementOf(reference: string, { brands, support }: Site): EmailText {
  return {
    subject: subjectOf(reference),
    text: [
      `Your message has reached ${brands.contact.name}. Its reference is ${reference}.`,
      "Our team will get back to you.",
      "",
      `If you did not write to us, somebody has given your address by mistake: tell us at ${support.email}.`,
    ].join("\n"),
  };
}

/** Email with a single-use link for a member. */
export function linkFor(
  kind: "password-reset" | "invitation",
  origin: string,
  token: string,
  hours: number,
): EmailText {
  const link = `${origin}${paths.password}#reset=${token}`;
  const holds = `The link works once, for ${hours} ${hours === 1 ? "hour" : "hours"}:`;
  return kind === "invitation"
    ? {
        subject: "You are invited to the front desk",
        text: ["You are invited to answer what visitors write. Set a password to begin.", "", holds, link].join("\n"),
      }
    : {
        subject: "Set a new password",
        text: [
          "Somebody has asked for a new password for your account at the front desk.",
          "",
          holds,
          link,
          "",
          "If it was not you, do nothing: your password stays as it is.",
        ].join("\n"),
      };
}

/** The message that `Send a test` sends. */
export function testOf({ brands }: Site): EmailText {
  return {
    subject: `Test from ${brands.home.name}`,
    text: `This is a test from the front desk of ${brands.home.name}. News of inquiries will arrive here.`,
  };
}
