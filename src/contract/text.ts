import { z } from "zod";

/** Line ends as scripts read them from a form; a form that the browser sends by itself has CR LF. */
export function plainLines(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/**
 * A text a person typed: trimmed, well-formed Unicode, its lines ended by LF, and free of NUL (which PostgreSQL cannot keep).
 * `label` stands in the messages; `max` counts characters after trimming, as JSON Schema does (a browser's `maxlength` counts
 * UTF-16 units, and so never lets more through).
 */
export function typedText(label: string, max: number) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? `${label} is required.` : `${label} must be text.`) })
    .overwrite((text) => plainLines(text.replaceAll("\0", "")).toWellFormed().trim())
    .max(max, `${label} must be at most ${max} characters.`);
}

/** As `typedText`, and not blank. */
export function requiredText(label: string, max: number) {
  return typedText(label, max).min(1, `${label} is required.`);
}
