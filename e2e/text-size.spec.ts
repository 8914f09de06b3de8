import { publicAddresses } from "./public-addresses.ts";
import { expect, oneOfEach, open, test } from "./public-test.ts";

test.use({
  expectedErrors: /status of 404/,
  // Twice the text size in the browser's settings, which media queries in `rem` follow.
  launchOptions: [
    ({ launchOptions: { args = [], ...others } }, use) =>
      use({ ...others, args: [...args, "--blink-settings=defaultFontSize=32"] }),
    { scope: "worker" },
  ],
});

const addresses = [...publicAddresses, "/nowhere"];

test("at twice the text size nothing scrolls sideways, and the name breaks between words only", async ({
  page,
  server,
}) => {
  await server.setContacts(oneOfEach);
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
