import type { Missing, Verdict } from "./judge.ts";

export type Row = { judge: string } & (Verdict | Missing);

/** The verdicts as one table, in Markdown, so that it can be kept; the findings follow it. */
export function tableOf(rows: readonly Row[]): string {
  const head = ["judge", "version", "looked at", "findings", "aim", "met"];
  const cells = rows.map((row) =>
    "missing" in row
      ? [row.judge, "–", `missing: ${row.missing}`, "–", "–", "not heard"]
      : [row.judge, row.version, row.looked, String(row.findings.length), row.aim, row.isMet ? "yes" : "NO"],
  );
  const lines = [head, head.map(() => "---"), ...cells].map((line) => `| ${line.join(" | ")} |`);
  const findings = rows.flatMap((row) =>
    "missing" in row ? [] : row.findings.slice(0, 30).map((finding) => `- ${row.judge}: ${finding}`),
  );
  return [...lines, ...(findings.length === 0 ? [] : ["", ...findings])].join("\n");
}

/** Whether nothing was found; a judge that is missing has found nothing. */
export function isClean(rows: readonly Row[]): boolean {
  return rows.every((row) => "missing" in row || row.isMet);
}
