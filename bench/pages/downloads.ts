import type { Page } from "@playwright/test";

export interface Download {
  url: string;
  /** The compressed body. */
  bytes: number;
  /** Bytes over the wire: 0 if cached. */
  transferred: number;
}

/** The downloads of a page besides its document, each file once, after hydration and when the network is idle. */
export async function downloadsOf(page: Page): Promise<Download[]> {
  await page.waitForFunction(() => document.documentElement.dataset["ready"] !== undefined);
  await page.waitForLoadState("networkidle");
  const entries = await page.evaluate(() =>
    // Entries of this type have this class.
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).map(
      ({ name, encodedBodySize, transferSize }) => ({ url: name, bytes: encodedBodySize, transferred: transferSize }),
    ),
  );
  const files = new Map<string, Download>();
  for (const entry of entries) {
    const before = files.get(entry.url);
    files.set(entry.url, { ...entry, transferred: entry.transferred + (before?.transferred ?? 0) });
  }
  return [...files.values()];
}

export const isScript = ({ url }: Download) => new URL(url).pathname.endsWith(".js");
export const isStyle = ({ url }: Download) => new URL(url).pathname.endsWith(".css");
export const isAsset = ({ url }: Download) => new URL(url).pathname.startsWith("/assets/");

export function sumBytes(downloads: readonly Download[]): number {
  return downloads.reduce((sum, { bytes }) => sum + bytes, 0);
}
