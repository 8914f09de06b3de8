import { z } from "zod";
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
export function typedText(label: string, max: number) {
  return overwritten(label, max, (text) => plainLines(text.replaceAll("\0", "")));
}

function overwritten(label: string, max: number, clean: (text: string) => string) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? `${label} is required.` : `${label} must be text.`) })
    .overwrite((text) => clean(text).toWellFormed().trim())
    .max(max, `${label} must be at most ${max} characters.`);
}

/** `typedText`, not blank. */
export function requiredText(label: string, max: number) {
  return typedText(label, max).min(1, `${label} is required.`);
}

/** `requiredText` on one line, so that input cannot imitate another line. */
export function requiredLine(label: string, max: number) {
  return typedLine(label, max).min(1, `${label} is required.`);
}

/** `typedText` on one line. */
export function typedLine(label: string, max: number) {
  return overwritten(label, max, oneLine);
}

/** `typedText` with line breaks, but no other control characters. */
export function typedLines(label: string, max: number) {
  return overwritten(label, max, plainText);
}
