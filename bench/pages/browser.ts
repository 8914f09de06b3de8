import { type Browser, chromium } from "@playwright/test";
import { chromiumFlags, provideChromium } from "../../scripts/programs/chromium.js";

/** Opens a browser that only the measured page uses. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await provideChromium(),
    timeout: 60_000,
    args: chromiumFlags,
  });
}
