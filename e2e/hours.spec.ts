import type { Page } from "@playwright/test";
import type { Hours } from "#domain/time/hours.ts";
import { expect, open, test } from "./public-test.ts";
import type { GivenChannel } from "./server.ts";

/** Open from 9:00 to 21:00 in Kolkata, every day. */
const daytime: Hours = {
  timeZone: "Asia/Kolkata",
  weekly: ([1, 2, 3, 4, 5, 6, 7] as const).map((day) => ({ day, from: "09:00", to: "21:00" })),
  holidays: [],
};
const whatsapp: GivenChannel = { type: "whatsapp", value: "+91 90000 00001", hours: daytime };
const phone: GivenChannel = { type: "phone", value: "1800 000 0000", hours: daytime };
const telegram: GivenChannel = { type: "telegram", value: "@saffron_example" };

/** A time of day in Kolkata, a number of days from today: the server's clock keeps running. */
function kolkata(time: string, days: number): Date {
  const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  return new Date(`${day}T${time}+05:30`);
}

const card = (page: Page, title: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const titles = (page: Page) => page.getByRole("tabpanel").getByRole("heading", { level: 2 });

test.describe("a document that was made days ago", () => {
  // The document alone has the channels: their list is unavailable.
  test.use({ expectedErrors: /could not be loaded|Failed to load resource/ });
  test.beforeEach(({ page }) => page.route("**/api/contacts/active", (route) => route.abort()));

  test("closes and opens its channels at the right minute, and offers the form meanwhile", async ({ page, server }) => {
    await server.setChannels([whatsapp, phone, telegram]);
    await page.clock.install({ time: kolkata("20:58:00", 2) });
    await open(page, "/contact");
    await expect(card(page, "WhatsApp").getByText("Online Now · until 9 pm", { exact: true })).toBeVisible();
    await expect(card(page, "Direct Call").getByText("Open now · until 9 pm", { exact: true })).toBeVisible();
    await expect(page.getByText("24/7 Available")).toHaveCount(0);
    await expect(titles(page)).toHaveText(["WhatsApp", "Direct Call", "Send Message"]);

    await page.clock.pauseAt(kolkata("20:59:59", 2));
    await expect(card(page, "WhatsApp").getByText("Online Now · until 9 pm", { exact: true })).toBeVisible();
    await page.clock.runFor(1000);
    await expect(card(page, "WhatsApp").getByText("Closed · opens tomorrow 9 am", { exact: true })).toBeVisible();
    await expect(card(page, "Direct Call").getByText("Closed · opens tomorrow 9 am", { exact: true })).toBeVisible();
    await expect(page.getByText("Online Now")).toHaveCount(0);
    await expect(titles(page)).toHaveText(["Send Message", "WhatsApp", "Direct Call"]);

    await page.clock.pauseAt(kolkata("08:59:59", 3));
    await expect(page.getByText("Closed · opens 9 am")).toHaveCount(2);
    await page.clock.runFor(1000);
    await expect(card(page, "WhatsApp").getByText("Online Now · until 9 pm", { exact: true })).toBeVisible();
    await expect(titles(page)).toHaveText(["WhatsApp", "Direct Call", "Send Message"]);
  });

  test("says so on the home page, with the way to the form", async ({ page, server }) => {
    await server.setChannels([whatsapp, phone, telegram]);
    await page.clock.install({ time: kolkata("20:58:00", 2) });
    await open(page, "/");
    await expect(page.getByText("Open now · until 9 pm")).toHaveCount(2);
    const write = page.getByRole("main").getByRole("link", { name: "Send Message" });
    await expect(write).toHaveCount(0);
    await page.clock.pauseAt(kolkata("21:00:00", 2));
    await expect(page.getByText("Closed · opens tomorrow 9 am")).toHaveCount(2);
    await expect(page.getByText("PREMIUM", { exact: true })).toBeVisible();
    await expect(page.getByText("DIRECT", { exact: true })).toBeVisible();
    await write.click();
    await expect(page).toHaveURL("/contact/message");
  });

  test("knows the day from the night after the device has slept", async ({ page, server }) => {
    await server.setChannels([whatsapp]);
    await page.clock.install({ time: kolkata("12:00:00", 2) });
    await open(page, "/contact");
    await expect(page.getByText("Online Now")).toBeVisible();
    // Timers stop during sleep; then the page becomes visible again.
    await page.clock.setSystemTime(kolkata("23:00:00", 2));
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(card(page, "WhatsApp").getByText("Closed · opens tomorrow 9 am", { exact: true })).toBeVisible();
  });
});

test.describe("a visitor elsewhere", () => {
  test.use({ timezoneId: "Asia/Dubai" });

  test("sees the time on their own clock", async ({ page, server }) => {
    await server.setChannels([whatsapp, { ...phone, hours: null }]);
    await page.clock.install({ time: kolkata("23:00:00", 2) });
    await open(page, "/contact");
    const back = card(page, "WhatsApp").getByText("Closed · opens tomorrow 7:30 am your time", { exact: true });
    await expect(back).toBeVisible();
    // Somebody answers the phone, which has the large card with the primary action: no need to write.
    await expect(card(page, "Direct Call").getByText("24/7 Available", { exact: true })).toBeVisible();
    await expect(titles(page)).toHaveText(["Direct Call", "WhatsApp", "Send Message"]);
  });
});

test("a page that is looked at again shows no channel that is gone", async ({ page, server }) => {
  const [first] = await server.setChannels([{ ...phone, hours: null }, telegram]);
  await open(page, "/contact");
  await expect(card(page, "Direct Call")).toBeVisible();
  await server.call("PATCH", `contacts/${first?._id}`, { isActive: false });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(card(page, "Direct Call")).toHaveCount(0);
  await server.call("PATCH", `contacts/${first?._id}`, { isActive: true });
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(card(page, "Direct Call")).toBeVisible();
});
