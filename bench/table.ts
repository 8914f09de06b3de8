/** A figure for each size; `aim` is what the last column may be of the column before it, or at most. */
export interface Row {
  name: string;
  unit: string;
  figures: number[];
  aim?: { times: number } | { most: number };
}

/** The rows as text, each figure also as a multiple of the column named `base`, and whether the last one meets its aim. */
export function formatTable(columns: readonly string[], base: string, rows: readonly Row[]): string {
  const baseAt = columns.indexOf(base);
  const lines = rows.map(({ name, unit, figures, aim }) => {
    const cells = figures.map((figure, index) => {
      const of = figures[baseAt];
      const ratio = of === undefined || index === baseAt ? "" : ` (${(figure / of).toFixed(1)}×)`;
      return `${format(figure)} ${unit}${ratio}`;
    });
    return [name, ...cells, aim === undefined ? "" : judge(figures, baseAt, aim)];
  });
  const all = [["", ...columns, "aim"], ...lines];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0))) ?? [];
  return all
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function judge(figures: readonly number[], baseAt: number, aim: { times: number } | { most: number }): string {
  const last = figures.at(-1) ?? 0;
  if ("most" in aim) return `${last <= aim.most ? "✓" : "✗"} ≤ ${aim.most}`;
  const base = figures[baseAt];
  if (base === undefined || baseAt === figures.length - 1) return `≤ ${aim.times}×`;
  return `${last <= aim.times * base ? "✓" : "✗"} ≤ ${aim.times}×`;
}

function format(figure: number): string {
  return figure >= 100 ? figure.toFixed(0) : figure.toFixed(figure >= 10 ? 1 : 2);
}

/** The value that this share of the samples is at most. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
