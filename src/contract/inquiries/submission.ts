import { z } from "zod";
import { say, type ServerText } from "#copy/server/say.ts";
import { entryLimit, inquiryKinds, inquiryLimits, reportLimits, submissionKey } from "#domain/inquiries/inquiry.ts";
import { attachmentSchema } from "./attachment.ts";
import { languageField } from "../language.ts";
import { messageFields } from "../message-code.ts";
import { requiredLine, typedLine, typedLines } from "../text.ts";

// Accepts any script (RFC 6531), so it is laxer than that of `z.email`: only an email shows whether the address exists.
const emailPattern = /^[^\s@"<>(),:;\\[\]]{1,64}@[^\s@"<>(),:;\\[\]]+\.[^\s@.]{2,}$/u;

// Printable characters, except those of the header syntax.
const letters = `[!#-+\\--\\[\\]-~]{${submissionKey.min},${submissionKey.max}}`;
const bare = new RegExp(`^${letters}$`);

/**
 * An idempotency key, quoted as in the draft, or bare
 * (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/).
 */
const idempotencyKey = z
  .string()
  .regex(
    new RegExp(`^(?:${letters}|"${letters}")$`),
    say("request.idempotency-key", { min: submissionKey.min, max: submissionKey.max }),
  )
  .transform((text) => (text.startsWith('"') ? text.slice(1, -1) : text));

/** Headers of a submission. The same key with the same fields gets the first response again. */
export const submissionHeadersSchema = z.looseObject({
  "idempotency-key": idempotencyKey
    .describe("Made by the client for each inquiry, so that sending it again makes no second one")
    .optional(),
});

/** The key of a plain form; undefined if it was tampered with, since the visitor could not fix that. */
export function formKeyIn(key: string | undefined): string | undefined {
  return key !== undefined && bare.test(key) ? key : undefined;
}

/** Hidden form fields; API calls may omit all of them. */
export const formSchema = z.object({
  /** When the form was rendered, signed by the server. */
  formTime: z.string().max(200).optional().catch(undefined),
  /** Honeypot: invisible, so only a program fills it in. */
  homepage: z.string().optional().catch(undefined),
  /** Solution of the server's ALTCHA challenge. */
  work: z.string().max(4000).optional().catch(undefined),
  /** The idempotency key of a form without scripts; other calls send it as a header. */
  key: z.string().max(200).optional().catch(undefined),
  ...languageField,
});

export type HiddenFormValues = z.output<typeof formSchema>;

/** A missing field counts as empty. */
const optional = (text: ReturnType<typeof typedLine>) => text.nullish().transform((typed) => typed ?? "");

