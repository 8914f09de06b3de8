import type { Page, Route } from "@playwright/test";
import { boxesOf } from "./boxes.ts";
import { expect, navigation, oneOfEach, open, test } from "./public-test.ts";

const tab = (page: Page, name: string) => page.getByRole("tab", { name });
const panel = (page: Page, name: string) => page.getByRole("tabpanel", { name });
const card = (page: Page, title: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const titles = (page: Page) => page.getByRole("tabpanel").getByRole("heading", { level: 2 });

test.beforeEach(({ server }) => server.setChannels(oneOfEach));

test("the hero has three figures", async ({ page }) => {
  await open(page, "/contact");
  const figures = page.getByRole("main").locator("dl > div");
  await expect(figures).toHaveCount(3);
  for (const [at, [label = "", value = ""]] of [
    ["Winners", "5K+"],
    ["Secure", "100%"],
    ["Payouts", "₹2M+"],
  ].entries()) {
    await expect(figures.nth(at).getByRole("term")).toHaveText(label);
    await expect(figures.nth(at).getByRole("definition")).toHaveText(value);
  }
});

test.describe("Quick Contact", () => {
  test("is the first tab, with its cards", async ({ page }) => {
    await open(page, "/contact");
    await expect(tab(page, "Quick Contact")).toHaveAttribute("aria-selected", "true");
    await expect(titles(page)).toHaveText(["WhatsApp", "Direct Call", "Send Message"]);

    await expect(card(page, "WhatsApp").getByText("Online Now", { exact: true })).toBeVisible();
    await expect(card(page, "WhatsApp").getByText("Average response 30 seconds")).toBeVisible();
    const chat = card(page, "WhatsApp").getByRole("link", { name: "Chat Now" });
    await expect(chat).toHaveAttribute("href", "https://wa.me/919000000001");
    await expect(card(page, "Direct Call").getByText("24/7 Available", { exact: true })).toBeVisible();
    await expect(card(page, "Direct Call").getByRole("link")).toHaveAttribute("href", "tel:18000000000");
    await expect(card(page, "Send Message").getByText("Response in 5 minutes")).toBeVisible();
    await expect(card(page, "Send Message").getByRole("link")).toHaveAttribute("href", "/contact/message");
  });

  test("has two tiles: one opens the Telegram channel, one switches to the other tab", async ({ page }) => {
    await open(page, "/contact");
    const tips = page.getByRole("link", { name: "Free Tips" });
    await expect(tips).toHaveAttribute("href", "https://t.me/saffron_example");
    await expect(tips).toHaveAttribute("target", "_blank");
    await page.getByRole("tabpanel").getByRole("link", { name: "Community" }).click();
    await expect(panel(page, "Community")).toBeVisible();
    await expect(tab(page, "Community")).toHaveAttribute("aria-selected", "true");
    // The tile is gone: the focus moves to its target.
    await expect(tab(page, "Community")).toBeFocused();
    await expect(tab(page, "Community")).toBeInViewport();
  });

  test("shows no channel that is not there, but always the message form", async ({ page, server }) => {
    await server.setChannels([{ type: "telegram", value: "@saffron_example", isActive: false }]);
    await open(page, "/contact");
    await expect(titles(page)).toHaveText(["Send Message"]);
    await expect(page.getByRole("link", { name: "Free Tips" })).toHaveCount(0);
    // Its tab would say little more.
    await expect(page.getByRole("tabpanel").getByRole("link", { name: "Community" })).toHaveCount(0);
    await tab(page, "Community").click();
    await expect(page.getByRole("tabpanel").getByRole("link", { name: "Send Message" })).toBeVisible();
  });

  test("names all of several channels of one type", async ({ page, server }) => {
    await server.setChannels([
      { type: "telegram", value: "@first_channel" },
      { type: "telegram", value: "@second_channel", proof: "Hindi" },
      { type: "phone", value: "112" },
      { type: "phone", value: "100", proof: "Police" },
    ]);
    await open(page, "/contact");
    await expect(card(page, "Direct Call").getByRole("link")).toHaveText(["Call Now", "Call"]);
    await expect(card(page, "Direct Call").getByText("Police")).toBeVisible();
    await expect(page.getByRole("link", { name: "Free Tips" })).toHaveAttribute("href", "https://t.me/first_channel");
    await tab(page, "Community").click();
    await expect(card(page, "Telegram Channel").getByRole("link")).toHaveText(["Join Channel", "Open"]);
  });
});

test("Community shows its channels, the rating and every other channel", async ({ page, isMobile }) => {
  await open(page, "/contact?tab=community");
  await expect(card(page, "Telegram Channel").getByText("1.3K members")).toBeVisible();
  await expect(card(page, "Instagram").getByText("4.6K followers")).toBeVisible();
  await expect(card(page, "Facebook").getByText("3.8K followers")).toBeVisible();
  await expect(page.getByRole("tabpanel").getByText("4.9/5")).toBeVisible();
  await expect(titles(page)).toHaveText([
    "Telegram Channel",
    "Instagram",
    "Facebook",
    "Email",
    "Withdrawal proof",
    "YouTube",
    "X",
    "LinkedIn",
    "Website",
  ]);
  await expect(card(page, "YouTube").getByText("How-to films")).toBeVisible();
  const hrefs = await page
    .getByRole("tabpanel")
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(hrefs).toEqual([
    "https://t.me/saffron_example",
    // Instagram opens conversations only in its app.
    ...(isMobile ? ["https://ig.me/m/saffron.example"] : []),
    "https://instagram.com/saffron.example",
    "https://m.me/saffron.example",
    "https://www.facebook.com/saffron.example",
    "/verify",
    "mailto:team@example.com",
    "https://example.com/withdrawals",
    "https://www.youtube.com/@saffronexample",
    "https://x.com/saffron_example",
    "https://www.linkedin.com/company/saffron-example",
    "https://example.com",
  ]);
  const youtube = card(page, "YouTube");
  const share = youtube.getByRole("button", { name: "Share https://www.youtube.com/@saffronexample" });
  await expect(share).toBeHidden();
  await youtube
    .getByLabel(/^QR code of/)
    .first()
    .click();
  if (!isMobile) {
    // The actions form a column at a desk: of one width, whatever their words, so that the texts beside them align.
    await page.setViewportSize({ width: 1366, height: 768 });
    const places = await page
      .getByRole("tabpanel")
      .locator(".channel-actions > .button")
      .evaluateAll((links) =>
        links.map((link) => link.getBoundingClientRect()).map(({ left, width }) => [left, width]),
      );
    expect(places).toHaveLength(9);
    // The two lists stand beside each other.
    expect(new Set(places.map(String)).size).toBe(2);
    return;
  }
  await expect(share).toBeVisible();
  // Its actions begin where its text does, below it.
  const [title, action] = await boxesOf(youtube.getByRole("heading"), youtube.getByRole("link"));
  expect(action.x).toBe(title.x);
});

test.describe("the tab list", () => {
  async function expectSelected(page: Page, name: "Quick Contact" | "Community") {
    const [selected, other] = name === "Community" ? [name, "Quick Contact"] : [name, "Community"];
    await expect(tab(page, selected)).toHaveAttribute("aria-selected", "true");
    await expect(tab(page, selected)).toHaveAttribute("tabindex", "0");
    await expect(tab(page, other)).toHaveAttribute("aria-selected", "false");
    await expect(tab(page, other)).toHaveAttribute("tabindex", "-1");
    await expect(page.getByRole("tabpanel")).toHaveCount(1);
    await expect(tab(page, selected)).toHaveAttribute(
      "aria-controls",
      (await panel(page, name).getAttribute("id")) ?? "none",
    );
  }

  test("is one to assistive technology", async ({ page }) => {
    await open(page, "/contact");
    await expect(page.getByRole("tablist", { name: "Ways to reach us" }).getByRole("tab")).toHaveText([
      "Quick Contact",
      "Community",
    ]);
    await expectSelected(page, "Quick Contact");
  });

  test("moves and selects with the arrow keys, Home and End", async ({ page }) => {
    await open(page, "/terms");
    await page.getByRole("link", { name: "Get Started" }).click();
    await tab(page, "Quick Contact").focus();
    const steps = [
      ["ArrowRight", "Community"],
      ["ArrowRight", "Quick Contact"],
      ["ArrowLeft", "Community"],
      ["ArrowLeft", "Quick Contact"],
      ["End", "Community"],
      ["End", "Community"],
      ["Home", "Quick Contact"],
      ["ArrowRight", "Community"],
    ] as const;
    for (const [key, name] of steps) {
      await page.keyboard.press(key);
      await expect(tab(page, name)).toBeFocused();
      await expectSelected(page, name);
    }
    await page.keyboard.press("Tab");
    await expect(panel(page, "Community")).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(tab(page, "Community")).toBeFocused();
    // Switching tabs adds no history entry.
    await page.goBack();
    await expect(page).toHaveURL("/terms");
  });

  test("has an address for each tab, without a reload between them", async ({ page }) => {
    await open(page, "/contact");
    await page.evaluate(() => (window.sameDocument = true));
    await tab(page, "Community").click();
    await expectSelected(page, "Community");
    await expect(page).toHaveURL("/contact?tab=community");
    await page.goBack();
    await expectSelected(page, "Quick Contact");
    await tab(page, "Community").click();
    await tab(page, "Quick Contact").click();
    await expectSelected(page, "Quick Contact");
    expect(await page.evaluate(() => window.sameDocument)).toBe(true);
  });
});

test("the channels that the page does not have yet are awaited with a spinner", async ({ page, isMobile }) => {
  const asked = Promise.withResolvers<Route>();
  await page.route("**/api/contacts/active", (route) => asked.resolve(route));
  await open(page, "/privacy");
  await navigation(page, isMobile).getByRole("link", { name: "Contact" }).click();
  await expect(page.getByRole("tabpanel").getByText("Loading contacts...")).toBeVisible();
  await (await asked.promise).continue();
  await expect(titles(page)).toHaveText(["WhatsApp", "Direct Call", "Send Message"]);
  await expect(page.getByText("Loading contacts...")).toHaveCount(0);
});
