import { readFile } from "node:fs/promises";
import ICAL from "ical.js";
import { copiedIn, expect, oneOfEach, open, test } from "./public-test.ts";

test.beforeEach(({ server }) => server.setChannels(oneOfEach));

test.describe("a channel's value", () => {
  test("is copied with one tap, which is said politely", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(page, "/contact");
    await page.getByRole("button", { name: "Copy +91 90000 00001" }).click();
    await expect(page.getByRole("button", { name: "Copied +91 90000 00001" })).toBeVisible();
    await expect(page.getByRole("status").getByText("Copied")).toBeVisible();
    expect(await copiedIn(page)).toBe("+91 90000 00001");
    await expect(page.getByRole("button", { name: "Copy +91 90000 00001" })).toBeVisible();
  });

  test("is selected where copying is not allowed, and the page says what to do", async ({ page }) => {
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException("no", "NotAllowedError"));
    });
    await open(page, "/contact");
    await page.getByRole("button", { name: "Copy +91 90000 00001" }).click();
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe("+91 90000 00001");
    await expect(page.getByRole("status").getByText("press and hold it, then choose Copy")).toBeVisible();
  });

  test("does not move when its button appears", async ({ page }) => {
    const release = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      await release.promise;
      await route.continue();
    });
    await page.goto("/contact");
    const places = () =>
      page.locator(".card").evaluateAll((cards) => cards.map((one) => one.getBoundingClientRect().y));
    const before = await places();
    const copy = page.getByRole("button", { name: /^Copy/ });
    await expect(copy).toHaveCount(0);
    release.resolve();
    await expect(copy.first()).toBeVisible();
    expect(await places()).toEqual(before);
  });
});

test("a QR code is fetched only when it is asked for, and leads to WhatsApp Web", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/qr/")) asked.push(request.url());
  });
  await open(page, "/contact");
  const more = page.getByLabel("QR code of +91 90000 00001", { exact: true }).first();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  expect(asked).toEqual([]);
  await more.click();
  const code = page.getByRole("img", { name: "QR code of +91 90000 00001" });
  await expect
    .poll(() => code.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true);
  expect(asked).toHaveLength(1);
  const web = page.getByRole("link", { name: "Open WhatsApp Web" });
  await expect(web).toHaveAttribute("href", "https://web.whatsapp.com/send?phone=919000000001");
  await expect(web).toHaveAttribute("target", "_blank");
  await expect(web).toHaveAttribute("rel", "noopener noreferrer");
  await page.keyboard.press("Escape");
  await expect(code).toBeHidden();
  await expect(more).toBeFocused();
});

test("the channels are saved as an entry that a phone book reads", async ({ page }) => {
  await open(page, "/contact");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Save our contacts" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("contact.vcf");
  const card = new ICAL.Component(ICAL.parse(await readFile(await download.path(), "utf8")));
  expect(card.getFirstPropertyValue("version")).toBe("4.0");
  expect(card.getFirstPropertyValue("fn")).toBe("Saffron Support");
  expect(card.getAllProperties("tel").map((property) => property.getFirstValue())).toEqual([
    "tel:+919000000001",
    "18000000000",
  ]);
  expect(card.getFirstPropertyValue("email")).toBe("team@example.com");
});

test("several channels of one type stand together, each with what belongs to it", async ({ page, server }) => {
  await server.setChannels([
    { type: "whatsapp", value: "+91 90000 00002", proof: "Deposits" },
    { type: "whatsapp", value: "+91 90000 00001", proof: "हिन्दी" },
  ]);
  await open(page, "/contact");
  const card = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "WhatsApp", exact: true }) });
  await expect(card.getByRole("link", { name: "Chat Now" })).toHaveAttribute("href", "https://wa.me/919000000002");
  const other = card.getByRole("listitem");
  await expect(other.getByRole("link", { name: "Chat +91 90000 00001" })).toHaveAttribute(
    "href",
    "https://wa.me/919000000001",
  );
  await expect(other.getByText("हिन्दी")).toBeVisible();
  await expect(other.getByRole("button", { name: "Copy +91 90000 00001" })).toBeVisible();
});
