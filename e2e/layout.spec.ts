import { furtherLanguages } from "#domain/further-languages.ts";
import { languages } from "#domain/languages.ts";
import type { Locator, Page } from "@playwright/test";
import { boxesOf } from "./boxes.ts";
import { expect, navigation, oneOfEach, open, test } from "./public-test.ts";

const links = ["Home /", "Contact /contact", "Terms /terms", "Privacy /privacy"];

test.describe("the navigation", () => {
  // Chromium reports the status of /nowhere.
  test.use({ expectedErrors: /status of 404/ });

  test("is the same on every page", async ({ page, isMobile }) => {
    for (const path of ["/", "/contact", "/contact/message", "/terms", "/privacy", "/ContactAdmin", "/nowhere"]) {
      await test.step(path, async () => {
        await open(page, path);
        const getStarted = page.getByRole("banner").getByRole("link", { name: "Get Started" });
        await expect(getStarted).toHaveAttribute("href", "/contact");
        await expect(getStarted).toBeInViewport();

        const inTop = page.getByRole("navigation", { name: "Main" });
        const inTabBar = page.getByRole("navigation", { name: "Pages" });
        await expect(isMobile ? inTop : inTabBar).toBeHidden();
        await expect(isMobile ? inTabBar : inTop).toBeInViewport();
        await expect(page.getByLabel("Menu", { exact: true })).toBeVisible({ visible: isMobile });
        const found = await navigation(page, isMobile)
          .getByRole("link")
          .evaluateAll((all) =>
            // Beside them stands the page in another language.
            all
              .filter((link) => !link.hasAttribute("lang"))
              .map((link) => `${link.textContent} ${link.getAttribute("href")}`),
          );
        expect(found).toEqual(links);
      });
    }
  });

  test("has its links in one place, whichever is the current one", async ({ page, isMobile }) => {
    const places = [];
    for (const path of ["/", "/contact", "/terms", "/privacy"]) {
      await open(page, path);
      const inBar = navigation(page, isMobile).getByRole("link");
      places.push(await inBar.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().x)));
    }
    expect(new Set(places.map(String)).size).toBe(1);
  });

  test("stays where it is while the page scrolls", async ({ page, isMobile }) => {
    await open(page, "/terms");
    const places = () => boxesOf(page.getByRole("banner"), navigation(page, isMobile));
    const [header, bar] = await places();
    expect(header.y).toBe(0);
    await scrollTo(page, 400);
    expect(await places()).toEqual([header, bar]);
    if (isMobile) expect(bar.bottom).toBe(page.viewportSize()?.height);
  });

  test("highlights the link of the current page, and says so", async ({ page, isMobile }) => {
    for (const link of [...links, "Contact /contact?tab=community"]) {
      await test.step(link, async () => {
        const [label = "", path = ""] = link.split(" ");
        await open(page, path);
        const list = navigation(page, isMobile);
        await expect(list.locator("[aria-current=page]")).toHaveText(label);
        const color = (item: Locator) => item.evaluate((element) => getComputedStyle(element).color);
        const other = list.getByRole("link", { name: label === "Home" ? "Terms" : "Home" });
        expect(await color(list.locator("[aria-current=page]"))).not.toBe(await color(other));
      });
    }
    await open(page, "/contact/message");
    await expect(navigation(page, isMobile).locator("[aria-current=true]")).toHaveText("Contact");
    await open(page, "/nowhere");
    await expect(page.locator("[aria-current]")).toHaveCount(0);
  });

  test("can be skipped with the keyboard", async ({ page }) => {
    await open(page, "/terms");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to the content" })).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
  });
});

