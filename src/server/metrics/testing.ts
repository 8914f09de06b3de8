/** One sample: a value with its name and labels. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Test helper: returns all samples of a text in Prometheus format. @throws if a line is invalid */
export function samplesOf(text: string): Sample[] {
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("# "))
    .map((line) => {
      const [, name, labels = "", value] = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      // Prometheus accepts any case; prom-client writes `Nan` for a mean without values.
      const isNumber = value === "Nan" || !Number.isNaN(Number(value));
      if (name === undefined || !isNumber) throw new Error(`no sample: ${line}`);
      const pairs = [...labels.matchAll(/(\w+)="((?:\\.|[^"\\])*)"(?:,|$)/g)];
      if (pairs.map(([pair]) => pair).join("") !== labels) throw new Error(`no labels: ${line}`);
      return { name, labels: Object.fromEntries(pairs.map(([, key, word]) => [key, word])), value: Number(value) };
    });
}

/** The sum of the samples with this name and these labels; undefined if there is none. */
export function valueOf(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const found = samplesOf(text).filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}
