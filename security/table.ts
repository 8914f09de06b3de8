import type { Missing, Verdict } from "./judge.ts";

export type Row = { judge: string } & (Verdict | Missing);

/** The verdicts as a Markdown table, followed by the findings. */
export function tableOf(rows: readonly Row[], allowMissing = false): string {
  const head = ["judge", "version", "looked at", "findings", "aim", "met"];
  const cells = rows.map((row) =>
    "missing" in row
      ? [row.judge, "–", `missing: ${row.missing}`, "–", "–", allowMissing ? "not heard (allowed)" : "NOT HEARD"]
      : [row.judge, row.version, row.looked, String(row.findings.length), row.aim, row.isMet ? "yes" : "NO"],
  );
  const lines = [head, head.map(() => "---"), ...cells].map((line) => `| ${line.join(" | ")} |`);
  const findings = rows.flatMap((row) =>
    "missing" in row ? [] : row.findings.slice(0, 30).map((finding) => `- ${row.judge}: ${finding}`),
  );
  const missing = rows.flatMap((row) => ("missing" in row ? [row.judge] : []));
  const allowed =
    missing.length > 0 && allowMissing ? [`Not heard, as --allow-missing allows: ${missing.join(", ")}`] : [];
  const after = [...allowed, ...findings];
  return [...lines, ...(after.length === 0 ? [] : ["", ...after])].join("\n");
}

/** One line for each reason to fail: a judge with findings, a missing judge, or no judge at all. */
export function problemsOf(rows: readonly Row[], allowMissing = false): string[] {
  if (rows.length === 0) return ["No judge was heard."];
  return rows.flatMap((row) => {
    if (!("missing" in row)) return row.isMet ? [] : [`${row.judge} is not satisfied.`];
    return allowMissing ? [] : [`${row.judge} is missing: ${row.missing}. Or allow that: --allow-missing`];
  });
}
