import { z } from "zod";
import { say, type ServerText } from "#copy/server/say.ts";
import { oneLine, plainText } from "#domain/text.ts";

/** Normalizes line ends to LF, as scripts read them; a form that the browser submits has CR LF. */
export function plainLines(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/**
 * A typed text: trimmed, well-formed Unicode, LF line ends, no NUL (which PostgreSQL cannot store). `label` is used in
 * messages; `max` counts characters after trimming, as JSON Schema does (a browser's `maxlength` counts UTF-16 units,
 * so it never allows more).
 */
export function typedText(label: ServerText, max: number) {
  return overwritten(label, max, (text) => plainLines(text.replaceAll("\0", "")));
}

/**
 * One line of text: trimmed, without control characters, line breaks of any kind and bidi controls. Every field that is
 * one line begins with it, so that input cannot imitate another line.
 */
export function oneLineText(error: z.core.$ZodErrorMap | string) {
  return z.string(typeof error === "string" ? error : { error }).overwrite((text) => oneLine(text.toWellFormed()));
}

function overwritten(label: ServerText, max: number, clean: (text: string) => string) {
  return z
    .string({
      error: ({ input }) => (input === undefined ? say("field.required", { label }) : say("field.not-text", { label })),
    })
    .overwrite((text) => clean(text).toWellFormed().trim())
    .max(max, say("field.too-long", { label, count: max }));
}

/** `typedText`, not blank. */
export function requiredText(label: ServerText, max: number) {
  return typedText(label, max).min(1, say("field.required", { label }));
}

/** `requiredText` on one line, so that input cannot imitate another line. */
export function requiredLine(label: ServerText, max: number) {
  return typedLine(label, max).min(1, say("field.required", { label }));
}

/** `typedText` on one line. */
export function typedLine(label: ServerText, max: number) {
  return overwritten(label, max, oneLine);
}

/** `typedText` with line breaks, but no other control characters. */
export function typedLines(label: ServerText, max: number) {
  return overwritten(label, max, plainText);
}
