import type { Page, Route } from "@playwright/test";
import { expect, navigation, oneOfEach, open, test } from "./public-test.ts";

const spinner = (page: Page) => page.getByText("Loading contacts...");
const cards = (page: Page) => page.getByRole("main").getByRole("article");
const card = (page: Page, title: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

test("the landing page says what the platform is", async ({ page, server }) => {
  await server.setChannels(oneOfEach);
  await open(page, "/");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Premium Platform");
  await expect(main.getByText("10K+ users")).toBeVisible();
  await expect(main.getByRole("heading", { name: "Why Choose" })).toBeVisible();
  for (const reason of ["Lightning Fast", "100% Secure", "24/7 Support"]) {
    await expect(main.getByRole("heading", { name: reason, exact: true })).toBeVisible();
  }
  await expect(main.getByRole("article").getByRole("heading")).toHaveText([
    "WhatsApp Support",
    "Telegram Channel",
    "Direct Phone Support",
  ]);
});

test("each card has its badge, its description and its action", async ({ page, server }) => {
  await server.setChannels(oneOfEach);
  await open(page, "/");

  const whatsapp = card(page, "WhatsApp Support");
  const action = whatsapp.getByRole("link", { name: "Connect Now" });
  await expect(action).toHaveAttribute("href", "https://wa.me/919000000001");
  await expect(whatsapp.getByText("Deposits, withdrawals, anything else")).toBeVisible();
  const telegram = card(page, "Telegram Channel");
  await expect(telegram.getByText("PREMIUM", { exact: true })).toBeVisible();
  await expect(telegram.getByRole("link", { name: "Join Channel" })).toHaveAttribute(
    "href",
    "https://t.me/saffron_example",
  );
  const phone = card(page, "Direct Phone Support");
  await expect(phone.getByText("DIRECT", { exact: true })).toBeVisible();
  await expect(phone.getByRole("link", { name: "Call Now" })).toHaveAttribute("href", "tel:18000000000");

  // Screen readers get each action's channel.
  await expect(action).toHaveAccessibleDescription("WhatsApp Support");
});

test("a card appears only with an active channel of its type", async ({ page, server }) => {
  await server.setChannels([
    { type: "whatsapp", value: "+91 90000 00001", isActive: false },
    { type: "phone", value: "112" },
    { type: "instagram", value: "@saffron.example" },
  ]);
  await open(page, "/");
  await expect(cards(page).getByRole("heading")).toHaveText(["Direct Phone Support"]);

  await server.setChannels([]);
  await open(page, "/");
  await expect(cards(page)).toHaveCount(0);
  await expect(spinner(page)).toHaveCount(0);
});

test("of several of one type the first is the action, and the others stand with it", async ({ page, server }) => {
  await server.setChannels([
    { type: "whatsapp", value: "+91 90000 00003", isActive: false },
    { type: "whatsapp", value: "+91 90000 00002", proof: "हिन्दी" },
    { type: "phone", value: "112" },
    { type: "whatsapp", value: "+91 90000 00001", proof: "English" },
    { type: "whatsapp", value: "+91 90000 00004" },
  ]);
  await open(page, "/");
  const whatsapp = card(page, "WhatsApp Support");
  await expect(whatsapp).toHaveCount(1);
  await expect(whatsapp.getByRole("link")).toHaveText(["Connect Now", "Chat", "Chat"]);
  const hrefs = await whatsapp.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(hrefs).toEqual(["https://wa.me/919000000002", "https://wa.me/919000000001", "https://wa.me/919000000004"]);
  await expect(whatsapp.getByText("हिन्दी")).toBeVisible();
  await expect(whatsapp.getByRole("listitem").first()).toContainText(/^\+91 90000 00001.*English/);
});

test.describe("the first answer with the channels", () => {
  test.use({ expectedErrors: /status of 500|net::ERR_FAILED|^The contacts could not be loaded/ });

  /** Goes from the terms to the home page while the response is held back; the returned function releases it. */
  async function waitingOnHome(page: Page, isMobile: boolean) {
    const asked = Promise.withResolvers<Route>();
    await page.route("**/api/contacts/active", (route) => asked.resolve(route));
    await open(page, "/terms");
    await navigation(page, isMobile).getByRole("link", { name: "Home" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Premium Platform");
    await expect(spinner(page)).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "Loading contacts..." })).toBeVisible();
    await expect(cards(page)).toHaveCount(0);
    return asked.promise;
  }

  test("is awaited with a spinner, then shows the cards", async ({ page, server, isMobile }) => {
    await server.setChannels(oneOfEach);
    const answer = await waitingOnHome(page, isMobile);
    await answer.continue();
    await expect(cards(page)).toHaveCount(3);
    await expect(spinner(page)).toHaveCount(0);
  });

  test("ends the spinner even where it is empty", async ({ page, isMobile }) => {
    const answer = await waitingOnHome(page, isMobile);
    await answer.fulfill({ json: { contacts: [] } });
    await expect(spinner(page)).toHaveCount(0);
    await expect(cards(page)).toHaveCount(0);
  });

  const failures: Record<string, (answer: Route) => Promise<void>> = {
    "the server fails": (answer) =>
      answer.fulfill({ status: 500, contentType: "application/problem+json", body: `{"message":"Rain"}` }),
    "the network fails": (answer) => answer.abort(),
    "the answer is none of ours": (answer) =>
      answer.fulfill({ contentType: "text/html", body: "<h1>Sign in to the Wi-Fi</h1>" }),
  };
  for (const [what, fail] of Object.entries(failures)) {
    test(`is logged, with no cards and no message, where ${what} @slow`, async ({ page, isMobile }) => {
      const answer = await waitingOnHome(page, isMobile);
      const logged = page.waitForEvent("console", (message) =>
        message.text().startsWith("The contacts could not be loaded"),
      );
      await fail(answer);
      expect((await logged).type()).toBe("error");
      await expect(spinner(page)).toHaveCount(0);
      await expect(cards(page)).toHaveCount(0);
      await expect(page.getByRole("alert").or(page.getByRole("status").filter({ hasText: /\S/ }))).toHaveCount(0);
      await expect(page.getByRole("main")).not.toContainText(/fail|error|wrong|Rain|try again/i);
    });
  }
});

