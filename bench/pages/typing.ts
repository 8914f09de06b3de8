import type { Browser, Page } from "@playwright/test";
import type { Figure } from "../figures.ts";
import { openDesk, openInbox } from "./team-visits.ts";

/** Rows that are loaded before typing starts. */
export const rowsLoaded = 1000;
const slowdown = 4;
const word = "payment";
/** The pace of a fast typist, in milliseconds. */
const betweenKeys = 120;

/** The longest main-thread task while typing into the search of a long inbox and deleting the text again. */
export async function measureTyping(browser: Browser, origin: string, runs: number): Promise<Figure[]> {
  const typing: number[] = [];
  const deleting: number[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const page = await openDesk(browser, origin);
    try {
      await openInbox(page, "?view=all");
      await loadRows(page);
      await page.getByRole("searchbox").click();
      const cpu = await page.context().newCDPSession(page);
      await cpu.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
      typing.push(await longestTask(browser, page, () => page.keyboard.type(word, { delay: betweenKeys })));
      await page.waitForURL(`**search=${word}**`);
      deleting.push(
        await longestTask(browser, page, async () => {
          for (let left = word.length; left > 0; left -= 1) {
            await page.keyboard.press("Backspace", { delay: betweenKeys });
          }
        }),
      );
      if ((await rowsOf(page)) < rowsLoaded) throw new Error("the list has not come back");
      console.error(
        `typing: run ${run} of ${runs}, ${typing.at(-1)?.toFixed(0)} and ${deleting.at(-1)?.toFixed(0)} ms`,
      );
    } finally {
      await page.context().close();
    }
  }
  const figure = (what: string, taken: number[]): Figure => ({
    name: `longest task, ${what}: ${rowsLoaded.toLocaleString("en")} rows, CPU ${slowdown} ×`,
    unit: "ms",
    runs: taken,
    aim: { bound: "≤", value: 50 },
  });
  return [figure("typing in the search", typing), figure("deleting that again", deleting)];
}

async function loadRows(page: Page): Promise<void> {
  for (const deadline = Date.now() + 60_000; (await rowsOf(page)) < rowsLoaded;) {
    if (Date.now() > deadline) throw new Error(`the inbox has ${await rowsOf(page)} rows, not ${rowsLoaded}`);
    // Scrolls both ways, so that the end comes near again each time.
    for (const end of [0, 1]) {
      await scrollRows(page, end);
      await page.waitForTimeout(100);
    }
  }
  await scrollRows(page, 0);
}

/** Scrolls the list to its start (0) or its end (1). */
async function scrollRows(page: Page, end: number): Promise<void> {
  await page.locator(".inbox-rows").evaluate((rows, at) => rows.scrollTo(0, at * rows.scrollHeight), end);
}

/** Returns how many rows the list has room for; rows far from the viewport are not in the DOM. */
async function rowsOf(page: Page): Promise<number> {
  return page.locator(".inquiry-list").evaluate((list) => {
    const [row] = list.children;
    return row === undefined ? 0 : Math.round(list.clientHeight / row.clientHeight);
  });
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  dur?: number;
  args?: { name?: string };
}

/** The longest time a list takes to appear and disappear. */
const untilRest = 5000;

/** The longest task of a page in milliseconds, from the key presses until the list is at rest. */
async function longestTask(browser: Browser, page: Page, press: () => Promise<void>): Promise<number> {
  await page.waitForTimeout(1000);
  await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline"] });
  await press();
  // Polling the page would be a task as well.
  await page.waitForTimeout(untilRest);
  // The format that Chromium writes.
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
  const main = new Set(traceEvents.filter(({ args }) => args?.name === "CrRendererMain").map(threadOf));
  const tasks = traceEvents.filter((event) => event.name === "RunTask" && main.has(threadOf(event)));
  if (tasks.length === 0) throw new Error("the browser reported no task");
  return Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1000;
}
