import type { Page } from "@playwright/test";
import type { Hours, Weekday } from "#domain/time/hours.ts";
import { publicAddresses } from "./public-addresses.ts";
import { asha, expect, fillInquiry, oneOfEach, test } from "./public-test.ts";

const addresses = [
  ...publicAddresses,
  "/?from=somewhere",
  "/contact/",
  "/contact?tab=nothing",
  "/contact/message?sent",
  "/report?sent",
  "/nowhere",
  "/nowhere//deep?x=%2F",
];

/**
 * The app's part of a server-rendered document as this browser parses it, in a page without our policy, which forbids
 * that.
 */
async function appIn(page: Page, html: string): Promise<string> {
  const reader = await page.context().newPage();
  const app = await reader.evaluate((text) => {
    const root = new DOMParser().parseFromString(text, "text/html").querySelector("#root");
    // Only scripts add this: the arrow keys then move between the tabs.
    for (const tab of root?.querySelectorAll("[role=tab]") ?? []) {
      tab.setAttribute("tabindex", tab.getAttribute("aria-selected") === "true" ? "0" : "-1");
    }
    return root?.innerHTML ?? "";
  }, html);
  await reader.close();
  return app;
}

/** The app in the page becomes, and stays, `expected`. */
async function expectApp(page: Page, expected: string): Promise<void> {
  await page.locator("html[data-ready]").waitFor();
  await expect
    .poll(() =>
      page.locator("#root").evaluate((root) => {
        const seen = root.cloneNode(true) as Element;
        // Only scripts store typed text, and offer to clear it.
        for (const hint of seen.querySelectorAll("form > .hint:last-child:has(button)")) hint.remove();
        return seen.innerHTML;
      }),
    )
    .toBe(expected);
}

/** ISO 8601 weekday. */
function weekdayAt(time: number): Weekday {
  // `getUTCDay` starts at 0 for Sunday.
  return (new Date(time).getUTCDay() || 7) as Weekday;
}

test.describe("hydration changes nothing that the server rendered", () => {
  test.use({ expectedErrors: /status of (404|422)/ });
  test.beforeEach(({ server }) => server.setChannels(oneOfEach));

  test("on every page, in a browser as old as the build serves", async ({ page }) => {
    // Removes features that `visitorsBrowsers` in vite.config.ts lack.
    await page.addInitScript(() => {
      for (const list of [Array, String]) Reflect.deleteProperty(list.prototype, "at");
      Reflect.deleteProperty(Object, "hasOwn");
      for (const name of ["open", "show", "showModal", "close"])
        Reflect.deleteProperty(HTMLDialogElement.prototype, name);
      Reflect.deleteProperty(window, "HTMLDialogElement");
    });
    for (const address of addresses) {
      await test.step(address, async () => {
        const response = await page.goto(address);
        const sent = await appIn(page, (await response?.text()) ?? "");
        expect(sent.length).toBeGreaterThan(1000);
        await expectApp(page, sent);
      });
    }
  });

  test.describe("for a visitor in another zone than a channel that is closed @slow", () => {
    test.use({ timezoneId: "Asia/Kolkata" });

    test("but for the words on their own clock", async ({ page, server }) => {
      // Three days ahead, so closed in every time zone.
      const day = weekdayAt(Date.now() + 3 * 86_400_000);
      const hours: Hours = {
        timeZone: "America/St_Johns",
        weekly: [{ day, from: "09:00", to: "17:00" }],
        holidays: [],
      };
      await server.setChannels(oneOfEach.map((channel) => ({ ...channel, hours })));
      for (const address of ["/", "/contact", "/contact?tab=community"]) {
        await test.step(address, async () => {
          const response = await page.goto(address);
          const sent = await appIn(page, (await response?.text()) ?? "");
          expect(sent).toMatch(/Closed · opens \w+ 9 am</);
          await expect(page.getByText(/^Closed · opens \w+ \d+(:\d\d)? [ap]m your time$/).first()).toBeVisible();
          const root = page.locator("#root");
          await expect
            .poll(async () => withoutTimes(await root.evaluate(({ innerHTML }) => innerHTML)))
            .toBe(withoutTimes(sent));
        });
      }
    });
  });

  test("on a refused form", async ({ page }) => {
    await page.goto("/contact/message");
    await fillInquiry(page, { ...asha, name: " ", query: "<script>\n\n</textarea>&amp; कब?" });
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await page.locator("form").evaluate((form: HTMLFormElement) => form.submit());
    const html = await (await answer).text();
    await expectApp(page, await appIn(page, html));
    await expect(page.getByLabel("Message")).toHaveValue("<script>\n\n</textarea>&amp; कब?");
  });
});

/** Removes parts that depend on the visitor's own clock: the times, the days, and the mark of today. */
function withoutTimes(html: string): string {
  return html
    .replaceAll(/<details class="hours">.*?<\/details>/gs, "")
    .replaceAll(/opens [^<]*/g, "opens")
    .replaceAll(/ · until [^<]*/g, "");
}
