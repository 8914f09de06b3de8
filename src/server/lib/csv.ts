/** A byte order mark, by which Excel detects UTF-8. */
export const csvStart = "\uFEFF";

/** One record (RFC 4180), with its line end. A cell of a damaged row may be no text: that must not end a file. */
export function csvRecord(cells: ReadonlyArray<string | null>): string {
  return `${cells.map((cell) => csvCell(String(cell ?? ""))).join(",")}\r\n`;
}

/** Characters that begin a formula, including their full-width and small forms. */
const sign = "[=+\\-@＝＋－＠﹦﹢﹣﹫]";
/** Separators that a spreadsheet may use instead of the comma. */
const separator = String.raw`[\t,;\n\v\f\r\u0085\u2028\u2029]`;
/** Skipped before a formula: spaces, quotes, control and invisible characters. */
const skipped = String.raw`[\s"\p{Cc}\p{Cf}]`;
const formula = new RegExp(`(?<=(?:^|${separator})${skipped}*)${sign}`, "gu");

/**
 * Escapes a cell against CSV injection (https://owasp.org/www-community/attacks/CSV_Injection): formula characters at
 * the start of the text or after any separator get an apostrophe.
 */
function csvCell(text: string): string {
  const safe = text.replaceAll(formula, "'$&").replace(/^[\t\r]/, "'$&");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
