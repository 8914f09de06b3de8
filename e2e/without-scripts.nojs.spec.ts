import type { Page } from "@playwright/test";
import { asha, expect, fillInquiry, inquiryInWords, oneOfEach, test } from "./public-test.ts";

test.use({ expectedErrors: /status of (404|422)/ });
test.beforeEach(({ server }) => server.setChannels(oneOfEach));

const pages = [
  { path: "/", label: "Home", heading: "Premium Platform" },
  { path: "/contact", label: "Contact", heading: "Talk to our team" },
  { path: "/terms", label: "Terms", heading: "Terms & Conditions" },
  { path: "/privacy", label: "Privacy", heading: "Privacy Policy" },
];

test("no script runs", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("html")).not.toHaveAttribute("data-ready");
  // The document's only script tag is `nomodule`, which browsers with modules skip.
  await expect(page.locator("script[src]:not([nomodule])")).toHaveCount(0);
});

test("the navigation leads to every page, and marks the current one", async ({ page }) => {
  await page.goto("/nowhere");
  await expect(page.getByText("404", { exact: true })).toBeVisible();
  for (const { path, label, heading } of pages) {
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: label }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(page.getByRole("navigation", { name: "Pages" }).locator("[aria-current=page]")).toHaveText(label);
  }
  await page.getByRole("link", { name: "Get Started" }).click();
  await expect(page).toHaveURL("/contact");
});

test("the menu opens, closes and leads to every page", async ({ page }) => {
  const menu = page.getByRole("navigation", { name: "Navigation Menu" });
  const button = page.getByLabel("Menu", { exact: true });
  await page.goto("/terms");
  await expect(menu).toBeHidden();
  for (const { label, heading } of pages) {
    await button.click();
    await expect(menu.getByRole("heading")).toHaveText("Navigation Menu");
    await button.click();
    await expect(menu).toBeHidden();
    await button.click();
    await menu.getByRole("link", { name: label }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(menu).toBeHidden();
  }
});

test("the home page shows the channels as links", async ({ page }) => {
  await page.goto("/");
  const links = page.getByRole("article").getByRole("link");
  await expect(links).toHaveText(["Connect Now", "Join Channel", "Call Now"]);
  const found = await links.evaluateAll((all) =>
    all.map((link) => [link.getAttribute("href"), link.getAttribute("target"), link.getAttribute("rel")].join(" ")),
  );
  expect(found).toEqual([
    "https://wa.me/919000000001 _blank noopener noreferrer",
    "https://t.me/saffron_example _blank noopener noreferrer",
    "tel:18000000000 _blank noopener noreferrer",
  ]);
  await expect(page.getByText("Loading contacts...")).toHaveCount(0);
  // No button that would not work; the value can be selected.
  await expect(page.getByRole("button")).toHaveText(["Check"]);
  await expect(page.getByText("+91 90000 00001", { exact: true })).toBeVisible();
});

test("both tabs open, by pointer and by keyboard", async ({ page }) => {
  await page.goto("/contact");
  const quick = page.getByRole("tab", { name: "Quick Contact" });
  const community = page.getByRole("tab", { name: "Community" });
  await expect(quick).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("tabpanel").getByText("Online Now")).toBeVisible();

  await community.click();
  await expect(community).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("tabpanel", { name: "Community" }).getByText("4.9/5")).toBeVisible();
  await quick.click();
  await expect(page.getByRole("tabpanel", { name: "Quick Contact" }).getByText("Online Now")).toBeVisible();

  // Without scripts the arrow keys do nothing: each tab is a separate tab stop.
  await quick.focus();
  await page.keyboard.press("Tab");
  await expect(community).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(community).toHaveAttribute("aria-selected", "true");
  await community.focus();
  await page.keyboard.press("Shift+Tab");
  await expect(quick).toBeFocused();

  await page.goto("/contact");
  await page.getByRole("tabpanel").getByRole("link", { name: "Community" }).click();
  await expect(page.getByRole("tabpanel", { name: "Community" })).toBeVisible();
});

