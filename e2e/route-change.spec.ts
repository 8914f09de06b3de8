import type { Page } from "@playwright/test";
import { expect, navigation, open, test } from "./public-test.ts";

const route = [
  { path: "/contact", label: "Contact", heading: "Talk to our team" },
  { path: "/terms", label: "Terms", heading: "Terms & Conditions" },
  { path: "/privacy", label: "Privacy", heading: "Privacy Policy" },
  { path: "/", label: "Home", heading: "Premium Platform" },
];

test("a route change keeps the document, and moves its title, its focus and its highlight", async ({
  page,
  isMobile,
}) => {
  await open(page, "/");
  await page.evaluate(() => (window.sameDocument = true));
  for (const { path, label, heading } of route) {
    await test.step(path, async () => {
      await navigation(page, isMobile).getByRole("link", { name: label }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
      await expect(page).toHaveURL(path);
      await expect(page.getByRole("main")).toBeFocused();
      await expect(navigation(page, isMobile).locator("[aria-current=page]")).toHaveText(label);
      await expect(page).toHaveTitle(await titleOf(page, path));
    });
  }
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy Policy");
  await expect(page).toHaveTitle(await titleOf(page, "/privacy"));
  await page.getByRole("link", { name: "Get Started" }).click();
  await expect(page).toHaveURL("/contact");
  expect(await page.evaluate(() => window.sameDocument)).toBe(true);
});

test("a press of the link to what is shown is no step to go back from", async ({ page, isMobile }) => {
  await open(page, "/");
  await navigation(page, isMobile).getByRole("link", { name: "Terms" }).click();
  await expect(page).toHaveURL("/terms");
  await navigation(page, isMobile).getByRole("link", { name: "Terms" }).click();
  await page.goBack();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Premium Platform");
});

test("a press that asks for another tab leaves this one as it is", async ({ page, context }) => {
  await open(page, "/");
  const [other] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("link", { name: "Get Started" }).click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await expect(other).toHaveURL("/contact");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Premium Platform");
});

test.describe("a step back", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("leads to where the visitor was on the page", async ({ page, isMobile }) => {
    const title = page.getByRole("heading", { level: 1 });
    await open(page, "/");
    await navigation(page, isMobile).getByRole("link", { name: "Terms" }).click();
    await page.getByRole("heading", { name: "Questions" }).scrollIntoViewIfNeeded();
    const left = await page.evaluate(() => scrollY);
    expect(left).toBeGreaterThan(100);
    await navigation(page, isMobile).getByRole("link", { name: "Contact" }).click();
    await expect(title).toHaveText("Talk to our team");
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    // Set at the same moment as the scroll position.
    await expect(page).toHaveTitle(await titleOf(page, "/terms"));
    expect(await page.evaluate(() => scrollY)).toBe(left);
  });
});

test("each page has a title of its own", async ({ page }) => {
  const paths = ["/", "/contact", "/contact/message", "/terms", "/privacy", "/ContactAdmin", "/nowhere"];
  const titles = await Promise.all(paths.map((path) => titleOf(page, path)));
  expect(titles).not.toContain("");
  expect(new Set(titles).size).toBe(paths.length);
});

test.describe("scrolling to the top @slow", () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      window.scrolls = [];
      const scrollTo = window.scrollTo.bind(window);
      window.scrollTo = (to?: ScrollToOptions | number) => {
        if (typeof to !== "object") throw new Error("called with an unexpected argument");
        window.scrolls.push(to);
        scrollTo(to);
      };
    });
  });

  const scrolls = (page: Page) => page.evaluate(() => window.scrolls);

  async function goFromTermsToPrivacy(page: Page, isMobile: boolean) {
    await page.getByRole("heading", { name: "Questions" }).scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
    await navigation(page, isMobile).getByRole("link", { name: "Privacy" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy Policy");
    await expect(page.getByRole("main")).toBeFocused();
  }

  test("is smooth, 100 ms after the route change", async ({ page, isMobile }) => {
    await page.clock.install();
    await open(page, "/terms");
    await page.clock.pauseAt(Date.now() + 60_000);
    await goFromTermsToPrivacy(page, isMobile);
    await page.clock.runFor(99);
    expect(await scrolls(page)).toEqual([]);
    await page.clock.runFor(1);
    expect(await scrolls(page)).toEqual([{ top: 0, behavior: "smooth" }]);
    await page.clock.runFor(1000);
    expect(await scrolls(page)).toHaveLength(1);
  });

  test("arrives", async ({ page, isMobile }) => {
    await open(page, "/terms");
    await goFromTermsToPrivacy(page, isMobile);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });

  test.describe("where the visitor prefers reduced motion", () => {
    test.use({ contextOptions: { reducedMotion: "reduce" } });

    test("is instant, at once", async ({ page, isMobile }) => {
      await page.clock.install();
      await open(page, "/terms");
      await page.clock.pauseAt(Date.now() + 60_000);
      await goFromTermsToPrivacy(page, isMobile);
      expect(await scrolls(page)).toEqual([{ top: 0, behavior: "instant" }]);
      expect(await page.evaluate(() => scrollY)).toBe(0);
    });
  });

  test("does not happen where a page is loaded, nor with a tab of the contact page", async ({ page }) => {
    await page.clock.install();
    await open(page, "/contact");
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole("tab", { name: "Community" }).click();
    await expect(page.getByRole("tabpanel", { name: "Community" })).toBeVisible();
    await page.clock.runFor(1000);
    expect(await scrolls(page)).toEqual([]);
  });
});

/** The document title that the server sends for a path. */
async function titleOf(page: Page, path: string): Promise<string> {
  const html = await (await page.request.get(path)).text();
  return /<title>(.*?)<\/title>/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
}
