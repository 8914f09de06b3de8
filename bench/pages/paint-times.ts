import type { Figure, Options } from "../figures.ts";
import { runLighthouse, type LighthouseOptions } from "./lighthouse.ts";

/** `most`: of the paint of an empty page. */
const networks: { name: string; most: number; options: LighthouseOptions }[] = [
  { name: "slow 4G, simulated", most: 1.1, options: {} },
  {
    name: "300 ms, 700 kbit/s, CPU 6 ×",
    most: 1.4,
    options: {
      throttlingMethod: "devtools",
      throttling: {
        requestLatencyMs: 300,
        downloadThroughputKbps: 700,
        uploadThroughputKbps: 700,
        cpuSlowdownMultiplier: 6,
      },
    },
  },
];

const allPaths = ["/", "/contact", "/hi", "/ta"];

/**
 * The largest contentful paint, beside the empty page in the same runs. A run in which Lighthouse saw nothing painted,
 * as on a busy machine, is left out.
 */
export async function measurePaintTimes(
  origin: string,
  empty: string,
  { runs, short }: Pick<Options, "runs" | "short">,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  const paths = short ? allPaths.slice(0, 1) : allPaths;
  for (const { name, most, options } of short ? networks.slice(0, 1) : networks) {
    const taken = new Map<string, number[]>();
    for (let run = 1; run <= runs; run += 1) {
      const times: string[] = [];
      for (const url of [`${empty}/`, ...paths.map((path) => origin + path)]) {
        const time = await timePaint(url, options);
        times.push(time?.toFixed(0) ?? "none");
        taken.set(url, [...(taken.get(url) ?? []), ...(time === undefined ? [] : [time])]);
      }
      console.error(`largest paint, ${name}: run ${run} of ${runs}, ${times.join(", ")} ms`);
    }
    const runsOf = (url: string) => {
      const times = taken.get(url) ?? [];
      if (times.length === 0) throw new Error(`Lighthouse saw nothing painted at ${url}`);
      return times;
    };
    figures.push(
      ...paths.map((path): Figure => ({
        name: `LCP of ${path}: ${name}`,
        unit: "ms",
        runs: runsOf(origin + path),
        peer: { name: "an empty page", runs: runsOf(`${empty}/`) },
        aim: { bound: "≤", value: most, times: true },
      })),
    );
  }
  return figures;
}

async function timePaint(url: string, options: LighthouseOptions): Promise<number | undefined> {
  const { audits } = await runLighthouse(url, { ...options, onlyAudits: ["largest-contentful-paint"] });
  return audits["largest-contentful-paint"]?.numericValue;
}
