import { stopMailLink } from "#contract/conversation-paths.ts";
import { pathIn, paths, receiptLink } from "#contract/paths.ts";
import type { Site } from "#contract/site/site.ts";
import { teamCopy } from "#copy/current.ts";
import { dictionaries } from "#copy/dictionaries.ts";
import { zoneText } from "#copy/locale/intl.ts";
import { languageName } from "#copy/locale/language-name.ts";
import { language as spoken } from "#copy/locale/language.ts";
import { momentText } from "#copy/locale/moment.ts";
import { inEnglish, textIn } from "#copy/server/render.ts";
import { type Inquiry, inquiryFields } from "#domain/inquiries/inquiry.ts";
import { visitorWords } from "#domain/inquiries/quoted-text.ts";
import { defaultLanguage, type Language, languages } from "#domain/languages.ts";
import type { Role } from "#domain/member.ts";
import { oneLine, plainText } from "#domain/text.ts";
import { instant } from "#domain/time/instant.ts";
import type { MailedBellEntry } from "../bell/bell-queries.ts";
import type { NotifiedInquiry } from "./outbox-queries.ts";

export interface EmailText {
  subject: string;
  text: string;
}

/** An email to a visitor. `fromName` is the brand that its text names. */
type VisitorEmail = EmailText & { fromName: string; language: string };

/** The brand of emails to visitors: that of the page on which they wrote. */
const brandOf = ({ brands }: Pick<Site, "brands">): string => brands.contact.name;