test.describe("the inquiry form", () => {
  /** Opens the form from the card, as a visitor gets there. */
  async function openForm(page: Page) {
    await page.goto("/contact");
    await page.getByRole("article").getByRole("link", { name: "Send Message" }).click();
    await expect(page).toHaveURL("/contact/message");
  }
  const submit = (page: Page) => page.getByRole("button", { name: "Send Message" }).click();

  test("sends, says so, and does not send again on a reload", async ({ page, server }) => {
    const before = await server.inquiries();
    await openForm(page);
    await fillInquiry(page, asha);
    await submit(page);
    await expect(page.getByText("Message Sent Successfully!")).toBeVisible();
    await expect(page.getByText("Thank you. Your message has reached our team")).toBeVisible();
    expect(await server.inquiries()).toEqual([...before, asha]);

    await page.reload();
    await expect(page.getByText("Message Sent Successfully!")).toBeVisible();
    await page.goBack();
    await page.goForward();
    expect(await server.inquiries()).toHaveLength(before.length + 1);

    const reference = String(await page.getByRole("img", { name: /^Reference/ }).textContent());
    await page.getByRole("link", { name: "See your message" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your message");
    const whatsapp = page.getByRole("link", { name: "Continue in WhatsApp" });
    const href = `https://wa.me/919000000001?text=${encodeURIComponent(`My reference is ${reference}`)}`;
    await expect(whatsapp).toHaveAttribute("href", href);
    await expect(page.getByText(reference)).toBeVisible();
    await page.getByRole("heading", { name: "What you sent" }).click();
    await expect(page.getByText(asha.city)).toBeVisible();
    const address = page.url();

    await expect(page.getByLabel("Screenshots (optional)")).toBeHidden();
    await page.getByLabel("Add screenshots").click();
    await expect(page.getByLabel("Screenshots (optional)")).toBeVisible();
    await page.getByRole("textbox", { name: "Your answer" }).fill("One more thing.\nधन्यवाद");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.getByRole("log", { name: "Conversation" })).toContainText("One more thing.");
    await page.reload();
    await expect(page.getByText("One more thing.")).toHaveCount(1);

    await page.getByText("Erase my message").click();
    await page.getByRole("button", { name: "Erase it for good" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your message has been erased");
    expect(await server.inquiries()).toEqual(before);
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no message here");
  });

  test("lets the browser check what is required", async ({ page, server }) => {
    const before = (await server.inquiries()).length;
    await openForm(page);
    await submit(page);
    await expect(page.getByLabel("Full Name")).toBeFocused();
    await expect(page).toHaveURL("/contact/message");
    expect(await server.inquiries()).toHaveLength(before);
  });

  test("says beside each field what the server refuses, and keeps what was typed", async ({ page, server }) => {
    const before = await server.inquiries();
    await openForm(page);
    const typed = { ...asha, name: "   ", email: "asha@example", query: `<b>"कब?"</b>\n\n  & more` };
    await fillInquiry(page, typed);
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await submit(page);
    expect((await answer).status()).toBe(422);

    await expect(page.getByLabel("Full Name")).toBeFocused();
    await expect(page.getByText("Please correct the marked fields.")).toBeVisible();
    const errors: Record<string, string> = {
      "Full Name": "Full Name is required.",
      "Email Address": "Email Address must be an address such as asha@example.com.",
    };
    for (const [label, value] of inquiryInWords(typed)) {
      const field = page.getByRole("textbox", { name: label });
      await expect(field).toHaveValue(value);
      await expect(field).toHaveAccessibleDescription(errors[label] ?? "");
    }
    for (const error of Object.values(errors)) await expect(page.getByText(error)).toBeVisible();
    await expect(page.getByRole("link", { name: "Continue in WhatsApp" })).toHaveCount(0);
    expect(await server.inquiries()).toEqual(before);

    await fillInquiry(page, asha);
    await submit(page);
    await expect(page.getByText("Message Sent Successfully!")).toBeVisible();
    expect(await server.inquiries()).toEqual([...before, asha]);
  });
});

test("nothing is asked of another host, and nothing is kept", async ({ page, context, server }) => {
  const origins = new Set<string>();
  context.on("request", (request) => origins.add(new URL(request.url()).origin));
  for (const path of [
    "/",
    "/contact",
    "/contact?tab=community",
    "/contact/message",
    "/terms",
    "/privacy",
    "/nowhere",
  ]) {
    await page.goto(path);
  }
  await page.goto("/contact/message");
  await fillInquiry(page, asha);
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByText("Message Sent Successfully!")).toBeVisible();
  expect([...origins]).toEqual([server.origin]);
  expect(await context.cookies()).toEqual([]);
});
