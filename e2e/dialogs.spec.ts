import type { Page } from "@playwright/test";
import { pathIn, paths } from "#contract/paths.ts";
import { labelFaults } from "./fields.ts";
import { asha, expect, open, test } from "./public-test.ts";

test.use({ expectedErrors: /status of 422/ });

const sizes = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1366, height: 768 },
];

/** Returns the distance of the open dialog from the window's edges, in pixels. */
function gapsOf(page: Page) {
  return page.locator("dialog[open]").evaluate((dialog) => {
    const { left, top, right, bottom } = dialog.getBoundingClientRect();
    return { left, top, right: innerWidth - right, bottom: innerHeight - bottom };
  });
}

async function expectInPlace(page: Page, isSheet: boolean): Promise<void> {
  const { left, top, right, bottom } = await gapsOf(page);
  expect(Math.abs(left - right), "in the middle").toBeLessThan(1);
  if (isSheet) expect(bottom, "on the bottom edge").toBe(0);
  else expect(Math.abs(top - bottom), "in the middle").toBeLessThan(1);
  expect(top, "below room for a toast").toBeGreaterThanOrEqual(80);
}

for (const { width, height } of sizes) {
  test(`at ${width} px, the form's dialog keeps its place, and a toast covers nothing`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.clock.install();
    await open(page, "/hi/contact");
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole("article").getByRole("link", { name: "संदेश भेजें" }).click();
    const dialog = page.getByRole("dialog");
    await expectInPlace(page, width < 640);
    if (width >= 768) await expect(dialog.locator("button[type=submit]")).toBeInViewport({ ratio: 1 });
    for (const inquiry of [{ ...asha, name: " " }, asha]) {
      await fillInquiryIn(page, inquiry);
      await dialog.locator("button[type=submit]").click();
      const toast = dialog.locator(".toast");
      await expect(toast).toBeInViewport({ ratio: 1 });
      const { y = 0, height: tall = 0 } = (await toast.boundingBox()) ?? {};
      await expectInPlace(page, width < 640);
      expect(y + tall).toBeLessThanOrEqual((await gapsOf(page)).top);
      if (inquiry.name === " ") await page.clock.runFor(3000);
    }
  });
}

test("an empty submit, and whatever else moves the focus to a field, shows the field's label below the dialog's head", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const language of ["en", "hi", "ta"] as const) {
    await open(page, pathIn(language, paths.contact));
    await page.locator("article a[href$='/contact/message']").first().click();
    const dialog = page.getByRole("dialog");
    const [first] = Object.keys(asha);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await dialog.evaluate((element) => element.scrollTo({ top: element.scrollHeight, behavior: "instant" }));
      await dialog.locator("button[type=submit]").click();
      await expect(dialog.locator(`[name=${first}]`)).toBeFocused();
      expect(await labelFaults(page, "dialog[open]"), `${language} at ${size.width} px`).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 360, height: 640 });
  for (const path of [paths.message, paths.report, paths.verify]) {
    await open(page, path);
    expect(await labelFaults(page, "main"), path).toEqual([]);
  }
});

async function fillInquiryIn(page: Page, inquiry: typeof asha): Promise<void> {
  for (const [name, value] of Object.entries(inquiry)) await page.locator(`dialog [name=${name}]`).fill(value);
}
