import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { Accepted } from "#contract/inquiries/submission.ts";
import { type Site, siteSchema } from "#contract/site/site.ts";
import { publicAddresses } from "./public-addresses.ts";
import { asha, expect, fillInquiry, navigation, oneOfEach, open, test } from "./public-test.ts";

const file = "e2e/second-site.json";
const site: Site = siteSchema.parse(JSON.parse(readFileSync(file, "utf8")));
const defaults: Site = siteSchema.parse({});

test.use({ environment: { SITE_CONFIG: file }, expectedErrors: /status of 404/ });
test.beforeEach(({ server }) => server.setChannels(oneOfEach));

const addresses = [...publicAddresses, "/nowhere"];

/** Every text of a configuration, including lists. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Whether a page holds a text as whole words: a digest or a nonce may hold a short one, such as "5K+", by chance. */
function holds(all: string, text: string): boolean {
  const written = text.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");
  return new RegExp(`(?<![\\w+/=-])${written}(?![\\w+/=-])`, "u").test(all);
}

/** All text that a visitor, a search engine or a browser may read in the pages, without the data for hydration. */
async function read(page: Page): Promise<string> {
  const sent = await page.request.post("/api/contact-inquiries", { data: asha });
  const { receipt }: Accepted = await sent.json();
  let all = "";
  for (const address of [...addresses, receipt.replace("/receipt?key=", "/contact/message?sent=")]) {
    await page.goto(address);
    await page.locator("html[data-ready]").waitFor();
    all += await page.evaluate(() => {
      document.querySelector("#data")?.remove();
      return document.documentElement.outerHTML;
    });
  }
  return all.replaceAll("&amp;", "&");
}

test("every word and figure comes from the configuration, and none of the defaults is left", async ({ page }) => {
  const all = await read(page);
  const written: Record<string, string> = {
    [site.legal.termsUpdated]: "31 January 2027",
    [site.legal.privacyUpdated]: "29 February 2028",
  };
  // These two define how numbers and times are parsed, and are on no page.
  const { country: _country, timeZone: _timeZone, ...shown } = site;
  expect(textsOf(shown).filter((text) => !all.includes(written[text] ?? text))).toEqual([]);
  expect(all).toContain(`erased automatically ${site.legal.retentionDays} days`);

  // `100% Secure` is also one of the home page's reasons, which belong to the product.
  const asked = all.replaceAll("Data Protection Board of India", "");
  const left = textsOf({
    ...defaults,
    country: defaults.timeZone,
    figures: { ...defaults.figures, secure: "100%</dd>" },
  });
  expect(left.filter((text) => text !== "" && holds(asked, text))).toEqual([]);
});

test("each brand has its pages, with its name and its colour @slow", async ({ page, isMobile }) => {
  await open(page, "/");
  for (const [label, name, fill, ink] of [
    ["Contact", "Kesari Desk", "#ffe08a", "#1c1206"],
    ["Terms", "Kesari Desk", "#ffe08a", "#1c1206"],
    ["Privacy", "Kesari Desk", "#ffe08a", "#1c1206"],
    ["Home", "Kesari Club", "#0b3d91", "#ffffff"],
  ] as const) {
    await navigation(page, isMobile).getByRole("link", { name: label }).click();
    const header = page.getByRole("banner");
    await expect(header.getByRole("link", { name, exact: true })).toHaveAttribute("href", "/");
    const colors = () =>
      header.evaluate((element) =>
        ["--brand", "--brand-ink"].map((property) => getComputedStyle(element).getPropertyValue(property)),
      );
    await expect.poll(colors).toEqual([fill, ink]);
    await expect(page).toHaveTitle(new RegExp(name));
  }
});

test("the figures stand in their places @slow", async ({ page }) => {
  await open(page, "/");
  await expect(page.getByText("7,777 users")).toBeVisible();
  await open(page, "/contact");
  await expect(page.getByRole("definition")).toHaveText(["888", "99.9%", "₹3 crore"]);
  await expect(page.getByText("Average response 12 minutes")).toBeVisible();
  await expect(page.getByText("Response in 2 hours")).toBeVisible();
  await page.getByRole("tab", { name: "Community" }).click();
  await expect(page.getByText("2,222 members")).toBeVisible();
  await expect(page.getByText("3,333 followers")).toBeVisible();
  await expect(page.getByText("4,444 followers")).toBeVisible();
  await expect(page.getByText("4.2 of 5")).toBeVisible();
});

test("help, mail and the answer to an inquiry are the owner's @slow", async ({ page }) => {
  await open(page, "/terms");
  await expect(page.getByText("free of charge")).toBeVisible();
  await expect(page.getByRole("link", { name: "Call Example Helpline" })).toHaveAttribute("href", "tel:18000000000");
  await expect(page.getByRole("link", { name: "Open help.example, Example Web Help" })).toHaveAttribute(
    "href",
    "https://help.example/talk",
  );
  for (const path of ["/terms", "/privacy"]) {
    await open(page, path);
    // Checks those in the text and the action at the end.
    const links = page.getByRole("link", { name: "desk@kesari.example" });
    await expect(links.last()).toBeVisible();
    for (const link of await links.all()) await expect(link).toHaveAttribute("href", "mailto:desk@kesari.example");
  }
  await open(page, "/contact/message");
  await fillInquiry(page, asha);
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByRole("status")).toHaveText("Namaste! We write back within a day.");
});

test("what browsers and search engines read is the owner's, too @slow", async ({ page }) => {
  await page.goto("/contact");
  // The colour is that of the header, which has the page's own.
  const themes = page.locator("meta[name=theme-color]");
  expect(await themes.evaluateAll((all) => all.map((meta) => meta.getAttribute("content")))).toEqual([
    "#faf7f2",
    "#13100c",
  ]);
  await expect(page.locator("meta[property='og:site_name']")).toHaveAttribute("content", "Kesari Desk");
  await expect(page.locator("meta[property='og:image']")).toHaveAttribute("content", "/icon-512.png");
  await expect(page.locator("link[rel=icon]")).toHaveAttribute("href", /^data:image\/svg\+xml,.*fill=%22%230b3d91%22/);
  const manifest = (await (await page.request.get("/site.webmanifest")).json()) as unknown;
  expect(manifest).toMatchObject({
    name: "Kesari Club",
    short_name: "Kesari Club",
    description: "Six balls, one over",
    theme_color: "#0b3d91",
  });
});
