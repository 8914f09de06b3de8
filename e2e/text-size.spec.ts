import type { Page } from "@playwright/test";
import { pathIn, paths } from "#contract/paths.ts";
import { furtherLanguages } from "#domain/further-languages.ts";
import { useFontOf } from "./fonts.ts";
import { launchWithLargeText } from "./large-text.ts";
import { publicAddresses } from "./public-addresses.ts";
import { asha, expect, oneOfEach, open, test } from "./public-test.ts";

test.use({
  bypassCSP: true,
  expectedErrors: /status of 404/,
  launchOptions: launchWithLargeText,
});

const { home, contact, message, verify, report, terms, privacy } = paths;
const pages = [home, contact, message, verify, report, terms, privacy, "/keep", "/nowhere"];
const addresses = [...publicAddresses, "/nowhere"];

test("at twice the text size nothing scrolls sideways, and the name breaks between words only", async ({
  page,
  server,
}) => {
  await server.setChannels(oneOfEach);
  for (const address of addresses) {
    await test.step(address, async () => {
      await open(page, address);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
      const { width } = page.viewportSize() ?? {};
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const name = page.getByRole("banner").getByRole("link").first().locator("span");
      const lines = await name.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size;
      });
      expect(lines).toBeLessThanOrEqual(2);
    });
  }
});

test("at twice the text size, no page of another language scrolls sideways or breaks a line by letters @slow", async ({
  page,
  server,
}) => {
  test.slow();
  await server.setChannels(oneOfEach);
  const { receipt } = await server.call<{ receipt: string }>("POST", "contact-inquiries", asha);
  const faults: string[] = [];
  for (const language of furtherLanguages)
    for (const path of [...pages, receipt]) {
      const address = pathIn(language, path);
      await page.goto(address);
      // `/keep` is a document without our scripts.
      if (path !== "/keep") await page.locator("html[data-ready]").waitFor({ state: "attached" });
      await useFontOf(page, language);
      const { width = 0 } = page.viewportSize() ?? {};
      const wide = (await page.evaluate(() => document.documentElement.scrollWidth)) - width;
      if (wide > 0) faults.push(`${address} is ${wide} px too wide`);
      faults.push(...(await narrowTexts(page)).map((text) => `${address}: ${text}`));
    }
  expect(faults).toEqual([]);
});

/** Texts of several lines that have less than two letters in each. */
function narrowTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? "";
      if (text.length < 4 || node.parentElement?.checkVisibility() !== true) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      if (lines > 2 && text.length / lines < 3) found.push(text);
    }
    return found;
  });
}
