import { defineConfig } from "@playwright/test";
import { chromiumFlags, provideChromium } from "./scripts/chromium.js";

// Workers read this file too and inherit what the first reading found.
const executablePath = (process.env.CHROMIUM_PATH ??= await provideChromium());

const withoutJavaScript = "**/*.nojs.spec.ts";

// Visitors come by phone and the team works at a desk; both are tried where the layout decides what happens.
const onBoth =
  /\/(accessibility|admin-accessible|admin-inbox-accessible|channels|contact|inquiry|layout|narrow)\.spec\.ts$/;
const atDeskOnly = /\/admin-(?!accessible|inbox-accessible)[^/]*\.spec\.ts$/;

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  // A machine busy with other work makes a journey late now and then: it goes once more, and the report names it as flaky.
  retries: 1,
  failOnFlakyTests: false,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [["list"], ["json"]] : "list",
  use: {
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    launchOptions: {
      executablePath,
      args: chromiumFlags,
    },
    screenshot: "only-on-failure",
  },
  projects: [
    {
      name: "phone",
      testIgnore: [withoutJavaScript, atDeskOnly],
      use: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
    },
    { name: "desktop", testMatch: [onBoth, atDeskOnly], use: { viewport: { width: 1280, height: 800 } } },
    {
      name: "no-javascript",
      testMatch: withoutJavaScript,
      use: { viewport: { width: 360, height: 740 }, javaScriptEnabled: false },
    },
  ],
});
