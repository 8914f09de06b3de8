import type { Page } from "@playwright/test";
import { pathIn } from "#contract/paths.ts";
import { languageCodes } from "#domain/languages.ts";
import { asha, expect, fillInquiry, inquiryInWords, oneOfEach, open, test } from "./public-test.ts";

/** The page as on a slow connection: painted, but not hydrated. */
test.describe("before hydration", () => {
  test.use({ expectedErrors: /net::ERR_FAILED/, viewport: { width: 360, height: 740 } });

  test.beforeEach(async ({ page, server }) => {
    await server.setChannels(oneOfEach);
    await page.route("**/assets/*.js", (route) => route.abort());
  });

  async function openUnhydrated(page: Page, path: string) {
    const refused = page.waitForEvent("requestfailed");
    await page.goto(path);
    await refused;
    await expect(page.locator("html")).not.toHaveAttribute("data-ready");
  }

  test("both tabs open", async ({ page }) => {
    await openUnhydrated(page, "/contact");
    await page.getByRole("tab", { name: "Community" }).click();
    await expect(page.getByRole("tabpanel", { name: "Community" }).getByText("4.9/5")).toBeVisible();
    await page.getByRole("tab", { name: "Quick Contact" }).click();
    await expect(page.getByRole("tabpanel", { name: "Quick Contact" }).getByText("Online Now")).toBeVisible();
    await page.getByRole("tabpanel").getByRole("link", { name: "Community" }).click();
    await expect(page.getByRole("tabpanel", { name: "Community" })).toBeVisible();
  });

  test("the menu opens, leads on and closes", async ({ page }) => {
    await openUnhydrated(page, "/");
    const menu = page.getByRole("navigation", { name: "Navigation Menu" });
    await page.getByLabel("Menu", { exact: true }).click();
    await expect(menu.getByRole("heading")).toHaveText("Navigation Menu");
    await page.getByLabel("Menu", { exact: true }).click();
    await expect(menu).toBeHidden();
    await page.getByLabel("Menu", { exact: true }).click();
    await menu.getByRole("link", { name: "Terms" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms & Conditions");
    await expect(menu).toBeHidden();
  });

  test("`Send Message` leads to the plain form", async ({ page }) => {
    await openUnhydrated(page, "/contact");
    await page.getByRole("link", { name: "Send Message" }).click();
    await expect(page).toHaveURL("/contact/message");
    await expect(page.getByRole("textbox", { name: "Full Name" })).toBeVisible();
  });

  test("the channels are real links", async ({ page }) => {
    await openUnhydrated(page, "/");
    await expect(page.getByRole("link", { name: "Connect Now" })).toHaveAttribute("href", "https://wa.me/919000000001");
    await expect(page.getByRole("link", { name: "Join Channel" })).toHaveAttribute(
      "href",
      "https://t.me/saffron_example",
    );
    await expect(page.getByRole("link", { name: "Call Now" })).toHaveAttribute("href", "tel:18000000000");
  });
});

test.describe("where the script of the page itself cannot be had", () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ });

  test("the page stays a document whose links and forms work", async ({ page, server }) => {
    await server.setChannels(oneOfEach);
    await page.route("**/assets/forms-*.js", (route) => route.abort());
    // The script's import failed, not only its preload.
    await page.addInitScript(() => (window.requestIdleCallback = (run) => setTimeout(run)));
    await page.goto("/contact");
    await page.waitForLoadState("networkidle");
    await expect(page.locator("html")).not.toHaveAttribute("data-ready");
    await page.getByRole("tab", { name: "Community" }).click();
    await expect(page.getByRole("tabpanel", { name: "Community" }).getByText("4.9/5")).toBeVisible();
    await page.getByRole("tab", { name: "Quick Contact" }).click();
    await page.getByRole("link", { name: "Send Message" }).click();
    await expect(page).toHaveURL("/contact/message");
    await fillInquiry(page.getByRole("main"), asha);
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByRole("heading", { name: "Message Sent Successfully!" })).toBeVisible();
    expect((await server.inquiries()).at(-1)).toEqual(asha);
  });
});

