import { defineConfig, type Project as AnyProject } from "@playwright/test";
import type { StoreEngine } from "./e2e/store.ts";
import { compileMessages } from "./scripts/messages/compile.js";
import { chromiumFlags, provideChromium } from "./scripts/programs/chromium.js";

await compileMessages();

// Workers read this file too and inherit what the first reading found.
const executablePath = (process.env.CHROMIUM_PATH ??= await provideChromium());

type Project = AnyProject<object, { engine: StoreEngine }>;

const withoutJavaScript = "**/*.nojs.spec.ts";

const all = process.env["TEST_ALL"] === "1";

// Visitors use phones and the team uses desktops. With `--all`, journeys that depend on the layout run on both.
const onBoth = all
  ? /\/(accessibility|admin-accessible|admin-inbox-accessible|channels|contact|inquiry|layout|narrow)\.spec\.ts$/
  : [];
const atDeskOnly = all ? /\/admin-(?!accessible|inbox-accessible)[^/]*\.spec\.ts$/ : /\/admin-[^/]*\.spec\.ts$/;

// Journeys that `--all` adds: those tagged `@slow`, and all of these files. Quicker tests notice most of their faults.
const slow = all
  ? []
  : /\/(admin-(accessible|inbox-accessible|backups|retention)|flood|long-names|narrow|privacy-later|reload\.nojs|text-size)\.spec\.ts$/;

const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1280, height: 800 } };
const noJavaScript = { viewport: { width: 360, height: 740 }, javaScriptEnabled: false };

/** Each journey runs where its layout matters; `--all` repeats those tagged `@postgresql` on the other store. */
const projects: Project[] = [
  { name: "phone", testIgnore: [withoutJavaScript, atDeskOnly, slow].flat(), use: phone },
  { name: "desktop", testMatch: [onBoth, atDeskOnly].flat(), testIgnore: slow, use: desktop },
  { name: "no-javascript", testMatch: withoutJavaScript, testIgnore: slow, use: noJavaScript },
  ...(all ? [{ name: "postgresql", grep: /@postgresql/, use: { ...desktop, engine: "postgresql" as const } }] : []),
];

export default defineConfig<object, { engine: StoreEngine }>({
  testDir: "e2e",
  ...(all ? { globalSetup: "./e2e/testing-postgres.ts" } : {}),
  outputDir: "test-results",
  ...(all ? {} : { grepInvert: /@slow/ }),
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  // A journey that passes at a second try hides a race.
  retries: 0,
  // Generous, so that a busy machine fails nothing: what hangs is still found.
  timeout: 120_000,
  expect: { timeout: 30_000 },
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
  projects,
});
