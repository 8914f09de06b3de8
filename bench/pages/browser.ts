import { type Browser, chromium } from "@playwright/test";
import { provideChromium } from "../../scripts/chromium.js";

/** A browser that nothing but the measured page keeps busy. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await provideChromium(),
    timeout: 60_000,
    args: [
      // Chromium refuses to start as root with its sandbox on.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-quic",
      "--no-first-run",
    ],
  });
}
