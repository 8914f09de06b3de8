/** A byte order mark, by which Excel knows that the file is UTF-8. */
export const csvStart = "\uFEFF";

/** One record of RFC 4180, with its line end. */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/**
 * A cell that no spreadsheet takes for a formula: one that begins like a formula gets an apostrophe before it
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
