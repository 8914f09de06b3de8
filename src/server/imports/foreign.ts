import { hash } from "node:crypto";
import type { EntryWay } from "#domain/inquiries/conversation.ts";
import { entryLimit, type InquiryField, inquiryLimits, type InquiryStatus } from "#domain/inquiries/inquiry.ts";
import { oneLine, plainText } from "#domain/text.ts";

export const sources = ["chatwoot", "freescout", "csv"] as const;

export type Source = (typeof sources)[number];

/** A message of a foreign conversation. */
export interface ForeignMessage {
  from: "visitor" | "team" | "note";
  /** Time in ms since 1970. */
  at: number;
  text: string;
  /** The address of the member who wrote it; empty if it is not known. */
  author: string;
}

/** A conversation of another program. Times are in ms since 1970. */
export interface ForeignConversation {
  kind: "inquiry";
  /** Unique in its source. */
  id: string;
  /** The number that the team knows it by; null if the source has none. */
  number: string | null;
  name: string;
  phone: string;
  email: string;
  city: string;
  way: EntryWay;
  status: InquiryStatus;
  closedAt: number | null;
  snoozedUntil: number | null;
  messages: ForeignMessage[];
}

export interface ForeignReply {
  kind: "saved reply";
  id: string;
  title: string;
  text: string;
}

/**
 * `left out`: not an error, such as a conversation that was deleted there. A problem names a field, never its content.
 */
export type Foreign = ForeignConversation | ForeignReply | { kind: "left out" } | { kind: "refused"; problem: string };

/** Thrown by the readers of items; the message names the field and what is wrong with it, never its content. */
export class FieldError extends Error {}

export type Fields = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const recordIn = (fields: Fields, name: string): Fields => {
  const value = fields[name];
  return isRecord(value) ? value : {};
};

export const listIn = (fields: Fields, name: string): Fields[] => {
  const value = fields[name];
  return Array.isArray(value) ? value.filter(isRecord) : [];
};

/** A text or number as text; empty if it is missing. @throws FieldError */
export function textIn(fields: Fields, name: string): string {
  const value = fields[name] ?? "";
  if (typeof value !== "string" && typeof value !== "number") throw new FieldError(`${name} must be text`);
  return plainText(String(value)).toWellFormed().trim();
}

/** @throws FieldError */
export function idIn(fields: Fields, name = "id"): string {
  const id = textIn(fields, name);
  if (id === "" || id.length > 200) throw new FieldError(`${name} is missing or too long`);
  return id;
}

const isoTime = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i;

/** A time in seconds since 1970 or as text, in UTC unless it names a zone; null if it is missing. @throws FieldError */
export function timeIn(fields: Fields, name: string): number | null {
  const text = textIn(fields, name);
  if (text === "") return null;
  const time = /^\d{9,11}(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : isoTime.test(text) ? parsed(text) : Number.NaN;
  if (!Number.isFinite(time) || time < 0 || time > 4e12) {
    throw new FieldError(`${name} must be a time such as 2026-03-15T22:46:22Z`);
  }
  return Math.round(time);
}

function parsed(text: string): number {
  const whole = text.replace(" ", "T");
  return Date.parse(/T.*(?:Z|[+-]\d\d:?\d\d)$/i.test(whole) || !whole.includes("T") ? whole : `${whole}Z`);
}

/** A field of the visitor, on one line as in the form. @throws FieldError */
export function visitorField(field: Exclude<InquiryField, "query">, text: string): string {
  const line = oneLine(text);
  if (line.length > inquiryLimits[field]) {
    throw new FieldError(`${field} must be at most ${inquiryLimits[field]} characters`);
  }
  if (field === "email" && line !== "" && !/^[^\s@]+@[^\s@]+$/.test(line)) {
    throw new FieldError("email must be one address, or left out");
  }
  return line;
}

/** A long text in parts that each fit into an entry, at line ends or spaces where there are any. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > entryLimit) {
    const start = rest.slice(0, entryLimit);
    const end = Math.max(start.lastIndexOf("\n"), start.lastIndexOf(" "));
    // A surrogate pair must not be split.
    const isSplit = (rest.codePointAt(entryLimit - 1) ?? 0) > 0xffff;
    const at = end > entryLimit / 2 ? end : entryLimit - (isSplit ? 1 : 0);
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return [...parts, rest].filter((part) => part !== "");
}

/** An id made of what something is called elsewhere, so that importing it again adds nothing. */
export function derivedId(...parts: readonly string[]): string {
  const hex = hash("sha256", JSON.stringify(["front-desk import", ...parts]));
  // RFC 9562: version 8, whose bits are the application's own.
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
