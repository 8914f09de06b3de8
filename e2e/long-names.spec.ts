import { publicAddresses } from "./public-addresses.ts";
import { expect, oneOfEach, open, test } from "./public-test.ts";

test.use({ environment: { SITE_CONFIG: "e2e/long-names.json" } });
test.beforeEach(({ server }) => server.setChannels(oneOfEach));

test("brands of 40 characters fit the narrowest screen", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of publicAddresses) {
    await open(page, path);
    const { screen, content } = await page.evaluate(() => {
      const { clientWidth, scrollWidth } = document.documentElement;
      return { screen: clientWidth, content: scrollWidth };
    });
    expect([screen, content], path).toEqual([320, 320]);
    await expect(page.getByRole("banner").getByRole("link", { name: "Get Started" })).toBeInViewport({ ratio: 1 });
    await expect(page.getByLabel("Menu", { exact: true })).toBeInViewport({ ratio: 1 });
  }
});