test.describe("what the page already has", () => {
  test.use({ expectedErrors: /status of 500|^The contacts could not be loaded/ });

  test("is shown at once, without a spinner, while the answer is awaited", async ({ page, server }) => {
    await server.setChannels(oneOfEach);
    const asked = Promise.withResolvers<Route>();
    await page.route("**/api/contacts/active", (route) => asked.resolve(route));
    await open(page, "/");
    const answer = await asked.promise;
    await expect(cards(page)).toHaveCount(3);
    await expect(spinner(page)).toHaveCount(0);
    expect(await (await page.request.get("/")).text()).not.toContain("Loading contacts");

    // Meanwhile the team replaced the number.
    await server.setChannels([{ type: "whatsapp", value: "+91 90000 00008" }]);
    await page.evaluate(() => (window.sameDocument = true));
    await answer.continue();
    await expect(page.getByRole("link", { name: "Connect Now" })).toHaveAttribute("href", "https://wa.me/919000000008");
    await expect(cards(page)).toHaveCount(1);
    expect(await page.evaluate(() => window.sameDocument)).toBe(true);
  });

  test("is refreshed quietly at each visit of the page", async ({ page, server, isMobile }) => {
    await server.setChannels([{ type: "phone", value: "112" }]);
    await open(page, "/");
    await navigation(page, isMobile).getByRole("link", { name: "Terms" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms & Conditions");
    await server.setChannels([{ type: "phone", value: "100" }]);
    const asked = Promise.withResolvers<Route>();
    await page.route("**/api/contacts/active", (route) => asked.resolve(route));
    await navigation(page, isMobile).getByRole("link", { name: "Home" }).click();
    const call = page.getByRole("link", { name: "Call Now" });
    await expect(call).toHaveAttribute("href", "tel:112");
    await (await asked.promise).continue();
    await expect(call).toHaveAttribute("href", "tel:100");
  });

  test("stays where the refresh fails", async ({ page, server }) => {
    await server.setChannels(oneOfEach);
    await page.route("**/api/contacts/active", (route) => route.fulfill({ status: 500 }));
    const logged = page.waitForEvent("console", (message) =>
      message.text().startsWith("The contacts could not be loaded"),
    );
    await open(page, "/");
    await logged;
    await expect(cards(page)).toHaveCount(3);
  });
});