test.describe("the menu", () => {
  // A narrow window of a desktop, with a mouse instead of touch.
  test.use({ viewport: { width: 360, height: 740 } });

  test.beforeEach(async ({ page }) => {
    await open(page, "/terms");
    await expect(menuOf(page)).toBeHidden();
    await menuButton(page).click();
    await expect(menuOf(page)).toBeVisible();
  });

  test("is headed `Navigation Menu` and holds the four pages, and this one in each other language", async ({
    page,
  }) => {
    const menu = menuOf(page);
    await expect(menu.getByRole("heading")).toHaveText("Navigation Menu");
    const found = await menu
      .getByRole("link")
      .evaluateAll((all) => all.map((link) => `${link.textContent} ${link.getAttribute("href")}`));
    const others = furtherLanguages.map((code) => `${languages[code].name} /${code}/terms`);
    expect(found).toEqual([...links, ...others]);
    await expect(menu.locator("[aria-current=page]")).toHaveText("Terms");
  });

  test("closes by its own button @slow", async ({ page }) => {
    await menuButton(page).click();
    await expect(menuOf(page)).toBeHidden();
  });

  test("closes when one of its links is tapped, that of the current page included", async ({ page, hasTouch }) => {
    const press = (label: string) => {
      const link = menuOf(page).getByRole("link", { name: label });
      return hasTouch ? link.tap() : link.click();
    };
    await press("Terms");
    await expect(menuOf(page)).toBeHidden();
    await menuButton(page).click();
    await press("Privacy");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy Policy");
    await expect(menuOf(page)).toBeHidden();
  });

  test("closes with Escape, which gives the focus back to its button @slow", async ({ page }) => {
    await page.keyboard.press("Tab");
    await expect(menuOf(page).getByRole("link", { name: "Home" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menuOf(page)).toBeHidden();
    await expect(menuButton(page)).toBeFocused();
  });

  test("closes with a tap outside, not with one inside", async ({ page, hasTouch }) => {
    const pressAt = (x: number, y: number) => (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
    const heading = await menuOf(page).getByRole("heading").boundingBox();
    await pressAt((heading?.x ?? 0) + 5, (heading?.y ?? 0) + 5);
    await expect(menuOf(page)).toBeVisible();
    await pressAt(180, 600);
    await expect(menuOf(page)).toBeHidden();
  });

  test("closes on the way back to the page before @slow", async ({ page }) => {
    await menuOf(page).getByRole("link", { name: "Privacy" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy Policy");
    await menuButton(page).click();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms & Conditions");
    await expect(menuOf(page)).toBeHidden();
  });
});

test.describe("the header @slow", () => {
  test("takes its scrolled style past 20 px, not at 20", async ({ page }) => {
    await open(page, "/terms");
    const header = page.getByRole("banner");
    const plain = await header.evaluate((element) => getComputedStyle(element).boxShadow);

    await scrollTo(page, 20);
    await expect(header).not.toHaveAttribute("data-scrolled");
    await scrollTo(page, 21);
    await expect(header).toHaveAttribute("data-scrolled");
    await expect(header).not.toHaveCSS("box-shadow", plain);
    await scrollTo(page, 20);
    await expect(header).not.toHaveAttribute("data-scrolled");
    await expect(header).toHaveCSS("box-shadow", plain);
  });

  test("has its scrolled style at once where the browser comes back to a scrolled page", async ({ page }) => {
    await open(page, "/terms");
    await scrollTo(page, 300);
    await expect(page.getByRole("banner")).toHaveAttribute("data-scrolled");
    await page.reload();
    await expect(page.getByRole("banner")).toHaveAttribute("data-scrolled");
  });
});

const menuOf = (page: Page) => page.getByRole("navigation", { name: "Navigation Menu" });
const menuButton = (page: Page) => page.getByLabel("Menu", { exact: true });

/** Scrolls, and waits for the page's scroll event. */
async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate(
    (y) =>
      new Promise((resolve) => {
        addEventListener("scroll", () => requestAnimationFrame(resolve), { once: true });
        window.scrollTo(0, y);
      }),
    top,
  );
  expect(await page.evaluate(() => scrollY)).toBe(top);
}

for (const path of ["/", "/contact", "/contact?tab=community", "/verify", "/report", "/terms", "/privacy"]) {
  test(`on paper ${path} has nothing that works on a screen alone, and fits @slow`, async ({ page, server }) => {
    await server.setChannels(oneOfEach);
    await page.setViewportSize({ width: 794, height: 1123 });
    await open(page, path);
    await page.emulateMedia({ media: "print" });
    await expect(page.locator("header.top, footer, .tab-bar, .tabs").filter({ visible: true })).toHaveCount(0);
    // Links within a sentence, and what leads elsewhere, such as a helpline, say something on paper, too.
    const pressed = await page
      .locator("main")
      .locator("a, button, summary")
      .evaluateAll((all: HTMLElement[]) =>
        all
          .filter((each) => each.checkVisibility() && getComputedStyle(each).display !== "inline")
          .filter((each) => !(each instanceof HTMLAnchorElement) || each.origin === location.origin)
          .map(({ textContent }) => textContent),
      );
    expect(pressed).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
}