/** Returns whether a text is a number: as lenient as the inquiry's phone field. */
function isNumber(text: string): boolean {
  return text.length <= 40 && /^[+\d(][\d\s().+-]*$/.test(text) && text.replaceAll(/\D/g, "").length >= 5;
}

const wrongEmail = say("visitor.email");
const address = z.email({ pattern: emailPattern, error: wrongEmail });

/** Text of any number of lines that must not be blank. */
function requiredLines(label: ServerText, max: number) {
  return typedLines(label, max).min(1, say("field.required", { label }));
}

export const inquirySchema = z
  .object({
    name: requiredLine(say("visitor-label.name"), inquiryLimits.name),
    phone: requiredLine(say("visitor-label.phone"), inquiryLimits.phone),
    email: requiredLine(say("visitor-label.email"), inquiryLimits.email).pipe(address),
    city: requiredLine(say("visitor-label.city"), inquiryLimits.city),
    query: requiredLines(say("visitor-label.query"), inquiryLimits.query),
  })
  .meta({ id: "Inquiry" });

export const impostorReportSchema = z
  .object({
    reported: requiredLine(say("visitor-label.reported"), reportLimits.reported),
    happened: optional(typedLines(say("visitor-label.happened"), reportLimits.happened)),
    reach: optional(typedLine(say("visitor-label.reach"), reportLimits.reach)).refine(
      (text) => text === "" || (text.includes("@") ? z.email().safeParse(text).success : isNumber(text)),
      say("visitor.reach"),
    ),
  })
  .meta({ id: "ImpostorReport" });

/** An address in place of the inquiry's, or none. */
export const otherAddressSchema = z.object({
  email: z.literal("").or(address.max(inquiryLimits.email, wrongEmail)),
});

const receiptKey = z.string({ error: say("visitor.no-key") }).max(200, say("visitor.no-page"));

export const receiptKeySchema = z.object({ key: receiptKey, ...languageField }).meta({ id: "ReceiptKey" });

export const answerTextSchema = z.object({ text: requiredLines(say("visitor-label.answer"), entryLimit) });

/** A visitor's answer, with the key of its private page; the idempotency key is in the header. */
export const answerSchema = answerTextSchema
  .extend({ ...formSchema.omit({ key: true }).shape, key: receiptKey })
  .meta({ id: "Answer" });

/** A new signed time for a form that the browser rendered. */
export const formTimeSchema = z.object({ formTime: z.string() }).meta({ id: "FormTime" });

/** Response to an accepted inquiry: its reference, and the path of its private page. */
export const acceptedSchema = z
  .object({ ...messageFields, reference: z.string(), receipt: z.string() })
  .meta({ id: "Accepted" });

export type Accepted = z.output<typeof acceptedSchema>;

/** The part that a client can rely on: every server version sends `message`. */
export type Answered = Pick<Accepted, "message"> & Partial<Accepted>;

/**
 * An inquiry on its visitor's private page. Times are formatted in the site's time zone, for the server and browsers
 * alike.
 */
export const receiptSchema = z
  .object({
    reference: z.string(),
    /** A `suspected` inquiry shows as `new`: the spam verdict is not revealed. `binned`: the team deleted it. */
    status: z.enum(["new", "in progress", "answered", "closed", "binned"]),
    receivedAt: z.string(),
    /** The day and the time of day of `receivedAt`. The version before sends none. */
    receivedDay: z.string().optional(),
    receivedTime: z.string().optional(),
    kind: z.enum(inquiryKinds),
    /** Subject of an impostor report; empty for other inquiries. */
    reported: z.string(),
    /** The fields. A key from an email shows the message alone: the address that was typed may be somebody else's. */
    fields: z.object({ name: z.string(), phone: z.string(), email: z.string(), city: z.string(), query: z.string() }),
    /** The message's files; none for a key from an email, for the same reason. What is shown: decision 71. */
    attachments: z.array(attachmentSchema),
    /** Entries after the message, in order. */
    entries: z.array(
      z.object({
        kind: z.enum(["reply", "answer"]),
        text: z.string(),
        /** The text only says that we have replied by email: whoever holds this key has not proved the address. */
        isNotice: z.boolean(),
        /** The reply's author by name, and the path of their picture or initials; empty for the site itself. */
        by: z.string(),
        face: z.string(),
        at: z.string(),
        /** The day and the time of day of `at`. The version before sends none. */
        day: z.string().optional(),
        time: z.string().optional(),
        attachments: z.array(attachmentSchema),
      }),
    ),
    /** Whether the visitor can still answer. */
    mayAnswer: z.boolean(),
    /** The reference under which the team goes on, if it has merged the inquiry into another one; null otherwise. */
    continuedUnder: z.string().nullable(),
    /** Whether the visitor may get an email at a reply; null if the site sends none. */
    mail: z.enum(["on", "stopped"]).nullable(),
    /** Whether the address can be proved on this page (`open`) or was; null for a key from an email. */
    address: z.enum(["open", "proved"]).nullable(),
  })
  .meta({ id: "Receipt" });

export type Receipt = z.output<typeof receiptSchema>;

export const answeredSchema = z.object({ ...messageFields, receipt: receiptSchema }).meta({ id: "Answered" });

export type AnsweredInquiry = z.output<typeof answeredSchema>;