for (const language of languageCodes) {
  test(`a visit of the home page loads three files of scripts: ${language}`, async ({ page, server }) => {
    await server.setChannels(oneOfEach);
    const sizes: Array<Promise<number>> = [];
    page.on("requestfinished", (request) => {
      if (request.resourceType() !== "script") return;
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await open(page, pathIn(language, "/"));
    const bytes = await Promise.all(sizes);
    expect(bytes).toHaveLength(3);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(72_000);
  });
}

test.describe("the first touch", () => {
  test("brings the scripts where the page is not painted for long", async ({ page }) => {
    await page.addInitScript(() => (PerformanceObserver.prototype.observe = () => undefined));
    const scripts: string[] = [];
    page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
    await page.goto("/");
    expect(scripts).toEqual([]);
    await page.getByRole("heading", { level: 1 }).click();
    await expect(page.locator("html")).toHaveAttribute("data-ready");
  });

  test("is not needed: they are fetched once the page is painted, and not before", async ({ page, server }) => {
    await server.setChannels(oneOfEach);
    await open(page, "/");
    const times = await page.evaluate(() => ({
      painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
      fetched: performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.endsWith(".js"))
        .map(({ startTime }) => startTime),
    }));
    expect(times.fetched).toHaveLength(3);
    for (const time of times.fetched) expect(time).toBeGreaterThanOrEqual(times.painted ?? Infinity);
  });

  test("hydrates even if the browser is never idle for long", async ({ page }) => {
    await page.addInitScript(() => {
      window.idleCalls = 0;
      // The first call loads the scripts, the second one hydrates.
      window.requestIdleCallback = (run) => {
        window.idleCalls = (window.idleCalls ?? 0) + 1;
        if (window.idleCalls === 1) setTimeout(run);
        return 0;
      };
    });
    await page.goto("/");
    await page.waitForFunction(() => window.idleCalls === 2);
    await expect(page.locator("html")).not.toHaveAttribute("data-ready");
    await page.getByRole("heading", { level: 1 }).click();
    await expect(page.locator("html")).toHaveAttribute("data-ready");
  });
});

test.describe("when hydration is late", () => {
  test.use({ expectedErrors: /status of 422/, viewport: { width: 360, height: 740 } });

  /** Holds scripts back from now on; the returned function releases them and waits for hydration. */
  async function holdScripts(page: Page) {
    const letGo = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      await letGo.promise;
      await route.continue();
    });
    return async () => {
      letGo.resolve();
      await expect(page.locator("html")).toHaveAttribute("data-ready");
    };
  }

  test("an open menu stays open", async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto("/", { waitUntil: "commit" });
    await page.getByLabel("Menu", { exact: true }).click();
    await release();
    await expect(page.getByRole("navigation", { name: "Navigation Menu" })).toBeVisible();
  });

  test("what was typed stays, and is what is sent", async ({ page, server }) => {
    const release = await holdScripts(page);
    await page.goto("/contact/message", { waitUntil: "commit" });
    const form = page.getByRole("main");
    await fillInquiry(form, asha);
    await release();
    for (const [label, value] of inquiryInWords(asha)) await expect(form.getByLabel(label)).toHaveValue(value);
    await form.getByRole("button", { name: "Send Message" }).click();
    await expect(form.getByRole("heading", { name: "Message Sent Successfully!" })).toBeVisible();
    expect((await server.inquiries()).at(-1)).toEqual(asha);
  });

  test("so does what is corrected on a refused form", async ({ page }) => {
    await page.goto("/contact/message");
    const form = page.getByRole("main");
    await fillInquiry(form, { ...asha, email: "asha@example", city: "Jaipur" });
    const release = await holdScripts(page);
    // The browser submits the form, as it does without scripts.
    await page.locator("form").evaluate((element: HTMLFormElement) => element.submit());
    await expect(form.getByText("Email Address must be an address")).toBeVisible();
    await expect(form.getByLabel("City")).toHaveValue("Jaipur");
    await form.getByLabel("Email Address").fill("asha@example.com");
    await release();
    await expect(form.getByLabel("Email Address")).toHaveValue("asha@example.com");
    await expect(form.getByLabel("City")).toHaveValue("Jaipur");
  });

  test("a step back in the meantime leads to the page it says", async ({ page }) => {
    await open(page, "/terms");
    await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy Policy");
    const release = await holdScripts(page);
    await page.reload({ waitUntil: "commit" });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy Policy");
    // The browser changes only the address: both pages are one document.
    await page.evaluate(() => history.back());
    await page.waitForURL("**/terms");
    await release();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms & Conditions");
  });
});
