import { pathIn, paths } from "#contract/paths.ts";
import type { Language } from "#domain/languages.ts";
import { expect, oneOfEach, open, test } from "./public-test.ts";

/** Readers whose own language is another than the page's: the scripts add a link to theirs. */
const visits: { locale: string; language: Language }[] = [
  { locale: "hi-IN", language: "en" },
  { locale: "en-IN", language: "hi" },
];
const { home, contact, message, verify, report, privacy } = paths;

for (const { locale, language } of visits) {
  test.describe(`in ${language}, for readers of ${locale}`, () => {
    test.use({ locale });

    test(`nothing on a page moves when its scripts start, in ${language}`, async ({ page, server }) => {
      await server.setChannels(oneOfEach);
      await page.addInitScript(noteLayoutShifts);
      for (const path of [home, contact, message, verify, report, privacy]) {
        await open(page, pathIn(language, path));
        await expect(page.locator("html")).toHaveAttribute("data-ready", /.*/);
        expect(await page.evaluate(() => Reflect.get(window, "shifts")), path).toEqual([]);
      }
    });
  });
}

/** Notes what moves once the document is painted (https://web.dev/articles/cls). Runs in the page. */
function noteLayoutShifts(): void {
  const shifts: string[] = [];
  Reflect.set(window, "shifts", shifts);
  type Shift = PerformanceEntry & { sources: { node: Element | null }[] };
  const watch = () =>
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as Shift[])
        shifts.push(...sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? "removed"));
    }).observe({ type: "layout-shift" });
  // The frame after that is the first with the whole document.
  addEventListener("DOMContentLoaded", () => requestAnimationFrame(() => requestAnimationFrame(watch)));
}