/** Tells the team in which language the visitor reads the site. Empty for English. */
const languageNote = (language: Language) =>
  language === defaultLanguage ? [] : [teamCopy.mails.inquiry.reads(languageName(language))];

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
  const { reference, receivedAt, kind, language } = inquiry;
  // Older versions may have stored line breaks.
  const reported = oneLine(inquiry.reported);
  const fields = cleanFields(inquiry.fields);
  const suspected = inquiry.status === "suspected";
  const link = inquiryLink(origin, inquiry.id);
  const isReport = kind === "impostor";
  const words = teamCopy.mails.inquiry;
  const written = [
    ...(isReport ? [`${words.labels.reported}: ${reported}`] : []),
    // A report has few of these fields.
    ...inquiryFields
      .filter((field) => !isReport || fields[field] !== "")
      .map((field) =>
        field === "query" ? quoted(visitorWords(fields.query)) : `${words.labels[field]}: ${fields[field]}`,
      ),
  ].join("\n");
  const arrived = [
    isReport ? words.reportArrived(reference) : words.arrived(reference),
    ...languageNote(language),
    ...(suspected ? [words.isSpam] : []),
  ].join(" ");
  const textWith = (what: string) =>
    [arrived, ...(what === "" ? [] : ["", what]), "", teamCopy.mails.lines.reply(link)].join("\n");
  const whole = textWith(says === "all" ? written : "");
  return {
    subject: suspected
      ? words.spamSubject(reference)
      : isReport
        ? words.reportSubject(reference)
        : words.subject(reference),
    text: whole.length <= maxCharacters ? whole : textWith(cutBy(whole.length - maxCharacters, written)),
    data: {
      id: inquiry.id,
      reference,
      kind,
      language,
      receivedAt: instant(receivedAt),
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
  return [`${teamCopy.mails.inquiry.labels.query}:`, ...message.split("\n").map((line) => `> ${line}`)].join("\n");
}

/** Shortens `text` by at least `count` characters and appends a note. */
function cutBy(count: number, text: string): string {
  const cutNote = `…\n${teamCopy.mails.inquiry.shortened}`;
  const kept = text.slice(0, text.length - count - cutNote.length);
  // Do not leave half of a surrogate pair.
  return kept.replace(/[\uD800-\uDBFF]$/, "") + cutNote;
}

/** A text with as many of these lines as fit into `maxCharacters`; it says how many more there are. */
export function withFitting(
  lines: readonly string[],
  maxCharacters: number,
  textWith: (lines: readonly string[]) => string,
): string {
  let kept = lines.length;
  const shown = () => [
    ...lines.slice(0, kept),
    ...(kept < lines.length ? [teamCopy.mails.lines.more(lines.length - kept)] : []),
  ];
  while (kept > 0 && textWith(shown()).length > maxCharacters) kept -= 1;
  return textWith(shown());
}

/** The address of an inquiry in the admin area, in the current language. */
export function inquiryLink(origin: string, id: string): string {
  return `${origin}${pathIn(spoken, paths.inbox)}?inquiry=${encodeURIComponent(id)}`;
}

/** Notifies the team of a visitor's answer, with its text if `says` is `all`, shortened to `maxCharacters`. */
export function answerNotification(
  { answer, isProven, id, reference, language }: NotifiedInquiry & { answer: string; isProven: boolean },
  says: "reference" | "all",
  origin: string,
  maxCharacters = Infinity,
): EmailText & { data: Record<string, unknown> } {
  const link = inquiryLink(origin, id);
  const text = plainText(answer);
  const words = teamCopy.mails.inquiry;
  const lead = isProven ? [words.answered(reference), ...languageNote(language)] : [words.unproven(reference)];
  const textWith = (what: string) =>
    [lead.join(" "), ...(what === "" ? [] : ["", what]), "", teamCopy.mails.lines.read(link)].join("\n");
  const written = says === "all" ? quoted(text) : "";
  const whole = textWith(written);
  return {
    subject: isProven ? words.answerSubject(reference) : words.unprovenSubject(reference),
    text: whole.length <= maxCharacters ? whole : textWith(cutBy(whole.length - maxCharacters, written)),
    data: { id, reference, language, link, proven: isProven, ...(says === "all" ? { answer: text } : {}) },
  };
}

/** Tells the team that a reply did not arrive; `problem` says why, as a text of the server. */
export function failureNotification(
  { id, reference }: NotifiedInquiry,
  problem: string,
  origin: string,
): EmailText & { data: Record<string, unknown> } {
  const link = inquiryLink(origin, id);
  const words = teamCopy.mails.undelivered;
  return {
    subject: words.subject(reference),
    text: `${words.text(reference, textIn(spoken, problem))}\n\n${words.meaning(link)}`,
    data: { id, reference, problem: inEnglish(problem), link },
  };
}

/** Max entries listed; further ones are only counted. */
const maxListed = 30;

/** Tells a member what is new for them, with nothing of a note or a visitor. */
export function memberNotification(entries: readonly MailedBellEntry[], origin: string): EmailText {
  const [first] = entries;
  const { own, lines: words } = teamCopy.mails;
  const lines = entries
    .slice(0, maxListed)
    .map(({ kind, id, reference }) => `${own.texts[kind](reference)}\n\n${words.read(inquiryLink(origin, id))}`);
  const more = entries.length - lines.length;
  return {
    subject:
      first !== undefined && entries.length === 1
        ? own.subjects[first.kind](first.reference)
        : own.severalSubject(entries.length),
    text: [...lines, ...(more > 0 ? [own.more(more, `${origin}${pathIn(spoken, paths.inbox)}`)] : [])].join("\n\n"),
  };
}

/**
 * A reply to a visitor in the language of the inquiry; without `text`, only that there is one. `key` opens their
 * private page; `isWithoutFiles` if the files are too large for an email. The HTML part is the same text, for programs
 * that make text parts hard to read.
 */
export function replyEmail(
  {
    reference,
    language,
    by,
    text,
    key,
    isWithoutFiles = false,
  }: Pick<NotifiedInquiry, "reference" | "language"> & {
    /** The display name of the member who replies. */
    by?: string | undefined;
    text: string | null;
    key: string;
    isWithoutFiles?: boolean;
  },
  site: Site,
  origin: string,
): VisitorEmail & { html: string; stopLink: string } {
  const { mail } = dictionaries[language];
  const { tag } = languages[language];
  const name = brandOf(site);
  const start = (text ?? mail.hasReplied(name, reference)) + (isWithoutFiles ? `\n\n${mail.filesOnPage}` : "");
  const read = `${origin}${pathIn(language, receiptLink(key))}`;
  const stop = `${origin}${pathIn(language, stopMailLink(key))}`;
  const sender = by === undefined ? name : `${by} · ${name}`;
  const signature = mail.signature(sender, reference);
  const paragraph = (lines: string) => `<p dir="auto">${escapeHtml(lines).replaceAll("\n", "<br>")}</p>`;
  return {
    fromName: sender,
    language: tag,
    subject: `Re: ${mail.subject(reference)}`,
    stopLink: stop,
    text: [start, "", "-- ", signature, `${mail.read}: ${read}`, `${mail.stop}: ${stop}`, mail.neverAsks].join("\n"),
    // No colours of its own, and both schemes declared: mail programs in the dark invert nothing.
    html:
      `<!doctype html>\n<html lang="${tag}">\n<head>\n<meta charset="utf-8">\n` +
      `<meta name="color-scheme" content="light dark">\n` +
      `<style>:root { color-scheme: light dark; }</style>\n</head>\n<body>\n${paragraph(start)}\n<hr>\n` +
      `<p dir="auto">${escapeHtml(signature)}<br>\n<a href="${read}">${mail.read}</a><br>\n` +
      `<a href="${stop}">${mail.stop}</a><br>\n${mail.neverAsks}</p>\n</body>\n</html>`,
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Acknowledges an inquiry. Repeats nothing that was typed: the address may belong to somebody else. */
export function acknowledgementOf(
  { reference, language }: Pick<NotifiedInquiry, "reference" | "language">,
  site: Pick<Site, "brands">,
  /** Address for questions of people who have not written. */
  questions: string,
): VisitorEmail {
  const { mail } = dictionaries[language];
  return {
    fromName: brandOf(site),
    language: languages[language].tag,
    subject: mail.subject(reference),
    text: [mail.received(brandOf(site), reference), mail.getsBack, "", mail.notYou(questions)].join("\n"),
  };
}

/** The code that proves the visitor's address. Says nothing of what was typed: the address may be somebody else's. */
export function codeEmail(
  { reference, language }: Pick<NotifiedInquiry, "reference" | "language">,
  code: string,
  site: Site,
): VisitorEmail {
  const { mail } = dictionaries[language];
  return {
    fromName: brandOf(site),
    language: languages[language].tag,
    subject: mail.codeSubject(reference),
    text: [mail.code(code), mail.codeFor(brandOf(site), reference), "", mail.codeCare].join("\n"),
  };
}

/** A new link to the private page; `key` opens it. */
export function newLinkEmail(
  { reference, language }: Pick<NotifiedInquiry, "reference" | "language">,
  key: string,
  site: Site,
  origin: string,
): VisitorEmail {
  const { mail } = dictionaries[language];
  const link = `${origin}${pathIn(language, receiptLink(key))}`;
  return {
    fromName: brandOf(site),
    language: languages[language].tag,
    subject: mail.linkSubject(reference),
    text: [mail.newLink(brandOf(site), reference), link, "", mail.newLinkCare].join("\n"),
  };
}

/** Email with a single-use link for a member; `by` is the address of who invites. */
export function linkFor(
  kind: "password-reset" | "invitation",
  about: { origin: string; token: string; hours: number; brand: string; role: Role; by: string | null },
): EmailText {
  const { origin, token, hours, brand, role, by } = about;
  const { link: words, unknown } = teamCopy.mails;
  const link = `${origin}${pathIn(spoken, paths.password)}#reset=${token}`;
  const holds = words.holds(hours);
  return kind === "invitation"
    ? {
        subject: words.invitationSubject(brand),
        text: [
          words.invites[role](by ?? unknown.operator, brand),
          "",
          `${words.begin} ${holds}`,
          link,
          "",
          words.invitationCare,
        ].join("\n"),
      }
    : {
        subject: words.passwordSubject,
        text: [words.asked(brand), "", holds, link, "", words.passwordCare].join("\n"),
      };
}

/** The message that `Send a test` of the support address sends. */
export function supportTestOf({ brands }: Pick<Site, "brands">, code: string): EmailText {
  const words = teamCopy.mails.test;
  return { subject: words.supportSubject(brands.home.name), text: words.support(brands.home.name, code) };
}

/** The message that `Send a test` sends. */
export function testOf({ brands }: Site): EmailText {
  const words = teamCopy.mails.test;
  return { subject: words.subject(brands.home.name), text: words.text(brands.home.name) };
}

/** A day and a time in the site's time zone, in the current language. */
export function timeIn(timeZone: string): (at: number) => string {
  const { clock } = teamCopy.channels.schedule;
  return (at) => teamCopy.mails.at(momentText(at, clock, { timeZone }), zoneText(timeZone, teamCopy.shell.indianTime));
}
