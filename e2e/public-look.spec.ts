import type { Locator } from "@playwright/test";
import { keepPath, pathIn, paths } from "#contract/paths.ts";
import { furtherLanguages } from "#domain/further-languages.ts";
import type { Hours } from "#domain/time/hours.ts";
import { boxesOf } from "./boxes.ts";
import { useFontOf } from "./fonts.ts";
import { expect, oneOfEach, open, test } from "./public-test.ts";

// The fonts of India's scripts are in a style of the journey's own.
test.use({ bypassCSP: true });

const phone = { width: 360, height: 640 };
const desk = { width: 1366, height: 768 };

async function boxOf(found: Locator) {
  const box = await found.boundingBox();
  if (box === null) throw new Error(`${String(found)} is not shown`);
  return box;
}

test("the whole form of a message is seen at a desk, beside our channels with their numbers", async ({
  page,
  server,
}) => {
  await server.setChannels(oneOfEach);
  await page.setViewportSize(desk);
  await open(page, paths.message);
  await expect(page.getByRole("button", { name: "Send Message" })).toBeInViewport({ ratio: 1 });
  const row = page.getByRole("complementary").getByRole("listitem").filter({ hasText: "WhatsApp" });
  await expect(row).toContainText("+91 90000 00001");
  await expect(row.getByText("Open now")).toBeVisible();
  await expect(row.getByRole("link")).toHaveAttribute("href", /^https:\/\/wa\.me\/919000000001/);
});

test("no channel stands beside the form of a message once the team has hidden all, in an open tab too", async ({
  page,
  server,
}) => {
  await server.setChannels(oneOfEach);
  await open(page, paths.message);
  const channels = page.getByRole("complementary").getByRole("listitem");
  await expect(channels).toHaveCount(3);
  await server.call("PUT", "contacts/hidden", { hidden: true });
  try {
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(channels).toHaveCount(0);
    await expect(page.getByText("Open now")).toHaveCount(0);
  } finally {
    await server.call("PUT", "contacts/hidden", { hidden: false });
  }
});

test("how a message is used is said above the button that sends it", async ({ page }) => {
  await page.setViewportSize(phone);
  for (const path of [paths.message, paths.report]) {
    await open(page, path);
    const hint = await boxOf(page.getByRole("link", { name: "See how we use your message" }));
    const send = await boxOf(page.locator("main [type=submit]"));
    expect(hint.y + hint.height / 2, path).toBeLessThan(send.y);
  }
});

test("every page says at a desk as well that it is the official one", async ({ page }) => {
  await page.setViewportSize(desk);
  for (const path of [paths.message, paths.verify, paths.report, paths.terms, paths.privacy, keepPath]) {
    await page.goto(path);
    const line = page.getByText("Official support desk").filter({ visible: true });
    await expect(line, path).toHaveCount(1);
    const title = await boxOf(page.getByRole("heading", { level: 1 }));
    const { x, y, height } = await boxOf(line.locator(".."));
    expect(Math.abs(x - title.x), path).toBeLessThan(1);
    expect(y + height, path).toBeLessThanOrEqual(title.y + 1);
  }
});

test("a button stands beside its field, or has a line for itself and is as wide as its line", async ({ page }) => {
  await page.setViewportSize(phone);
  await open(page, pathIn("ta", paths.verify));
  await useFontOf(page, "ta");
  const form = page.locator("form.check");
  const boxes = async () => [await boxOf(form.getByRole("textbox")), await boxOf(form.getByRole("button"))] as const;
  const [beside, button] = await boxes();
  expect(button.x).toBeGreaterThan(beside.x + beside.width);
  await page.setViewportSize({ ...phone, width: 320 });
  const [field, check] = await boxes();
  expect(check.y).toBeGreaterThan(field.y + field.height);
  expect(Math.abs(check.width - field.width)).toBeLessThan(1);
  await page.setViewportSize(phone);
  await page.goto(keepPath);
  const card = await boxOf(page.locator(".keep-it"));
  const save = await boxOf(page.getByRole("button", { name: "Save", exact: true }));
  expect(card.width - save.width).toBeLessThan(40);
});

test("the actions of a list are of one width at a desk, in Tamil too", async ({ page, server }) => {
  await server.setChannels(oneOfEach);
  await page.setViewportSize(desk);
  for (const language of ["en", "hi", "ta"] as const) {
    await open(page, pathIn(language, paths.contact));
    await useFontOf(page, language);
    const widths = await page
      .locator(".channel-actions > .button")
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().width)));
    expect(widths.length).toBeGreaterThan(1);
    expect(new Set(widths).size, language).toBe(1);
  }
});

test("the actions of the channels beside the form of a message are of one width in Tamil", async ({ page, server }) => {
  await server.setChannels(oneOfEach);
  await open(page, pathIn("ta", paths.message));
  await useFontOf(page, "ta");
  const widths = await page
    .getByRole("complementary")
    .getByRole("listitem")
    .getByRole("link")
    .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().width)));
  expect(widths).toHaveLength(3);
  expect(new Set(widths).size).toBe(1);
});

test("a page offers the browser's language on one line above its heading, in every language", async ({ page }) => {
  for (const language of furtherLanguages) {
    await open(page, pathIn(language, paths.verify));
    await useFontOf(page, language);
    const offer = page.locator(".language-row > a");
    await expect(offer).toBeVisible();
    for (const width of [320, 360]) {
      await page.setViewportSize({ ...phone, width });
      const [link, heading] = await boxesOf(offer, page.getByRole("heading", { level: 1 }));
      expect(link.height, `${language} at ${width}`).toBeLessThanOrEqual(49);
      // A line of its text in the middle of what can be pressed.
      expect((link.top + link.bottom) / 2 + 12, `${language} at ${width}`).toBeLessThanOrEqual(heading.top);
    }
  }
});

test("the contents of a legal page mark the section that is read", async ({ page }) => {
  await page.setViewportSize(desk);
  await open(page, paths.terms);
  const contents = page.getByRole("article").locator("details");
  await expect(contents.locator("[aria-current]")).toHaveCount(0);
  await page.locator("#responsible-gaming").evaluate((section) => section.scrollIntoView());
  await expect(contents.locator("[aria-current=location]")).toHaveText("Responsible gaming");
  await expect(contents).toBeInViewport({ ratio: 1 });
  // The last section is short: it ends the page before it has come so far up.
  await contents.getByRole("link").last().click();
  await expect(contents.getByRole("link").last()).toHaveAttribute("aria-current", "location");
  await expect(contents.locator("[aria-current]")).toHaveCount(1);
  await page.locator("#responsible-gaming").evaluate((section) => section.scrollIntoView());
  await expect(contents.locator("[aria-current=location]")).toHaveText("Responsible gaming");
});

test("on paper a channel has its hours, and not whether it was open", async ({ page, server }) => {
  const hours: Hours = {
    timeZone: "Asia/Kolkata",
    weekly: ([1, 2, 3, 4, 5, 6, 7] as const).map((day) => ({ day, from: "09:00", to: "21:00" })),
    holidays: [],
  };
  await server.setChannels([{ type: "whatsapp", value: "+91 90000 00001", hours }]);
  await open(page, paths.contact);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("9 am – 9 pm").first()).toBeVisible();
  await expect(page.locator(".chip").filter({ visible: true })).toHaveCount(0);
});
