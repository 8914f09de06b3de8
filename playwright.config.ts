import { defineConfig, type Project as AnyProject } from "@playwright/test";
import type { StoreEngine } from "./e2e/store.ts";
import { chromiumFlags, provideChromium } from "./scripts/chromium.js";

// Workers read this file too and inherit what the first reading found.
const executablePath = (process.env.CHROMIUM_PATH ??= await provideChromium());

type Project = AnyProject<object, { engine: StoreEngine }>;

const withoutJavaScript = "**/*.nojs.spec.ts";

// Visitors come by phone and the team works at a desk; both are tried where the layout decides what happens.
const onBoth =
  /\/(accessibility|admin-accessible|admin-inbox-accessible|channels|contact|inquiry|layout|narrow)\.spec\.ts$/;
const atDeskOnly = /\/admin-(?!accessible|inbox-accessible)[^/]*\.spec\.ts$/;

const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1280, height: 800 } };
const noJavaScript = { viewport: { width: 360, height: 740 }, javaScriptEnabled: false };

/** The journeys, each where its layout is decided. */
const journeys: Project[] = [
  { name: "phone", testIgnore: [withoutJavaScript, atDeskOnly], use: phone },
  { name: "desktop", testMatch: [onBoth, atDeskOnly], use: desktop },
  { name: "no-javascript", testMatch: withoutJavaScript, use: noJavaScript },
];

/** Each once more on the other store, which no layout depends on. */
const onPostgres: Project[] = [
  { name: "phone", testIgnore: [withoutJavaScript, atDeskOnly], use: phone },
  { name: "desktop", testMatch: atDeskOnly, use: desktop },
  { name: "no-javascript", testMatch: withoutJavaScript, use: noJavaScript },
].map(({ name, use, ...rest }) => ({ ...rest, name: `postgresql-${name}`, use: { ...use, engine: "postgresql" } }));

export default defineConfig<object, { engine: StoreEngine }>({
  testDir: "e2e",
  globalSetup: "./e2e/testing-postgres.ts",
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
  projects: [...journeys, ...onPostgres],
});
