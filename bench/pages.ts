import type { Browser } from "@playwright/test";
import { provideChromium } from "../scripts/programs/chromium.js";
import { measureAdminBytes } from "./pages/admin-bytes.ts";
import { openBrowser } from "./pages/browser.ts";
import { startEmptyPage } from "./pages/empty-page.ts";
import type { Bench, Figure, Growth } from "./figures.ts";
import { benchPackages } from "./packages.ts";
import { pagesGrowth } from "./pages/growth.ts";
import { measurePageBytes } from "./pages/page-bytes.ts";
import { measurePaintTimes } from "./pages/paint-times.ts";
import { measureScores } from "./pages/scores.ts";
import { measureSignIn } from "./pages/sign-in-time.ts";
import { startSite } from "./site.ts";
import { measureTyping, rowsLoaded } from "./pages/typing.ts";
import { measureVisits } from "./pages/visits.ts";

/** Intended: these pages hold one visitor's key each, and the last address has no page. */
const onPurpose = [
  "a 304 of /contact/message and /report, which no cache keeps, and Lighthouse's is-crawlable of them: no search " +
    "lists them.",
  "Lighthouse's is-crawlable and http-status-code of the 404, and errors-in-console, where Chromium itself notes " +
    "that status.",
];

/** Measures the cost of pages for visitors and the team: bytes, paint time, Lighthouse scores, sign-in, typing. */
export const pages: Bench = {
  name: "pages",
  async run({ runs, short }) {
    const figures: Figure[] = [];
    const missing = [...onPurpose];
    const growth: Growth[] = [];
    /** A part that fails does not stop the others. */
    async function attempt(what: string, measure: () => Promise<Figure[] | undefined>): Promise<boolean> {
      try {
        figures.push(...((await measure()) ?? []));
        return true;
      } catch (error) {
        missing.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
        return false;
      }
    }
    const inBrowser = (what: string, measure: (browser: Browser) => Promise<Figure[]>) =>
      attempt(what, async () => {
        await using browser = await openBrowser();
        return await measure(browser);
      });

    // Some are classified as spam, which the inbox lists separately.
    await using site = await startSite(rowsLoaded * 1.1);
    await attempt("the bytes of pages", () => measurePageBytes(site.origin));
    await attempt("how a page grows", async () => void growth.push(...(await pagesGrowth())));
    const hasBrowser = await attempt("what a browser shows", async () => void (await provideChromium()));
    if (!hasBrowser) return { figures, missing, growth };

    await inBrowser("what a visit asks for", (browser) => measureVisits(browser, site.origin));
    const problem = benchPackages.install();
    if (problem !== undefined) missing.push(`what Lighthouse says: ${problem}`);
    else {
      await attempt("the largest paint", async () => {
        using empty = await startEmptyPage(site.origin);
        return await measurePaintTimes(site.origin, empty.origin, { runs, short });
      });
      await attempt("Lighthouse's scores", () => measureScores(site.origin, short));
    }
    await inBrowser("signing in", async (browser) => [await measureSignIn(browser, site.origin, runs)]);
    await inBrowser("typing", (browser) => measureTyping(browser, site.origin, runs));
    await inBrowser("the bytes of the team's pages", (browser) => measureAdminBytes(browser, site.origin));
    return { figures, missing, growth };
  },
};
