import { z } from "zod";
import { en } from "#copy/compiled/en.ts";
import { oneLine, plainText } from "#domain/text.ts";

/** Normalizes line ends to LF, as scripts read them; a form that the browser submits has CR LF. */
export function plainLines(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** The messages; visitors get them in their language. */
type TextProblems = Pick<(typeof en)["problems"], "required" | "notText" | "tooLong">;

/**
 * A typed text: trimmed, well-formed Unicode, LF line ends, no NUL (which PostgreSQL cannot store). `label` is used in
 * messages; `max` counts characters after trimming, as JSON Schema does (a browser's `maxlength` counts UTF-16 units,
 * so it never allows more).
 */
export function typedText(label: string, max: number, texts: TextProblems = en.problems) {
  return overwritten(label, max, (text) => plainLines(text.replaceAll("\0", "")), texts);
}

/**
 * One line of text: trimmed, without control characters, line breaks of any kind and bidi controls. Every field that is
 * one line begins with it, so that input cannot imitate another line.
 */
export function oneLineText(error: z.core.$ZodErrorMap | string) {
  return z.string(typeof error === "string" ? error : { error }).overwrite((text) => oneLine(text.toWellFormed()));
}

function overwritten(label: string, max: number, clean: (text: string) => string, texts: TextProblems) {
  return z
    .string({ error: ({ input }) => (input === undefined ? texts.required(label) : texts.notText(label)) })
    .overwrite((text) => clean(text).toWellFormed().trim())
    .max(max, texts.tooLong(label, max));
}

/** `typedText`, not blank. */
export function requiredText(label: string, max: number, texts: TextProblems = en.problems) {
  return typedText(label, max, texts).min(1, texts.required(label));
}

/** `requiredText` on one line, so that input cannot imitate another line. */
export function requiredLine(label: string, max: number, texts: TextProblems = en.problems) {
  return typedLine(label, max, texts).min(1, texts.required(label));
}

/** `typedText` on one line. */
export function typedLine(label: string, max: number, texts: TextProblems = en.problems) {
  return overwritten(label, max, oneLine, texts);
}

/** `typedText` with line breaks, but no other control characters. */
export function typedLines(label: string, max: number, texts: TextProblems = en.problems) {
  return overwritten(label, max, plainText, texts);
}
