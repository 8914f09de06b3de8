import { pathIn } from "#contract/paths.ts";
import { expect, navigation, open, test } from "./public-test.ts";
import { startServer } from "./server.ts";
import { textOnTheBall } from "./text-on-the-ball.ts";

// Chromium reports the status, and React the failed page.
test.use({ expectedErrors: /status of (404|500)|^TypeError|dynamically imported module/ });

test("an unknown address gets a designed page with status 404, and a way on", async ({ page }) => {
  for (const unknown of ["/nowhere", "/contact/nowhere", "/Contacts", "/terms.html", "/%E0%A4%95"]) {
    await test.step(unknown, async () => {
      const response = await page.goto(unknown);
      expect(response?.status()).toBe(404);
      await expect(page.getByText("404", { exact: true })).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bowled! This page is not here");
      await expect(page.getByRole("main").getByRole("link", { name: "Contact us" })).toHaveAttribute(
        "href",
        "/contact",
      );
    });
  }
  await page.locator("html[data-ready]").waitFor();
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Premium Platform");
});

test("the ball of the page for an unknown address is seen, under no text", async ({ page }) => {
  for (const language of ["en", "ta"] as const) {
    await open(page, pathIn(language, "/nowhere"));
    for (let width = 320; width <= 1380; width += 106) {
      await page.setViewportSize({ width, height: 640 });
      expect(await textOnTheBall(page), `${language}, ${width} px wide`).toEqual([]);
    }
  }
});

test("an address that is nearly one of ours is unknown, before and after hydration", async ({ page }) => {
  for (const nearly of ["/terms//", "/PRIVACY/x"]) {
    await test.step(nearly, async () => {
      const response = await page.goto(nearly);
      expect(response?.status()).toBe(404);
      await page.locator("html[data-ready]").waitFor();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bowled! This page is not here");
    });
  }
});

test("a fault of the server gets a designed page with status 500", async ({ page }) => {
  const server = await startServer({ LOG_LEVEL: "silent" });
  await server.askStore("alter table inquiry rename to lost");

  const response = await page.goto(`${server.origin}/contact/message?sent=nothing`);
  expect(response?.status()).toBe(500);
  await expect(page.getByText("500", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rain stopped play");
  await expect(page.getByRole("banner")).toBeVisible();
  expect(await page.content()).not.toMatch(/sqlite|postgres|no such table|does not exist|at .*\.js:/i);
  // Pages that do not need the store still work.
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms & Conditions");
  await page.locator("html[data-ready]").waitFor();
  await server.stop();
});

test("a fault in the browser gets the same page, and the other pages still open", async ({ page, isMobile }) => {
  // Something that the server never sends.
  await page.route("**/api/contacts/active", (route) =>
    route.fulfill({ json: { contacts: [{ type: "whatsapp", value: 7 }] } }),
  );
  await open(page, "/terms");
  await page.evaluate(() => (window.sameDocument = true));
  await navigation(page, isMobile).getByRole("link", { name: "Home" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rain stopped play");
  await navigation(page, isMobile).getByRole("link", { name: "Privacy" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy Policy");
  expect(await page.evaluate(() => window.sameDocument)).toBe(true);
});

test("a page whose script is gone, as after an upgrade, opens as a document", async ({ page, isMobile }) => {
  await page.route("**/assets/terms-page-*.js", (route) => route.fulfill({ status: 404 }));
  await open(page, "/privacy");
  await navigation(page, isMobile).getByRole("link", { name: "Terms" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms & Conditions");
  await expect(page).toHaveURL("/terms");
  await navigation(page, isMobile).getByRole("link", { name: "Home" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Premium Platform");
});
