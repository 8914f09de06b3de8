import { type Browser, chromium } from "@playwright/test";
import { chromiumFlags, provideChromium } from "../../scripts/chromium.js";

/** A browser that nothing but the measured page keeps busy. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await provideChromium(),
    timeout: 60_000,
    args: chromiumFlags,
  });
}
