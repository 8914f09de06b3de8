import { collectDefaultMetrics, type Metric, Registry } from "prom-client";

interface Sample {
  labels?: Record<string, string>;
  value: number;
}

interface About {
  name: string;
  help: string;
}

type Described = About & { type: "counter" | "gauge"; read: () => Sample[] | Promise<Sample[]> };
type Timed = About & { read: () => Array<{ labels: Record<string, string>; histogram: Histogram }> };

export type Exposition = Pick<ReturnType<typeof createExposition>, "contentType" | "text">;

/**
 * Metrics in Prometheus format (https://prometheus.io/docs/instrumenting/exposition_formats/): Node's default metrics
 * and our own, which are read at each scrape.
 */
export function createExposition() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });

  function register(about: About, type: string, read: () => unknown): void {
    // A registry only uses a metric's name and `get`. The library's own metric classes would cost time on each request.
    const metric = { name: about.name, get: async () => ({ ...about, type, values: await read() }) };
    registry.registerMetric(metric as unknown as Metric);
  }

  return {
    contentType: registry.contentType,
    text: (): Promise<string> => registry.metrics(),
    add: ({ type, read, ...about }: Described): void => register(about, type, read),
    /** Durations as a histogram with cumulative buckets. */
    addTimes: ({ read, ...about }: Timed): void =>
      register(about, "histogram", () =>
        read().flatMap(({ labels, histogram }) => {
          const { counts, sum } = histogram.read();
          let count = 0;
          const buckets = counts.map((more, at) => {
            count += more;
            const le = String(bounds[at] ?? "+Inf");
            return { metricName: `${about.name}_bucket`, labels: { ...labels, le }, value: count };
          });
          return [
            ...buckets,
            { metricName: `${about.name}_sum`, labels, value: sum },
            { metricName: `${about.name}_count`, labels, value: count },
          ];
        }),
      ),
  };
}

/** Counts durations by upper bound; recording takes constant memory and a few additions. */
export interface Histogram {
  record(seconds: number): void;
  /** The count between each two bounds (the last one for longer durations), and the sum in seconds. */
  read(): { counts: readonly number[]; sum: number };
}

/** Upper bounds in seconds, from a cached response to a stalled store. */
export const bounds: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

export function createHistogram(): Histogram {
  const counts = new Float64Array(bounds.length + 1);
  let sum = 0;
  return {
    record(seconds) {
      let at = 0;
      while (seconds > (bounds[at] ?? Infinity)) at += 1;
      counts[at] = (counts[at] ?? 0) + 1;
      sum += seconds;
    },
    read: () => ({ counts: [...counts], sum }),
  };
}

/** One histogram per set of labels. */
export function createHistograms<Label extends string>() {
  const all = new Map<string, { labels: Record<Label, string>; histogram: Histogram }>();
  return {
    of(labels: Record<Label, string>): Histogram {
      const key = JSON.stringify(Object.values(labels));
      const known = all.get(key) ?? { labels, histogram: createHistogram() };
      all.set(key, known);
      return known.histogram;
    },
    all: () => [...all.values()],
  };
}
