import type { Page } from "@playwright/test";
import { expect, open, test } from "./public-test.ts";

const section = (page: Page, title: string) =>
  page
    .getByRole("article")
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: title, exact: true }) });

/** Terms that each section must state (PRODUCT.md, section 3). */
const terms: Record<string, RegExp[]> = {
  "Purpose and usage": [/support channels/, /information and support only/],
  "Your responsibilities": [/^Lawful use only/m, /^Personal responsibility/m, /^No real money/m, /^Follow local laws/m],
  "Disclaimer of non-affiliation": [/not affiliated with/],
  "Responsible gaming": [/Age restriction: you must be 18\+/, /Addiction warning/, /talk to someone/],
  "How these terms are updated": [/change these terms/, /date of the last change/],
};

const privacy: Record<string, RegExp[]> = {
  "Zero data collection by browsing": [
    /no personal information/,
    /no device information/,
    /no usage analytics/,
    /no financial data/,
  ],
  "No storage": [/no cookie/, /nothing in your browser's storage/],
  "No third-party sharing": [/give nothing to third parties/],
  "No tracking": [/no tracker/, /content viewer/],
  "If you send us an inquiry": [
    /your choice/,
    /Which fields: your full name, phone number, email address, city and message/,
    /Why: to answer you/,
    /For how long: .* 180 days/,
    /Erasing it sooner: write to support@example\.com/,
  ],
  "How this policy is updated": [/this page changes with it/],
};

for (const { path, title, says } of [
  { path: "/terms", title: "Terms & Conditions", says: terms },
  { path: "/privacy", title: "Privacy Policy", says: privacy },
]) {
  test(`${title} say all that they must`, async ({ page }) => {
    await open(page, path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    for (const [heading, statements] of Object.entries(says)) {
      await expect(section(page, heading)).toHaveCount(1);
      const text = await section(page, heading).innerText();
      for (const statement of statements) expect(text).toMatch(statement);
    }
  });

  test(`${title} name the day of their last change, and a mail link to the support`, async ({ page }) => {
    await open(page, path);
    await expect(page.locator("time")).toHaveAttribute("datetime", /^\d{4}-\d{2}-\d{2}$/);
    await expect(page.locator("time")).toHaveText(/^\d{1,2} \w+ \d{4}$/);
    const mail = section(page, "Questions").getByRole("link", { name: "Write to support@example.com" });
    await expect(mail).toHaveAttribute("href", "mailto:support@example.com");
  });
}

test("an address to write to is a link where the policy names it", async ({ page }) => {
  await open(page, "/privacy");
  const address = section(page, "If you send us an inquiry").getByRole("link", { name: "support@example.com" });
  await expect(address).toHaveAttribute("href", "mailto:support@example.com");
});

test("responsible gaming says where help is found", async ({ page }) => {
  await open(page, "/terms");
  const help = section(page, "Responsible gaming").getByRole("link");
  const found = await help.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(found).toEqual(["tel:14416", "https://telemanas.mohfw.gov.in/", "https://www.gamblingtherapy.org/"]);
  await expect(help.first()).toHaveAccessibleName("Call Tele-MANAS, 14416");
});

test("every page says that it is for adults, and leads to both texts", async ({ page }) => {
  for (const path of ["/", "/contact", "/contact/message", "/terms", "/privacy"]) {
    await open(page, path);
    const footer = page.getByRole("contentinfo");
    await expect(footer.getByText("18+")).toBeVisible();
    await expect(footer.getByRole("link", { name: "Terms" })).toHaveAttribute("href", "/terms");
    await expect(footer.getByRole("link", { name: "Privacy" })).toHaveAttribute("href", "/privacy");
  }
});
