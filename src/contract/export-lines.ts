import { z } from "zod";
import { channelTypes } from "#domain/brands/brands.ts";
import { entryWays } from "#domain/inquiries/conversation.ts";
import { inquiryWays } from "#domain/inquiries/inquiry.ts";
import { untakenReasons } from "#domain/inquiries/untaken-mail.ts";
import { roles } from "#domain/member.ts";
import { hoursSchema } from "./channels/hours.ts";
import { choiceSchemas } from "./inquiries/choices.ts";

const time = z.iso.datetime();
const id = z.string().min(1);
/** The id of a member; null if the visitor or the software acted, or the member is gone. */
const member = z.string().nullable();
/** The name of the API token that acted; null for all else. */
const token = z.string().nullable();
/** The kind of a line is something else. */
const { kind: about, ...choices } = choiceSchemas;
/** JSON of which the program has its own schema. */
const json = z.record(z.string(), z.unknown());

/**
 * The lines of an export of everything, by their `kind`; docs/export.md describes each. Version 1 only gains kinds and
 * fields.
 */
export const exportLineSchemas = {
  export: {
    format: z.literal("front-desk-export"),
    version: z.literal(1),
    exportedAt: time,
    program: z.string(),
    schema: z.string(),
  },
  site: { values: json },
  settings: { values: json },
  member: {
    id,
    email: z.string(),
    role: z.enum(roles),
    isActive: z.boolean(),
    createdAt: time,
    takesTurns: z.boolean(),
  },
  "channel-list": {
    version: z.int(),
    listVersion: z.int(),
    changedAt: time.nullable(),
    hidden: json.nullable(),
    rule: json,
    schedules: z.array(json),
    proposals: z.array(json),
    retired: z.array(json),
  },
  channel: {
    id,
    place: z.int().min(1),
    type: z.enum(channelTypes),
    value: z.string(),
    isActive: z.boolean(),
    description: z.string(),
    /** The description in other languages, by language code. */
    translations: z.record(z.string(), z.string()),
    hours: hoursSchema.nullable(),
  },
  "channel-change": { number: z.int(), change: json },
  /** A member's public profile; the texts by language, the picture in Base64. */
  profile: {
    member: id,
    names: z.record(z.string(), z.string()),
    signatures: z.record(z.string(), z.string()),
    picture: z.base64(),
    isPictureShown: z.boolean(),
  },
  tag: { id, name: z.string(), color: z.string(), createdAt: time },
  "own-settings": { member: id, settings: json },
  "saved-view": { id, member: id, name: z.string(), isShared: z.boolean(), filter: json, createdAt: time },
  "saved-reply": {
    id,
    title: z.string(),
    text: z.string(),
    variants: z.record(z.string(), z.string()),
    createdAt: time,
  },
  "blocked-sender": { id, of: z.string(), hint: z.string(), member, createdAt: time },
  inquiry: {
    id,
    number: z.int(),
    reference: z.string(),
    about,
    way: z.enum(inquiryWays).nullable(),
    reported: z.string(),
    name: z.string(),
    phone: z.string(),
    email: z.string(),
    city: z.string(),
    message: z.string(),
    language: z.string().nullable(),
    ...choices,
    assignee: member,
    receivedAt: time,
    closedAt: time.nullable(),
    answeredAt: time.nullable(),
    snoozedUntil: time.or(z.literal("answer")).nullable(),
    mailStoppedAt: time.nullable(),
    addressProvedAt: time.nullable(),
    /** Time from which it waits because a reply did not arrive. */
    undeliveredAt: time.nullable(),
    activityAt: time.nullable(),
    waitingSince: time.nullable(),
    unprovenAt: time.nullable(),
    /** Time from which no member has seen it; in the future while it is snoozed. */
    unreadSince: time.or(z.literal("answer")).nullable(),
    mergedInto: z.string().nullable(),
    bin: z.strictObject({ at: time, by: member }).nullable(),
  },
  "inquiry-tag": { inquiry: z.int(), tag: id },
  entry: {
    id,
    inquiry: id,
    by: z.enum(["visitor", "team"]),
    way: z.enum(entryWays),
    member,
    token,
    /** The display name of the member under which the visitor saw the reply; null under the site's alone. */
    shownAs: z.string().nullable(),
    text: z.string(),
    createdAt: time,
    delivery: z.string().nullable(),
    problem: z.string().nullable(),
    sender: z.string().nullable(),
    acceptedAt: time.nullable(),
    acceptedBy: member,
  },
  note: { id, inquiry: id, member, text: z.string(), mentions: z.array(z.string()), createdAt: time },
  event: {
    inquiry: id,
    member,
    token,
    what: z.string(),
    before: z.string().nullable(),
    after: z.string().nullable(),
    at: time,
  },
  file: {
    id,
    inquiry: id,
    entry: z.string().nullable(),
    /** The sender's name for the file; empty if it has none. */
    name: z.string(),
    type: z.string(),
    size: z.int(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    createdAt: time,
    content: z.base64(),
  },
  "untaken-mail": {
    id,
    receivedAt: time,
    way: z.enum(["imap", "push"]),
    senderName: z.string(),
    sender: z.string(),
    subject: z.string(),
    reason: z.enum(untakenReasons),
    about: z.string().nullable(),
    size: z.int(),
    kept: z.int(),
    inquiry: id.nullable(),
    takenAt: time.nullable(),
    takenBy: member,
    content: z.base64(),
  },
  erasure: { inquiry: id, reason: z.string(), erasedAt: time },
  "report-sum": {
    day: z.string(),
    hour: z.int(),
    what: z.string(),
    detail: z.string(),
    class: z.int(),
    count: z.int(),
  },
  "audit-entry": { number: z.int(), entry: json, hash: z.string() },
  /** A row of the store that cannot be read: the kind of its line, and its id. */
  unreadable: { of: z.string(), id: z.string() },
  /** A file or an email that was erased meanwhile, likewise. */
  erased: { of: z.string(), id: z.string() },
  end: { lines: z.int() },
} as const;

export type ExportKind = keyof typeof exportLineSchemas;

export type ExportLine = {
  [Kind in ExportKind]: { kind: Kind } & z.output<z.ZodObject<(typeof exportLineSchemas)[Kind]>>;
}[ExportKind];

const schemas = new Map<ExportKind, z.ZodType>();

/** The schema of the lines of a kind. */
export function exportLineSchema(kind: ExportKind): z.ZodType {
  const known = schemas.get(kind) ?? z.strictObject({ kind: z.literal(kind), ...exportLineSchemas[kind] });
  schemas.set(kind, known);
  return known;
}
