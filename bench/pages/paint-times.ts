import type { Figure } from "../figures.ts";
import { runLighthouse, type LighthouseOptions } from "./lighthouse.ts";

const networks: { name: string; options: LighthouseOptions }[] = [
  { name: "slow 4G, simulated", options: {} },
  {
    name: "300 ms, 700 kbit/s, CPU 6 ×",
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

/** The largest contentful paint, beside the empty page in the same runs. */
export async function measurePaintTimes(origin: string, empty: string, runs: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, options } of networks) {
    const taken = { empty: [] as number[], home: [] as number[], contact: [] as number[], hindi: [] as number[] };
    for (let run = 1; run <= runs; run += 1) {
      taken.empty.push(await timePaint(`${empty}/`, options));
      taken.home.push(await timePaint(`${origin}/`, options));
      taken.contact.push(await timePaint(`${origin}/contact`, options));
      taken.hindi.push(await timePaint(`${origin}/hi`, options));
      const last = Object.values(taken).map((times) => times.at(-1)?.toFixed(0));
      console.error(`largest paint, ${name}: run ${run} of ${runs}, ${last.join(", ")} ms`);
    }
    const figure = (url: string, times: number[]): Figure => ({
      name: `LCP of ${url}: ${name}`,
      unit: "ms",
      runs: times,
      peer: { name: "an empty page", runs: taken.empty },
      aim: { bound: "≤", value: 1.1, times: true },
    });
    figures.push(figure("/", taken.home), figure("/contact", taken.contact), figure("/hi", taken.hindi));
  }
  return figures;
}

async function timePaint(url: string, options: LighthouseOptions): Promise<number> {
  const { audits } = await runLighthouse(url, { ...options, onlyAudits: ["largest-contentful-paint"] });
  const { numericValue } = audits["largest-contentful-paint"] ?? {};
  if (numericValue === undefined) throw new Error(`Lighthouse saw nothing painted at ${url}`);
  return numericValue;
}
