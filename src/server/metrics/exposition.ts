import { collectDefaultMetrics, type Metric, Registry } from "prom-client";
import { bounds, type Histogram } from "./histogram.ts";

export interface Sample {
  labels?: Record<string, string>;
  value: number;
}

interface About {
  name: string;
  help: string;
}

type Described = About & { type: "counter" | "gauge"; read: () => Sample[] | Promise<Sample[]> };
type Timed = About & { read: () => Array<{ labels: Record<string, string>; tally: Histogram }> };

export type Told = Pick<ReturnType<typeof createExposition>, "contentType" | "text">;

/**
 * Metrics in Prometheus format (https://prometheus.io/docs/instrumenting/exposition_formats/): Node's default metrics
 * and
 * our own, which are read at each scrape.
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
        read().flatMap(({ labels, tally }) => {
          const { counts, sum } = tally.read();
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
