import type { Missing, Verdict } from "./scanner.ts";

export type Row = { scanner: string } & (Verdict | Missing);

/** The verdicts as a Markdown table, followed by the findings. */
export function tableOf(rows: readonly Row[], allowMissing = false): string {
  const head = ["scanner", "version", "checked", "findings", "aim", "met"];
  const cells = rows.map((row) =>
    "missing" in row
      ? [row.scanner, "–", `missing: ${row.missing}`, "–", "–", allowMissing ? "not run (allowed)" : "NOT RUN"]
      : [row.scanner, row.version, row.checked, String(row.findings.length), row.aim, row.isMet ? "yes" : "NO"],
  );
  const lines = [head, head.map(() => "---"), ...cells].map((line) => `| ${line.join(" | ")} |`);
  const findings = rows.flatMap((row) =>
    "missing" in row ? [] : row.findings.slice(0, 30).map((finding) => `- ${row.scanner}: ${finding}`),
  );
  const missing = rows.flatMap((row) => ("missing" in row ? [row.scanner] : []));
  const allowed =
    missing.length > 0 && allowMissing ? [`Not run, as --allow-missing allows: ${missing.join(", ")}`] : [];
  const after = [...allowed, ...findings];
  return [...lines, ...(after.length === 0 ? [] : ["", ...after])].join("\n");
}

/** One line for each reason to fail: a scanner with findings, a missing scanner, or no scanner at all. */
export function problemsOf(rows: readonly Row[], allowMissing = false): string[] {
  if (rows.length === 0) return ["No scanner ran."];
  return rows.flatMap((row) => {
    if (!("missing" in row)) return row.isMet ? [] : [`${row.scanner} has findings.`];
    return allowMissing ? [] : [`${row.scanner} is missing: ${row.missing}. Or allow that: --allow-missing`];
  });
}
