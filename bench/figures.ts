/** One figure over several runs, which alternate with those of its peer. */
export interface Figure {
  name: string;
  unit: string;
  /** One value per run. */
  runs: readonly number[];
  /** The comparison, measured in the same runs. */
  peer?: { name: string; runs: readonly number[] };
  /** `times`: a multiple of the peer's value; otherwise in the figure's unit. */
  aim?: { bound: "≤" | "≥"; value: number; times?: true };
}

/** The results of one bench. */
export interface Report {
  figures: Figure[];
  /** Measurements that are impossible here and what to install for them, one sentence each. */
  missing: string[];
  /** Growth of a cost, for the plot. */
  growth: Growth[];
}

/** A cost at growing sizes, such as the bytes of a page by the number of channels. */
export interface Growth {
  panel: "a page, by its channels" | "the inbox, by its inquiries";
  name: string;
  unit: string;
  points: { size: number; value: number }[];
}

/** Options for how thoroughly to measure. */
export interface Options {
  runs: number;
  /** The numbers of inquiries in the inbox stores. */
  sizes: number[];
  /** A folder that caches the filled stores for the next run. */
  keep: string | undefined;
  /** Measures just enough to show that each measurement comes to its end; the figures say nothing. */
  short: boolean;
}

export interface Bench {
  name: string;
  run(options: Options): Promise<Report>;
}

/**
 * The figures as a table: median and spread, the peer's, the ratio (the median of the runs' ratios), the aim and
 * whether it is met.
 */
export function formatFigures(figures: readonly Figure[]): string {
  const head = ["", "median", "spread", "held against", "its median", "ratio", "aim", ""];
  const lines = figures.map(({ name, unit, runs, peer, aim }) => [
    name,
    `${format(median(runs))} ${unit}`,
    runs.length > 1 ? `${format(Math.min(...runs))}–${format(Math.max(...runs))}` : "",
    peer?.name ?? "",
    peer === undefined ? "" : `${format(median(peer.runs))} ${unit}`,
    peer === undefined ? "" : `${ratioOf(runs, peer.runs).toFixed(2)} ×`,
    aim === undefined ? "" : `${aim.bound} ${aim.value}${aim.times ? " ×" : ` ${unit}`}`,
    aim === undefined ? "" : isMet({ name, unit, runs, ...(peer && { peer }), aim }) ? "met" : "NOT MET",
  ]);
  const all = [head, ...lines];
  const widths = head.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  return all
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Whether a figure meets its aim; true if it has none. */
export function isMet({ runs, peer, aim }: Figure): boolean {
  if (aim === undefined) return true;
  const value = aim.times ? ratioOf(runs, peer?.runs ?? []) : median(runs);
  return aim.bound === "≤" ? value <= aim.value : value >= aim.value;
}

function ratioOf(runs: readonly number[], peer: readonly number[]): number {
  return median(runs.map((value, index) => value / (peer[index] ?? Number.NaN)));
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value that this share of the samples does not exceed. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

function format(figure: number): string {
  if (figure >= 100) return Math.round(figure).toLocaleString("en");
  return figure.toFixed(figure >= 10 ? 1 : 2);
}
