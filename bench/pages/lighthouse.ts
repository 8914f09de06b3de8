import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { provideChromium } from "../../scripts/programs/chromium.js";
import { within } from "../deadline.ts";
import { benchPackages } from "../packages.ts";
import { openWorkplace } from "../server/workplace.ts";

/**
 * The part of its output that is read
 * (https://github.com/GoogleChrome/lighthouse/blob/main/docs/understanding-results.md).
 */
export interface LighthouseResult {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number; displayValue?: string }>;
}

/** Settings beyond Lighthouse's defaults: a phone on simulated slow 4G. */
export interface LighthouseOptions {
  dark?: boolean;
  onlyCategories?: readonly string[];
  onlyAudits?: readonly string[];
  skipAudits?: readonly string[];
  ignoreStatusCode?: boolean;
  throttlingMethod?: "devtools";
  throttling?: Record<string, number>;
}

const quiet = {
  pauseAfterFcpMs: 1000,
  pauseAfterLoadMs: 1000,
  networkQuietThresholdMs: 1000,
  cpuQuietThresholdMs: 1000,
};

/** Tries again after a timeout: a machine may stall now and then. */
const tries = 3;

/** Runs Lighthouse on a page, in a new browser. @throws if it gives no result */
export async function runLighthouse(url: string, options: LighthouseOptions): Promise<LighthouseResult> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await runOnce(url, options);
    } catch (error) {
      if (tried === tries) throw error;
      console.error(`${url}, once more: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

async function runOnce(url: string, { dark = false, ...options }: LighthouseOptions): Promise<LighthouseResult> {
  const chromeFlags = [
    "--headless",
    // Chromium refuses to start as root with its sandbox on.
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    // Blink's setting for prefers-color-scheme; --force-dark-mode has no effect in headless mode.
    ...(dark ? ["--blink-settings=preferredColorScheme=0"] : []),
  ];
  const settings = {
    disableFullPageScreenshot: true,
    maxWaitForLoad: 30_000,
    // Skips waits for quiet, which would last five seconds each with real throttling.
    ...(options.throttlingMethod === "devtools" && quiet),
    ...options,
  };
  const place = openWorkplace();
  try {
    const config = join(place.folder, "config.json");
    writeFileSync(config, JSON.stringify({ extends: "lighthouse:default", settings }));
    const program = join(benchPackages.folderOf("lighthouse") ?? "", "cli/index.js");
    const flags = [`--config-path=${config}`, `--chrome-flags=${chromeFlags.join(" ")}`, "--output=json", "--quiet"];
    const child = spawn(process.execPath, [program, url, ...flags], {
      env: { ...process.env, CHROME_PATH: await provideChromium() },
      stdio: ["ignore", "pipe", "pipe"],
      // A signal to the whole process group would end it before its browser.
      detached: true,
    });
    // SIGINT makes it end its browser too.
    place.keep(child, "SIGINT");
    const done = Promise.all([text(child.stdout), text(child.stderr)]);
    const [stdout, stderr] = await within(60, "Lighthouse", done);
    if (stdout === "") throw new Error(`Lighthouse failed: ${stderr.trim().split("\n").at(-1)}`);
    // The format of --output=json.
    const result = JSON.parse(stdout) as LighthouseResult;
    if (result.runtimeError !== undefined) throw new Error(`Lighthouse: ${result.runtimeError.message}`);
    return result;
  } finally {
    await place.close();
  }
}
