import { type Figure, median } from "../figures.ts";
import { runLighthouse, type LighthouseResult } from "./lighthouse.ts";
import { type PublicPage, publicPages } from "./public-pages.ts";

const categories = ["performance", "accessibility", "best-practices", "seo"];

/** Repeats a page without a full performance score: the machine may have been busy. */
const maxRuns = 3;

/** Audits that fail by design. */
const leftOut = {
  isOwn: ["is-crawlable"],
  // Chromium logs a 404 response to the console.
  isMissing: ["is-crawlable", "http-status-code", "errors-in-console"],
};

/** Lighthouse scores of every public page, in both colour schemes. */
export async function measureScores(origin: string, short: boolean): Promise<Figure[]> {
  const figures: Figure[] = [];
  const blocking: number[] = [];
  const shifts: number[] = [];
  for (const theme of short ? ["light"] : ["light", "dark"]) {
    for (const page of short ? publicPages.slice(0, 1) : publicPages) {
      const run = () => assess(origin, page, theme === "dark");
      const results = [await run()];
      while (results.length < maxRuns && scoreOf(results, "performance") < 100) results.push(await run());
      figures.push({
        name: `lowest Lighthouse score of ${page.url}, ${theme}`,
        unit: "",
        runs: [Math.min(...categories.map((category) => scoreOf(results, category)))],
        aim: { bound: "≥", value: 100 },
      });
      blocking.push(medianOf(results, "total-blocking-time"));
      shifts.push(medianOf(results, "cumulative-layout-shift"));
      const said = categories.map((category) => `${category} ${scoreOf(results, category)}`).join(", ");
      console.error(`${page.url}, ${theme}: ${said}${results.flatMap(faultsOf).join("")}`);
    }
  }
  return [
    ...figures,
    { name: "TBT of the slowest of these", unit: "ms", runs: [Math.max(...blocking)], aim: { bound: "≤", value: 0 } },
    { name: "CLS of the worst of these", unit: "", runs: [Math.max(...shifts)], aim: { bound: "≤", value: 0 } },
  ];
}

function assess(
  origin: string,
  { url, isOwn, isMissing = false }: PublicPage,
  dark: boolean,
): Promise<LighthouseResult> {
  const skipAudits = isMissing ? leftOut.isMissing : isOwn ? leftOut.isOwn : [];
  return runLighthouse(origin + url, { onlyCategories: categories, skipAudits, ignoreStatusCode: isMissing, dark });
}

/** The median, 0 to 100. A category without a result counts as 0. */
function scoreOf(results: readonly LighthouseResult[], category: string): number {
  return Math.round(median(results.map((result) => result.categories[category]?.score ?? 0)) * 100);
}

function medianOf(results: readonly LighthouseResult[], audit: string): number {
  return median(results.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
}

/** The audits that cost points, one line each. */
function faultsOf(result: LighthouseResult): string[] {
  return Object.values(result.categories)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => ({ id, audit: result.audits[id] }))
    .filter(({ audit }) => audit !== undefined && audit.score !== null && audit.score < 1)
    .map(({ id, audit }) => `\n  ${id}: ${audit?.score} ${audit?.displayValue ?? ""}`);
}
