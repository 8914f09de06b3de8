import type { Page } from "@playwright/test";

export interface Download {
  url: string;
  /** Of its body, compressed. */
  bytes: number;
  /** What came over the wire: 0 where the cache had it. */
  transferred: number;
}

/** What a page has downloaded beside its document, each file once, when its scripts have taken over and nothing more comes. */
export async function downloadsOf(page: Page): Promise<Download[]> {
  await page.waitForFunction(() => document.documentElement.dataset["ready"] !== undefined);
  await page.waitForLoadState("networkidle");
  const entries = await page.evaluate(() =>
    // Entries of this type are of this class.
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
