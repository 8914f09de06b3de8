import { collectDefaultMetrics, type Metric, Registry } from "prom-client";
import { bounds, type Tally } from "./tally.ts";

export interface Sample {
  labels?: Record<string, string>;
  value: number;
}

interface About {
  name: string;
  help: string;
}

type Described = About & { type: "counter" | "gauge"; read: () => Sample[] | Promise<Sample[]> };
type Timed = About & { read: () => Array<{ labels: Record<string, string>; tally: Tally }> };

/** What is handed to whoever asks for `/metrics`. */
export type Told = Pick<ReturnType<typeof createExposition>, "contentType" | "text">;

/**
 * What is shown to Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats/): what Node tells of itself, and numbers of
 * ours, each of which is read when it is asked for.
 */
export function createExposition() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });

  function register(about: About, type: string, read: () => unknown): void {
    // A registry asks a metric for nothing but its name and what `get` answers. Its own ones count by themselves, at a cost for each request.
    const metric = { name: about.name, get: async () => ({ ...about, type, values: await read() }) };
    registry.registerMetric(metric as unknown as Metric);
  }

  return {
    contentType: registry.contentType,
    text: (): Promise<string> => registry.metrics(),
    add: ({ type, read, ...about }: Described): void => register(about, type, read),
    /** Durations as a histogram, whose buckets each count all that took no longer. */
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
