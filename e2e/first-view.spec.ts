import type { Page } from "@playwright/test";
import type { Hours, Weekday } from "#domain/time/hours.ts";
import { expect, oneOfEach, open, test } from "./public-test.ts";
import type { GivenChannel } from "./server.ts";
import { textOnTheBall } from "./text-on-the-ball.ts";

test.beforeEach(({ server }) => server.setChannels(oneOfEach));

const primary = (page: Page, path: string) =>
  page.getByRole("link", { name: path === "/" ? "Connect Now" : "Chat Now", exact: true });

for (const path of ["/", "/contact"]) {
  test(`the main action of ${path} is seen without scrolling`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await open(page, path);
    const onPhone = await primary(page, path).boundingBox();
    expect((onPhone?.y ?? Infinity) + (onPhone?.height ?? 0)).toBeLessThanOrEqual(400);

    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(primary(page, path)).toBeInViewport({ ratio: 1 });
  });

  test(`the ball of ${path} is under no text`, async ({ page }) => {
    await open(page, path);
    for (let width = 320; width <= 1280; width += 20) {
      await page.setViewportSize({ width, height: 740 });
      expect(await textOnTheBall(page), `${width} px wide`).toEqual([]);
    }
  });
}

test("the check of a number is seen at first, or a link to it below two numbers", async ({ page, server }) => {
  await server.setChannels([whatsapp, { ...whatsapp, value: "+91 90000 00002", proof: "हिन्दी में सहायता" }]);
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, "/");
  const link = page.getByRole("link", { name: "Check if it's us" });
  await expect(link).toBeInViewport({ ratio: 1 });
  await link.click();
  await expect(page.getByRole("heading", { name: "Check if it's really us" })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Check" })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(link).toBeHidden();
});

const whatsapp = { type: "whatsapp", value: "+91 90000 00001" } as const;
const phone = { type: "phone", value: "1800 000 0000" } as const;
/** Open for one minute of the week, which is not now. */
const hours: Hours = { timeZone: "Asia/Kolkata", weekly: [weekdayFarFromNow()], holidays: [] };

const states: Record<string, readonly GivenChannel[]> = {
  "no channel": [],
  "a phone number only": [phone],
  "WhatsApp closed, the phone open": [{ ...whatsapp, hours }, phone],
  "all closed": [
    { ...whatsapp, hours },
    { ...phone, hours },
  ],
  "a second number open": [
    { ...whatsapp, hours },
    { ...whatsapp, value: "+91 90000 00002" },
  ],
};

for (const [state, channels] of Object.entries(states)) {
  test(`one action is the primary one, in view: ${state} @slow`, async ({ page, server }) => {
    await server.setChannels(channels);
    await page.setViewportSize({ width: 360, height: 640 });
    for (const path of ["/", "/contact"]) {
      await open(page, path);
      await expectOnePrimary(page, path);
    }
  });
}

test("one action is the primary one, and nothing is claimed, while all channels are hidden @slow", async ({
  page,
  server,
}) => {
  await server.call("PUT", "contacts/hidden", { hidden: true });
  await page.setViewportSize({ width: 360, height: 640 });
  for (const path of ["/", "/contact"]) {
    await open(page, path);
    await expect(page.getByRole("status").filter({ hasText: "We have hidden all our channels" })).toBeVisible();
    await expectOnePrimary(page, path);
    await expect(page.getByText(/24\/7|Lightning|genuine and|are ours/)).toHaveCount(0);
  }
});

async function expectOnePrimary(page: Page, path: string) {
  const primaries = page.locator("main .button:not(.tonal, .secondary, .contrast)").filter({ visible: true });
  await expect(primaries, path).toHaveCount(1);
  const box = await primaries.boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0), path).toBeLessThanOrEqual(400);
}

function weekdayFarFromNow(): Hours["weekly"][number] {
  const day = (((new Date().getUTCDay() + 2) % 7) + 1) as Weekday;
  return { day, from: "12:00", to: "12:01" };
}
