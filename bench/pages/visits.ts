import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { within } from "../deadline.ts";
import { type Download, downloadsOf, isAsset, isScript, sumBytes } from "./downloads.ts";
import type { Figure } from "../figures.ts";
import { publicPages } from "./public-pages.ts";
import { measureReactFloor } from "./react-floor.ts";

const client = join(import.meta.dirname, "../../dist/client");

/** Strings from the admin area, its inbox and a library that only it uses. */
const adminsWords = ["Signed in as ", "inquiry-row", "No QueryClient set"];

/** Measures the requests of visitors' browsers: before the first paint, after it, and on a repeat visit. */
export async function measureVisits(browser: Browser, origin: string): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  context.setDefaultTimeout(30_000);
  try {
    const open = async (url: string) => {
      const page = await context.newPage();
      await page.goto(origin + url);
      return page;
    };
    const first = await open("/");
    const downloads = await downloadsOf(first);
    const before = [await requestsBeforePaint(first)];
    await first.close();

    const second = await open("/");
    const again = (await downloadsOf(second)).filter(isAsset);
    await second.close();

    for (const { url } of publicPages) {
      const page = await open(url);
      before.push(await requestsBeforePaint(page));
      await page.close();
    }
    const scripts = downloads.filter(isScript);
    return [
      {
        name: "requests before the first paint, the most of any page",
        unit: "",
        runs: [Math.max(...before)],
        aim: { bound: "≤", value: 1 },
      },
      {
        name: "scripts of a visit to /, after its first paint",
        unit: "B",
        runs: [sumBytes(scripts)],
        peer: { name: "React alone", runs: [await measureReactFloor()] },
        aim: { bound: "≤", value: 1.3, times: true },
      },
      // The entry, what pages share, and the home page with its own styles.
      { name: "number of files", unit: "", runs: [scripts.length], aim: { bound: "≤", value: 3 } },
      {
        name: "of them with code of the admin area",
        unit: "",
        runs: [scripts.filter(isAdmins).length],
        aim: { bound: "≤", value: 0 },
      },
      {
        name: "bytes of scripts and styles on a second visit",
        unit: "B",
        runs: [again.reduce((sum, { transferred }) => sum + transferred, 0)],
        aim: { bound: "≤", value: 0 },
      },
    ];
  } finally {
    await context.close();
  }
}

async function requestsBeforePaint(page: Page): Promise<number> {
  const counted = page.evaluate(async () => {
    const paint = await new Promise<PerformanceEntry & { paintTime?: number }>((resolve) => {
      new PerformanceObserver((list) => {
        const [found] = list.getEntriesByName("first-contentful-paint");
        if (found !== undefined) resolve(found);
      }).observe({ type: "paint", buffered: true });
    });
    // The paint time if the browser gives it; the start time is when the paint was presented, which is later.
    const painted = paint.paintTime ?? paint.startTime;
    const asked = performance.getEntriesByType("resource").filter(({ startTime }) => startTime < painted);
    return 1 + asked.length;
  });
  return within(30, "the first paint", counted);
}

/** @throws if no file contains the strings */
function isAdmins({ url }: Download): boolean {
  const built = globSync("assets/*.js", { cwd: client }).map((name) => readFileSync(join(client, name), "utf8"));
  const unknown = adminsWords.find((words) => !built.some((code) => code.includes(words)));
  if (unknown !== undefined) throw new Error(`the admin area does not hold “${unknown}” any more`);
  const code = readFileSync(join(client, new URL(url).pathname), "utf8");
  return adminsWords.some((words) => code.includes(words));
}
