import type { Page } from "@playwright/test";
import { asha, expect, fillInquiry, inquiryInWords, navigation, oneOfEach, open, test } from "./public-test.ts";

test.beforeEach(({ server }) => server.setChannels(oneOfEach));
test.use({ expectedErrors: /net::ERR_/ });

const dialog = (page: Page) => page.getByRole("dialog", { name: "Send Message" });
const kept = (page: Page) => page.evaluate(() => Object.values(sessionStorage));

async function openForm(page: Page) {
  await page.getByRole("article").getByRole("link", { name: "Send Message" }).click();
  await expect(dialog(page)).toBeVisible();
}

async function expectTyped(place: Page | ReturnType<typeof dialog>) {
  for (const [label, value] of inquiryInWords(asha)) await expect(place.getByLabel(label)).toHaveValue(value);
}

for (const storage of ["open", "closed"] as const) {
  test(`what is typed survives the privacy page and the way back, with the tab's storage ${storage}`, async ({
    page,
    server,
  }) => {
    if (storage === "closed") {
      await page.addInitScript(() =>
        Object.defineProperty(window, "sessionStorage", {
          get() {
            throw new DOMException("closed", "SecurityError");
          },
        }),
      );
    }
    const before = (await server.inquiries()).length;
    await open(page, "/contact");
    await openForm(page);
    await fillInquiry(dialog(page), asha);
    await dialog(page).getByRole("link", { name: "See how we use your message" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy Policy");
    await page.goBack();
    await openForm(page);
    await expectTyped(dialog(page));
    if (storage === "open") {
      await page.reload();
      await page.locator("html[data-ready]").waitFor();
      await openForm(page);
      await expectTyped(dialog(page));
      await open(page, "/contact/message");
      await expectTyped(page);
      await page.reload();
    }
    await page.locator("html[data-ready]").waitFor();
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByText("Message Sent Successfully!").first()).toBeVisible();
    expect(await server.inquiries()).toHaveLength(before + 1);
    if (storage === "closed") return;
    expect(await kept(page)).toEqual([]);
    await page.reload();
    await page.locator("html[data-ready]").waitFor();
    await expect(page.getByLabel("Full Name")).toHaveValue("");
  });
}

test("one press clears what was typed, and another tab never has it", async ({ page, context }) => {
  await open(page, "/report");
  await page.getByLabel("What happened").fill("They asked for my OTP.");
  const other = await context.newPage();
  await open(other, "/report");
  await expect(other.getByLabel("What happened")).toHaveValue("");
  await page.reload();
  await expect(page.getByLabel("What happened")).toHaveValue("They asked for my OTP.");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByLabel("What happened")).toHaveValue("");
  await expect(page.getByLabel("Number, name or link")).toBeFocused();
  expect(await kept(page)).toEqual([]);
});

test("a message whose answer was lost is the same message after a reload", async ({ page, server }) => {
  const before = (await server.inquiries()).length;
  await open(page, "/contact/message");
  await fillInquiry(page, asha);
  await page.route("**/api/contact-inquiries", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.locator("div.refusal")).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await page.locator("html[data-ready]").waitFor();
  await expectTyped(page);
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByText("Message Sent Successfully!").first()).toBeVisible();
  expect(await server.inquiries()).toHaveLength(before + 1);
});

test("a message that is taken after its page was left keeps its link, and leaves no draft", async ({
  page,
  server,
  isMobile,
}) => {
  const before = (await server.inquiries()).length;
  await open(page, "/contact/message");
  await fillInquiry(page, asha);
  const letGo = Promise.withResolvers<void>();
  await page.route("**/api/contact-inquiries", async (route) => {
    await letGo.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Send Message" }).click();
  // Text changed now would be gone with what is being sent.
  for (const [label] of inquiryInWords(asha)) await expect(page.getByLabel(label)).not.toBeEditable();
  await expect(page.getByLabel("Screenshots (optional)")).toBeDisabled();
  await navigation(page, isMobile).getByRole("link", { name: "Contact" }).click();
  const received = page.getByRole("article").filter({ hasText: "Your message is with us" });
  await expect(page.getByRole("tab", { name: "Quick Contact" })).toBeVisible();
  await expect(received).toHaveCount(0);
  letGo.resolve();
  await expect(received.getByRole("link", { name: "See your message" })).toHaveAttribute("href", /^\/receipt\?key=/);
  expect(await kept(page)).toEqual([]);
  expect(await server.inquiries()).toHaveLength(before + 1);
  await page.goBack();
  await expect(page.getByLabel("Full Name")).toHaveValue("");
});
